import { type Failure, run as runCommandLine, type Terminal } from "@frontdesk/cli/framework";
import { OptionsError, Problem } from "../problem.ts";
import { version } from "../version.ts";
import { frontdesk } from "./frontdesk.ts";

/** Runs the command line and returns the exit code: 0 done, 1 failed, 2 wrongly called. Flags alone are those of `serve`. */
export function run(argv: string[], terminal: Terminal): Promise<number> {
  return runCommandLine(frontdesk, argv, terminal, { version, fallback: "serve", explain });
}

function explain(error: Error): Failure | null {
  const { message } = error;
  if (error instanceof OptionsError) return { message, code: 2 };
  if (error instanceof Problem)
    return { message: message.replace(/`(scopes|expiry)`/g, "--$1"), code: error.code === "invalid_request" ? 2 : 1 };
  // Messages about one flag are written for the operator.
  return message.startsWith("--") && error.name !== "UsageError" ? { message, code: 1 } : null;
}
