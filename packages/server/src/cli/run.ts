import { type Failure, run as runCommandLine, type Terminal } from "@frontdesk/cli/framework";
import { OptionsError, Problem } from "../problem.ts";
import { version } from "../version.ts";
import { frontdesk } from "./frontdesk.ts";

/** Runs the command line. Returns the exit code: 0 done, 1 failed, 2 usage error. Runs `serve` if only flags are given. */
export function runFrontdesk(argv: string[], terminal: Terminal): Promise<number> {
  return runCommandLine(frontdesk, argv, terminal, { version, fallback: "serve", explain });
}

/**
 * Returns message and exit code of an error that the user can act on, or `null` for one that is shown with its stack. Field names
 * of the API become the names of their flags.
 */
function explain(error: Error): Failure | null {
  const { message } = error;
  if (error instanceof OptionsError) return { message, code: 2 };
  if (error instanceof Problem)
    return { message: message.replace(/`(scopes|expiry)`/g, "--$1"), code: error.code === "invalid_request" ? 2 : 1 };
  // Messages that begin with a flag are meant for the operator and need no stack.
  return message.startsWith("--") && error.name !== "UsageError" ? { message, code: 1 } : null;
}
