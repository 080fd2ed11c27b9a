import { createConsola } from "consola";
import type { Log } from "../log.ts";

/** The server's log on stderr, so that stdout holds nothing but results. */
export function createTerminalLog(): Log {
  const log = createConsola({ stdout: process.stderr, stderr: process.stderr });
  return {
    info: (message) => log.info(message),
    warn: (message) => log.warn(message),
    error: (message, error) => log.error(message, error),
  };
}
