import { WaitTimeoutError } from "@frontdesk/sdk";
import { CommandError, UsageError } from "./kit/index.ts";

/** Flags of every command that waits for one message. */
export const waitFlags = {
  link: { type: "boolean", description: "Print the link to follow instead of a code" },
  timeout: { type: "string", valueHint: "seconds", description: "How long to wait", default: "60" },
} as const;

/** Seconds as typed, in milliseconds. @throws UsageError */
export function toTimeout(seconds: string): number {
  const timeout = Number(seconds) * 1000;
  if (!(timeout >= 0) || seconds.trim() === "") throw new UsageError("--timeout must be a number of seconds.");
  return timeout;
}

/** For scripts, nothing in time is an exit code of its own. */
export function orExit3(error: unknown): never {
  if (error instanceof WaitTimeoutError) throw new CommandError(error.message, { exitCode: 3, cause: error });
  throw error;
}
