import { createConsola } from "consola";
import type { Log } from "../log.ts";
import { maskTokens } from "../masked-tokens.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals act on
const controls = /[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** Senders and visitors choose some of the words; what a terminal would act on is shown as a question mark, and no token. */
function toShown(line: string): string {
  return maskTokens(line.replace(controls, "?"));
}

/** The server's log on stderr, so that stdout holds nothing but results. */
export function createTerminalLog(): Log {
  const log = createConsola({ stdout: process.stderr, stderr: process.stderr });
  return {
    info: (message) => log.info(toShown(message)),
    warn: (message) => log.warn(toShown(message)),
    error: (message, error) => log.error(toShown(message), error),
  };
}
