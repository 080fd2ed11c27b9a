import { WaitTimeoutError } from "@frontdesk/sdk";
import { CommandError, UsageError } from "./framework/index.ts";

/** Flags of every command that waits for one message. */
export const waitFlags = {
  link: { type: "boolean", description: "Print the action link instead of a code" },
  timeout: { type: "string", valueHint: "seconds", description: "Seconds to wait", default: "60" },
} as const;

/** Parses a number of seconds. Returns milliseconds. @throws UsageError */
export function parseTimeout(seconds: string): number {
  // `Number` returns 0 for blank text, and NaN for other text.
  const timeoutMs = Number(seconds) * 1000;
  if (!(timeoutMs >= 0) || seconds.trim() === "")
    throw new UsageError("--timeout must be a number of seconds, such as 60.");
  return timeoutMs;
}

/** Converts a timed-out wait to exit code 3, for scripts. */
export function toTimeoutExit(error: unknown): never {
  if (error instanceof WaitTimeoutError) throw new CommandError(error.message, { exitCode: 3, cause: error });
  throw error;
}
