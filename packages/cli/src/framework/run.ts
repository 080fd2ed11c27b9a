import { stripVTControlCharacters } from "node:util";
import { didYouMean, maskTokens } from "@frontdesk/basics";
import { type CommandDef, runCommand } from "citty";
import { toUsage } from "./command.ts";
import { complete } from "./complete.ts";
import { CommandError, UsageError } from "./errors.ts";
import { escapeControls } from "./escape-controls.ts";
import { resolveValue } from "./resolve-value.ts";
import type { Terminal } from "./terminal.ts";

/** Message of an error and the exit code: 1 failed, 2 wrong usage. */
export interface Failure {
  message: string;
  code: number;
}

interface RunOptions {
  version: string;
  /** Command to run if the first argument is a flag. */
  fallback?: string;
  /** Converts errors of this program to messages. Returns `null` for errors that it does not know. */
  explain?: (error: Error) => Failure | null;
}

/** Runs a command line. Returns the exit code: 0 done, 1 failed, 2 wrong usage, or what the error carries. */
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
    // Called by the scripts that `frontdesk completions` prints.
    if (argv[0] === "--complete") {
      for (const word of await complete(root, argv.slice(1))) terminal.out(word);
      return 0;
    }
    const { target, rest } = await findCommand(root, argv, fallback);
    const hasNoArguments = target === root && rest.length === 0;
    if (hasHelpFlag(rest) || hasNoArguments) terminal.out(await toUsage(target));
    else if (target.subCommands) {
      const position = rest[0] === undefined ? "" : ` before ${JSON.stringify(rest[0])}`;
      throw new UsageError(`${await quotedName(target)} needs a command${position}; --help lists them.`);
    } else await runCommand(target, { rawArgs: rest, data: withEscapedOutput(terminal) });
    return 0;
  } catch (error) {
    const { message, code } = describeFailure(error, explain);
    for (const line of maskTokens(message).split("\n")) terminal.err(escapeControls(line));
    return code;
  }
}

/** Returns the terminal with control characters escaped, except in `writeRaw`: servers and senders choose parts of the output. */
function withEscapedOutput(terminal: Terminal): Terminal {
  return {
    ...terminal,
    out: (line) => terminal.out(escapeControls(line)),
    err: (line) => terminal.err(escapeControls(line)),
    writeRaw: (text) => (terminal.writeRaw ?? terminal.out)(text),
  };
}

/** Returns the command that the first arguments name, and the remaining arguments. `fallback` is used if no command is named. */
async function findCommand(root: CommandDef, argv: string[], fallback?: string) {
  let target = root;
  // `--help` alone is for the program, not for its fallback command.
  const namesNoCommand = argv[0] === undefined || (argv[0].startsWith("-") && !hasHelpFlag(argv));
  let rest = namesNoCommand && fallback !== undefined ? [fallback, ...argv] : argv;
  while (target.subCommands && rest[0] !== undefined && !rest[0].startsWith("-")) {
    const subCommands = await resolveValue(target.subCommands);
    const name = rest[0];
    // Own properties only: `constructor` is no command.
    const subCommand = Object.hasOwn(subCommands, name) ? subCommands[name] : undefined;
    if (!subCommand) {
      const advice = didYouMean(name, Object.keys(subCommands)) || " --help lists them.";
      throw new UsageError(`${await quotedName(target)} has no command ${JSON.stringify(name)}.${advice}`);
    }
    target = await resolveValue(subCommand);
    rest = rest.slice(1);
  }
  return { target, rest };
}

/** Returns whether the arguments contain --help or -h. After `--` nothing is a flag. */
function hasHelpFlag(args: string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end < 0 ? args.length : end).some((arg) => arg === "--help" || arg === "-h");
}

/** Returns the full name of a command in backquotes, for messages. */
const quotedName = async ({ meta }: CommandDef) => `\`${(await resolveValue(meta ?? {})).name}\``;

/** Returns the message and exit code of any error; an unexpected one keeps its stack. */
function describeFailure(error: unknown, explain: (error: Error) => Failure | null): Failure {
  if (!(error instanceof Error)) return { message: String(error), code: 1 };
  const message = stripVTControlCharacters(error.message);
  const explained = explain(error);
  if (explained) return { ...explained, message: stripVTControlCharacters(explained.message) };
  // citty throws a CLIError if an argument is missing or invalid.
  if (error instanceof UsageError || error.name === "CLIError") return { message, code: 2 };
  if (error instanceof CommandError) return { message, code: error.exitCode };
  return { message: error.stack ?? message, code: 1 };
}
