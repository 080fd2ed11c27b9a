import { closeSync, constants, fstatSync, openSync, statSync, writeSync } from "node:fs";
import { rootCauseMessage } from "@frontdesk/basics";
import type { Log } from "../log.ts";
import { OptionsError } from "../problem.ts";
import type { AuditSink } from "../store/audit-log.ts";

/** Writes entries of the audit log as JSON lines. A failing write is logged once: the storage has the entry in any case. */
export interface AuditFile extends AuditSink {
  /** Called once, before the first entry. @throws OptionsError for a file that cannot be opened */
  open(): void;
}

/** Rights of a new file: the entries are for the operator alone. */
const fileMode = 0o600;
/** Milliseconds between two checks whether logrotate has moved the file. */
const checkIntervalMs = 1_000;
const stdoutDescriptor = 1;

/** Creates the writer for what `--audit-log` names: a file, `stdout` or `off`, which has none. */
export function createAuditFile(destination: string, log: Log): AuditFile | undefined {
  if (destination === "off") return undefined;
  const isFile = destination !== "stdout";
  const openDescriptor = () => (isFile ? openSync(destination, "a", fileMode) : openStdout());
  /** `null` before it is opened. */
  let descriptor: number | null = null;
  let checkedAt = performance.now();
  let isFailing = false;
  let isLineCut = false;

  /**
   * Opens the file again if it was renamed or deleted, as log rotation does. Looks once per interval, because two system calls for
   * each entry would be slow, and never at stdout. Returns the descriptor to write to.
   */
  function reopenIfMoved(current: number): number {
    const now = performance.now();
    const isCheckDue = isFile && now - checkedAt >= checkIntervalMs;
    if (!isCheckDue) return current;
    checkedAt = now;
    const fileAtPath = statSync(destination, { throwIfNoEntry: false });
    const openFile = fstatSync(current);
    const isSameFile = fileAtPath?.ino === openFile.ino && fileAtPath.dev === openFile.dev;
    if (isSameFile) return current;
    const reopened = openDescriptor();
    closeSync(current);
    // A line that was written in part is in the old file, so the new one begins with a whole line.
    isLineCut = false;
    return reopened;
  }

  /** Writes a line. After one that was written in part, begins a new one. @throws Error if the destination does not take it */
  function writeLine(fd: number, line: string): void {
    const bytes = Buffer.from(isLineCut ? `\n${line}` : line);
    for (let offset = 0; offset < bytes.length; ) {
      offset += writeSync(fd, bytes, offset);
      isLineCut = offset < bytes.length;
    }
  }

  return {
    /** Opens the file, so that a wrong path fails the start. @throws OptionsError */
    open() {
      try {
        descriptor = openDescriptor();
      } catch (error) {
        throw new OptionsError(`--audit-log ${destination} cannot be opened: ${rootCauseMessage(error)}`);
      }
    },
    /**
     * Appends an entry; does nothing once closed, as the storage has the entry. A failure does not fail the request. It is logged
     * once until a write succeeds again: a full disk would otherwise fill the log.
     */
    write(entry) {
      if (descriptor === null) return;
      try {
        descriptor = reopenIfMoved(descriptor);
        writeLine(descriptor, `${JSON.stringify(entry)}\n`);
        isFailing = false;
      } catch (error) {
        if (!isFailing)
          log.warn("--audit-log does not take entries; GET /svc-api/audit has them", { why: rootCauseMessage(error) });
        isFailing = true;
      }
    },
    /** Closes the file, but not the process's stdout. */
    close() {
      if (descriptor !== null && descriptor !== stdoutDescriptor) closeSync(descriptor);
      descriptor = null;
    },
  };
}

/**
 * Returns a file descriptor for stdout. A pipe is opened a second time as non-blocking, so that a reader that does not read
 * cannot stop the server. A file is not, because a second descriptor would have its own write position.
 */
function openStdout(): number {
  try {
    if (!fstatSync(stdoutDescriptor).isFIFO()) return stdoutDescriptor;
    return openSync("/dev/stdout", constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // Stdout is closed, or there is no `/dev`.
    return stdoutDescriptor;
  }
}
