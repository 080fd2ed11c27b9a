import { styleText } from "node:util";
import {
  Command,
  type CommanderError,
  type CommandUnknownOpts,
  Help,
  type Option,
  type OutputConfiguration,
} from "@commander-js/extra-typings";
import { didYouMean } from "../spelling.ts";
import { UsageError } from "./errors.ts";
import type { Terminal } from "./terminal.ts";

/** Creates a command that prints to the terminal. */
export type CommandFactory = (terminal: Terminal) => CommandUnknownOpts;

/** Modules of subcommands by name. Each is loaded when it is called, so that start-up stays fast. */
export type LazyCommands = Record<string, () => Promise<CommandFactory>>;

export interface CommandParts {
  name: string;
  /** The list of the parent's commands shows the first sentence. */
  description: string;
  /** Command lines that `--help` shows; each works as written. */
  examples: string[];
}

/** Columns for names in `--help`. The description of a longer name starts on the next line. */
const maxNameColumns = 28;

/** Flags of many commands, which `--help` lists after a command's own. */
const commonFlags = ["--storage", "--url", "--key-file", "--json", "--version", "--help"];

/** Place of a common flag in the list; -1 for a command's own flags, which so come first. */
const rank = ({ long }: Option) => commonFlags.indexOf(long ?? "");

/** Returns the first sentence of a description: up to a full stop before a space or the end. */
const firstSentence = (description: string) => /^.*?\.(?=\s|$)/.exec(description)?.[0] ?? "";

/**
 * The help of all our commands. Descriptions have no defaults appended: ours name them, with environment variables that have
 * precedence. A long name has a line of its own, so that it does not push all descriptions to the right.
 */
const helpFormat: Partial<Help> = {
  optionDescription: ({ description }) => description,
  argumentDescription: ({ description }) => description,
  subcommandTerm: (subCommand) => subCommand.name(),
  subcommandDescription: (subCommand) => firstSentence(subCommand.description()),
  visibleOptions: (target) => new Help().visibleOptions(target).sort((one, other) => rank(one) - rank(other)),
  // The stream is not validated, because `configureOutput` says whether there are colours.
  styleTitle: (title) => styleText("bold", title, { validateStream: false }),
  padWidth: (target, helper) => Math.min(maxNameColumns, new Help().padWidth(target, helper)),
  /** If the name is longer than its column, puts the description below it, formatted as that of an item with an empty name. */
  formatItem(name, columns, description, helper) {
    const format = (shownName: string) =>
      Help.prototype.formatItem.call(helper, shownName, columns, description, helper);
    return name.length > columns && description ? `  ${name}\n${format("")}` : format(name);
  },
};

/**
 * Returns how a command prints its help: to standard output, or to standard error and without colours if a subcommand is missing. Errors
 * are printed by `run`, so `outputError` prints nothing.
 */
function toOutput(terminal: Terminal): OutputConfiguration {
  return {
    // Raw: `out` escapes control characters, and bold titles consist of them. The text is trimmed, because the terminal adds a line end.
    writeOut: (text) => (terminal.writeRaw ?? terminal.out)(text.trimEnd()),
    writeErr: (text) => terminal.err(text.trimEnd()),
    getOutHasColors: () => terminal.hasColors === true,
    getErrHasColors: () => false,
    outputError: () => {},
  };
}

/** Creates a command with the help, the errors and the output of all our commands. Flags and the action are added by chaining. */
export function createCommand(terminal: Terminal, { name, description, examples }: CommandParts) {
  const command = new Command(name)
    .description(description)
    .helpOption("-h, --help", "Print this help")
    .addHelpText("after", ["\nExamples:", ...examples.map((line) => `  ${line}`)].join("\n"))
    .configureHelp(helpFormat)
    .configureOutput(toOutput(terminal))
    // Commander would end the process itself.
    .exitOverride((error) => {
      throw toUsageError(error, command);
    });
  return command;
}

/** Creates a command that only has subcommands. */
export function createGroup(terminal: Terminal, factories: CommandFactory[], parts: CommandParts): CommandUnknownOpts {
  // Without the `help` command that Commander adds: the program has one, and `--help` does the same.
  const group = createCommand(terminal, parts).helpCommand(false);
  for (const create of factories) group.addCommand(create(terminal));
  return group;
}

/** An error such as `error: option '-p, --port <port>' argument missing`. */
const missingValue = /^error: option '(?:-\w, )?(\S+) .*argument missing/;
/** An error such as `error: unknown option '--jsn=yes'`; the flag without its value. */
const unknownFlag = /^error: unknown option '([^='\n]+)/;

/**
 * Converts an error of Commander to one with our wording; not that of printed help or the version, which has only an exit code.
 * Omits the value of an unknown flag, which may be a secret.
 */
function toUsageError(error: CommanderError, command: CommandUnknownOpts): Error {
  const wasHelpPrinted = error.message === "(outputHelp)";
  if (wasHelpPrinted || error.code === "commander.version") return error;
  const [, flagWithoutValue] = missingValue.exec(error.message) ?? [];
  if (flagWithoutValue !== undefined) return new UsageError(`${flagWithoutValue} needs a value.`);
  const [, flag] = unknownFlag.exec(error.message) ?? [];
  if (flag === undefined) return new UsageError(toSentences(error.message));
  // Commander keeps the flag for help apart from the options.
  const flags = [...command.options.flatMap(({ long }) => long ?? []), "--help"];
  // Commander calls `--json=yes` unknown, because `--json` takes no value.
  if (flags.includes(flag)) return new UsageError(`${flag} takes no value.`);
  const hasCommands = command.commands.length > 0;
  const hint = hasCommands ? " Flags of a command come after its name; --help lists the commands." : "";
  return new UsageError(`Unknown flag ${flag}.${didYouMean(flag, flags) || hint}`);
}

/** Converts `error: unknown command 'sreve'` and `(Did you mean serve?)` on the next line to two sentences. */
function toSentences(message: string): string {
  const text = message.replace("error: ", "").replace(/\n\((.*)\)$/, ". $1");
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`;
}
