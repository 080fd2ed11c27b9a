import { constants, fstatSync, openSync, writeSync } from "node:fs";

/** Where lines of a log go. */
export interface LineSink {
  /** Writes a line with its end. Never throws, and never waits for whoever reads. */
  write(line: string): void;
}

/**
 * Lines for whoever reads this descriptor. A reader that does not keep up must not hold the server up, for a pipe that is
 * full makes a writer stand still: what does not fit is left out, and how many lines that were is said once there is room.
 */
export function createLineSink(fd: number): LineSink {
  let unwritten: Buffer = Buffer.alloc(0);
  let skippedLines = 0;

  /** Whether all of it is out. */
  function writeBytes(bytes: Buffer): boolean {
    try {
      unwritten = bytes.subarray(writeSync(fd, bytes));
      return unwritten.length === 0;
    } catch {
      // Full, or nobody is there any more.
      return false;
    }
  }

  return {
    write(line) {
      // A line that went out in part is ended first.
      if (unwritten.length > 0 && !writeBytes(unwritten)) skippedLines += 1;
      else if (skippedLines > 0 && !writeBytes(Buffer.from(toNotice(skippedLines)))) skippedLines += 1;
      else {
        skippedLines = 0;
        if (!writeBytes(Buffer.from(line)) && unwritten.length === 0) skippedLines = 1;
      }
    },
  };
}

/**
 * Where stderr leads. A pipe is opened anew, so that it can be full without a wait while whatever else is written there goes
 * on as it is; a file is not, for each opening has a place of its own in it.
 */
export function openStderr(): number {
  try {
    if (!fstatSync(2).isFIFO()) return 2;
    return openSync("/dev/stderr", constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return 2;
  }
}

function toNotice(lines: number): string {
  const message = `${lines} lines were left out here: whoever reads this log does not keep up`;
  return `${JSON.stringify({ level: 40, time: new Date().toISOString(), pid: process.pid, message })}\n`;
}
