import { Command, CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { maskTokens } from "../tokens.ts";
import type { LazyCommands } from "./command.ts";
import { complete } from "./complete.ts";
import { escapeControls } from "./controls.ts";
import { CommandError, UsageError } from "./errors.ts";
import type { Terminal } from "./terminal.ts";

/** Message of an error and the exit code: 1 failed, 2 wrong usage. */
export interface Failure {
  message: string;
  code: number;
}

interface RunOptions {
  version: string;
  /** Subcommands that are loaded when they are called. */
  commands?: LazyCommands;
  /** Converts errors of this program to messages. Returns `null` for errors that it does not know. */
  explain?: (error: Error) => Failure | null;
}

/**
 * Runs a command line. `--complete` is called by the scripts that `frontdesk completions` prints, with the words typed so far; for the
 * first word it lists names alone, so no subcommand is loaded for its description. Otherwise loads the subcommand that the words name, or
 * all of `commands` for help, which a program with subcommands also prints without arguments. Returns the exit code: 0 done, 1 failed, 2
 * wrong usage, or what the error carries. `explain` words errors of the program itself.
 */
export async function run(
  createProgram: (terminal: Terminal) => CommandUnknownOpts,
  argv: string[],
  terminal: Terminal,
  { version, commands = {}, explain = () => null }: RunOptions,
): Promise<number> {
  try {
    const safeTerminal = withEscapedOutput(terminal);
    const program = createProgram(safeTerminal)
      .version(version, "-v, --version", "Print the version")
      .enablePositionalOptions()
      .hook("preAction", (_program, command) => rejectFlagsAsValues(command, argv));
    const typedWords = argv[0] === "--complete" ? argv.slice(1) : null;
    const completesFirstWord = typedWords?.length === 1;
    const needsDescriptions = !completesFirstWord;
    await addCommands(program, commands, safeTerminal, typedWords ?? argv, needsDescriptions);
    if (typedWords) {
      for (const word of complete(program, typedWords)) terminal.out(word);
      return 0;
    }
    const showsHelp = argv.length === 0 && program.commands.length > 0;
    await program.parseAsync(showsHelp ? ["--help"] : argv, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return exitCodeAfterHelp(error);
    const { message, code } = describeFailure(error, explain);
    // Masked, because a message may quote an argument, such as a token in the wrong place.
    for (const line of maskTokens(message).split("\n")) terminal.err(escapeControls(line));
    return code;
  }
}

/**
 * Adds the subcommands to the program. Loads only the module of the one that the first word names. If it names none, loads
 * all with `needsDescriptions`, as for help; else adds their names alone.
 */
async function addCommands(
  program: CommandUnknownOpts,
  commands: LazyCommands,
  terminal: Terminal,
  [firstWord = ""]: string[],
  needsDescriptions: boolean,
): Promise<void> {
  const isNamed = Object.hasOwn(commands, firstWord);
  for (const [name, load] of Object.entries(commands)) {
    const isNeeded = isNamed ? name === firstWord : needsDescriptions;
    program.addCommand(isNeeded ? (await load())(terminal) : new Command(name));
  }
  // A program without commands has only one help, that of `--help`.
  if (program.commands.length > 0) program.helpCommand("help [command]", "Prints the help of a command.");
}

/** Returns the exit code after help or the version was printed: 0 on request, 2 because a command is missing. */
function exitCodeAfterHelp({ exitCode }: CommanderError): number {
  return exitCode === 0 ? 0 : 2;
}

/** Rejects `--url --json`, where Commander would use `--json` as the value of `--url`. `--url=--json` remains possible. */
function rejectFlagsAsValues({ options }: CommandUnknownOpts, argv: string[]): void {
  for (const [index, arg] of argv.entries()) {
    const endsFlags = arg === "--";
    if (endsFlags) return;
    const value = argv[index + 1] ?? "";
    // A word with one dash is a flag only if it is a short one of this command: `-` and `-1` can be values.
    const isValueAFlag = value.startsWith("--") || options.some(({ short }) => short === value);
    const option = options.find(({ short, long }) => arg === long || arg === short);
    const needsValue = option?.required === true;
    if (needsValue && isValueAFlag) throw new UsageError(`${arg} needs a value.`);
  }
}

/**
 * Returns the terminal with control characters escaped, because servers and senders choose parts of the output. Not in `writeRaw`,
 * which is for help and QR codes: their colours are control characters, and all of their text is our own.
 */
function withEscapedOutput(terminal: Terminal): Terminal {
  return {
    ...terminal,
    out: (line) => terminal.out(escapeControls(line)),
    err: (line) => terminal.err(escapeControls(line)),
    // The `out` of the original terminal, because that of this one escapes.
    writeRaw: (text) => (terminal.writeRaw ?? terminal.out)(text),
  };
}

/**
 * Returns the message and exit code of an error: from `explain` if that knows the error, else from the error. An unexpected one
 * is a bug, so it shows its stack.
 */
function describeFailure(error: unknown, explain: (error: Error) => Failure | null): Failure {
  // Any value can be thrown.
  if (!(error instanceof Error)) return { message: String(error), code: 1 };
  const explained = explain(error);
  if (explained) return explained;
  if (error instanceof CommandError) return { message: error.message, code: error.exitCode };
  return { message: error.stack ?? error.message, code: 1 };
}
