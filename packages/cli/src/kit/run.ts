import { stripVTControlCharacters } from "node:util";
import { didYouMean, maskTokens } from "@frontdesk/basics";
import { type CommandDef, runCommand } from "citty";
import { toUsage } from "./command.ts";
import { complete } from "./complete.ts";
import { CommandError, UsageError } from "./errors.ts";
import { resolve } from "./resolve.ts";
import { toShown } from "./shown.ts";
import type { Terminal } from "./terminal.ts";

/** What is said of an error, and the exit code: 1 failed, 2 wrongly called. */
export interface Failure {
  message: string;
  code: number;
}

interface RunOptions {
  version: string;
  /** The command that flags alone belong to. */
  fallback?: string;
  /** Explains errors of the program's own; `null` leaves one to the common rules. */
  explain?: (error: Error) => Failure | null;
}

/** Runs a command line and returns the exit code: 0 done, 1 failed, 2 wrongly called, or what the command set. */
export async function run(
  root: CommandDef,
  argv: string[],
  terminal: Terminal,
  { version, fallback, explain = () => null }: RunOptions,
): Promise<number> {
  try {
    if (argv[0] === "--version" || argv[0] === "-v") {
      terminal.out(version);
      return 0;
    }
    // What the shells ask, by the script that `frontdesk completions` prints.
    if (argv[0] === "--complete") {
      for (const word of await complete(root, argv.slice(1))) terminal.out(word);
      return 0;
    }
    const { found, rest } = await findCommand(root, argv, fallback);
    if (wantsHelp(rest) || (found === root && rest.length === 0)) terminal.out(await toUsage(found));
    else if (found.subCommands)
      throw new UsageError(
        `${await nameOf(found)} needs a command${rest[0] === undefined ? "" : `, and flags stand behind it, not ${JSON.stringify(rest[0])}`}; --help lists them.`,
      );
    else await runCommand(found, { rawArgs: rest, data: toSafe(terminal) });
    return 0;
  } catch (error) {
    const { message, code } = toFailure(error, explain);
    for (const line of maskTokens(message).split("\n")) terminal.err(toShown(line));
    return code;
  }
}

/** The same terminal, to which anyone's words may be written. */
function toSafe(terminal: Terminal): Terminal {
  return {
    ...terminal,
    out: (line) => terminal.out(toShown(line)),
    err: (line) => terminal.err(toShown(line)),
    draw: (text) => (terminal.draw ?? terminal.out)(text),
  };
}

/** The command that the first words name. */
async function findCommand(root: CommandDef, argv: string[], fallback?: string) {
  let found = root;
  const flagsAlone = argv[0] === undefined || (argv[0].startsWith("-") && !wantsHelp(argv));
  let rest = flagsAlone && fallback !== undefined ? [fallback, ...argv] : argv;
  while (found.subCommands && rest[0] !== undefined && !rest[0].startsWith("-")) {
    const known = await resolve(found.subCommands);
    const [word, ...others] = rest;
    const next = Object.hasOwn(known, word!) ? known[word!] : undefined;
    if (!next)
      throw new UsageError(
        `${await nameOf(found)} has no command ${JSON.stringify(word)}.${didYouMean(word!, Object.keys(known)) || " --help lists them."}`,
      );
    found = await resolve(next);
    rest = others;
  }
  return { found, rest };
}

/** Behind `--` nothing is a flag. */
function wantsHelp(args: string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end < 0 ? args.length : end).some((word) => word === "--help" || word === "-h");
}

const nameOf = async ({ meta }: CommandDef) => `\`${(await resolve(meta ?? {})).name}\``;

function toFailure(error: unknown, explain: (error: Error) => Failure | null): Failure {
  if (!(error instanceof Error)) return { message: String(error), code: 1 };
  const message = stripVTControlCharacters(error.message);
  const explained = explain(error);
  if (explained) return { ...explained, message: stripVTControlCharacters(explained.message) };
  if (error instanceof UsageError || error.name === "CLIError") return { message, code: 2 };
  if (error instanceof CommandError) return { message, code: error.exitCode };
  return { message: error.stack ?? message, code: 1 };
}
