import { type Failure, run, type Terminal } from "@frontdesk/basics/command-line";
import { explainClientError } from "@frontdesk/cli/commands";
import { OptionsError, Problem } from "../problem.ts";
import { version } from "../version.ts";
import { allCommands, createFrontdeskCommand } from "./frontdesk.ts";

/** Flags of the program itself; with others and no command, `serve` runs. */
const programFlags = ["--help", "-h", "--version", "-v", "--complete"];

/**
 * Runs the command line. Returns the exit code: 0 done, 1 failed, 2 usage error. Runs `serve` if only flags are given, except
 * those of the program itself, such as `--help`.
 */
export function runFrontdesk(argv: string[], terminal: Terminal): Promise<number> {
  const [first] = argv;
  const isForServe = first === undefined || (first.startsWith("-") && !programFlags.includes(first));
  const args = isForServe ? ["serve", ...argv] : argv;
  return run(createFrontdeskCommand, args, terminal, { version, commands: allCommands, explain: explainError });
}

/**
 * Returns message and exit code of an error that the user can act on, or `null` for one that is shown with its stack. In the
 * message, the API fields `scopes` and `expiry` become the flags `--scopes` and `--expiry`.
 */
function explainError(error: Error): Failure | null {
  const { message } = error;
  if (error instanceof OptionsError) return { message, code: 2 };
  if (error instanceof Problem)
    return { message: message.replace(/`(scopes|expiry)`/g, "--$1"), code: error.code === "invalid_request" ? 2 : 1 };
  // Messages that begin with a flag are meant for the operator and need no stack. A UsageError is shown by `run`, with code 2.
  if (message.startsWith("--") && error.name !== "UsageError") return { message, code: 1 };
  return explainClientError(error);
}
