import { constants, fstatSync, openSync, writeSync } from "node:fs";

/** Destination of log lines. */
export interface LineSink {
  /** Writes a line that ends with a line break. Never throws and never blocks. */
  write(line: string): void;
}

/**
 * Writes lines to a non-blocking file descriptor. If its reader is too slow and the pipe is full, lines are skipped so that the
 * server is not blocked. Their number is written as soon as the pipe accepts data again.
 */
export function createLineSink(fd: number): LineSink {
  /** Rest of a line that the pipe took only in part. */
  let unwritten: Buffer = Buffer.alloc(0);
  let skippedLines = 0;

  /** Writes bytes, and returns whether the pipe took all. If it took a part, keeps the rest (`unwritten`); if none, changes nothing. */
  function writeBytes(bytes: Buffer): boolean {
    try {
      unwritten = bytes.subarray(writeSync(fd, bytes));
      return unwritten.length === 0;
    } catch {
      // The pipe is full, or its reader has gone.
      return false;
    }
  }

  /**
   * Writes what must come before the next line: the rest of a line that was written in part, then the notice about skipped lines.
   * Returns whether all of it was written. The notice has no rest: it is so short that a pipe takes it whole or not at all.
   */
  function writeWhatIsDue(): boolean {
    const isRestWritten = unwritten.length === 0 || writeBytes(unwritten);
    if (!isRestWritten) return false;
    if (skippedLines > 0 && !writeBytes(Buffer.from(toSkippedNotice(skippedLines)))) return false;
    skippedLines = 0;
    return true;
  }

  return {
    /**
     * Writes a line, or counts it as skipped if the pipe is full. `writeWhatIsDue` ends an earlier count once its notice is written. If
     * the pipe takes only a part of the line, `writeBytes` keeps the rest in `unwritten`, and the next call completes it.
     */
    write(line) {
      if (!writeWhatIsDue()) {
        skippedLines += 1;
        return;
      }
      const isWritten = writeBytes(Buffer.from(line));
      const isPartlyWritten = unwritten.length > 0;
      if (!isWritten && !isPartlyWritten) skippedLines = 1;
    },
  };
}

/**
 * Returns a file descriptor for stderr. A pipe is opened a second time as non-blocking, so that a full one cannot stall the server
 * and other writers' mode stays as it is. A file is not, because a second descriptor would have its own write position.
 */
export function openStderr(): number {
  try {
    if (!fstatSync(2).isFIFO()) return 2;
    return openSync("/dev/stderr", constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // Stderr is closed, or there is no `/dev`. Lines that cannot be written are skipped.
    return 2;
  }
}

/** Returns the log line that tells how many lines were skipped, in the format of the JSON log (40 is `warn`). */
function toSkippedNotice(lines: number): string {
  const message = `${lines} log lines were dropped here: the log's reader is too slow`;
  return `${JSON.stringify({ level: 40, time: new Date().toISOString(), pid: process.pid, message })}\n`;
}
