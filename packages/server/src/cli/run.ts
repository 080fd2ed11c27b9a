import { stripVTControlCharacters } from "node:util";
import { type CommandDef, runCommand } from "citty";
import { OptionsError } from "../options.ts";
import { Problem } from "../problem.ts";
import { version } from "../version.ts";
import { toUsage } from "./command.ts";
import { CommandError, UsageError } from "./errors.ts";
import { frontdesk } from "./frontdesk.ts";
import { suggest } from "./nearest.ts";
import type { Terminal } from "./terminal.ts";

/** Runs the command line and returns the exit code: 0 done, 1 failed, 2 wrongly called. */
export async function run(argv: string[], terminal: Terminal): Promise<number> {
  try {
    if (argv[0] === "--version" || argv[0] === "-v") {
      terminal.out(version);
      return 0;
    }
    const { found, rest } = await findCommand(argv);
    if (wantsHelp(rest)) terminal.out(plainUnlessTty(await toUsage(found)));
    else if (found.subCommands) throw new UsageError(`${await nameOf(found)} needs a command; --help lists them.`);
    else await runCommand(found, { rawArgs: rest, data: terminal });
    return 0;
  } catch (error) {
    const { message, code } = toFailure(error);
    for (const line of message.split("\n")) terminal.err(line);
    return code;
  }
}

/** The command that the first words name. Flags alone are those of `frontdesk serve`. */
async function findCommand(argv: string[]): Promise<{ found: CommandDef; rest: string[] }> {
  let found: CommandDef = frontdesk;
  let rest = argv[0] === undefined || (argv[0].startsWith("-") && !wantsHelp(argv)) ? ["serve", ...argv] : argv;
  while (found.subCommands && rest[0] !== undefined && !rest[0].startsWith("-")) {
    const known = await resolve(found.subCommands);
    const [word, ...others] = rest;
    const next = Object.hasOwn(known, word!) ? known[word!] : undefined;
    if (!next)
      throw new UsageError(
        `${await nameOf(found)} has no command ${JSON.stringify(word)}.${suggest(word!, Object.keys(known))}`,
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

async function resolve<T>(value: T | Promise<T> | (() => T | Promise<T>)): Promise<T> {
  return value instanceof Function ? value() : value;
}

const nameOf = async ({ meta }: CommandDef) => `\`${(await resolve(meta ?? {})).name}\``;

const plainUnlessTty = (text: string) => (process.stdout.isTTY ? text : stripVTControlCharacters(text));

function toFailure(error: unknown): { message: string; code: number } {
  if (!(error instanceof Error)) return { message: String(error), code: 1 };
  const message = stripVTControlCharacters(error.message);
  if (error instanceof UsageError || error instanceof OptionsError || error.name === "CLIError")
    return { message, code: 2 };
  if (error instanceof Problem)
    return { message: message.replace(/`(scopes|expiry)`/g, "--$1"), code: error.code === "invalid_request" ? 2 : 1 };
  if (error instanceof CommandError) return { message, code: 1 };
  // Messages about one flag are written for the operator; of anything else the stack is wanted.
  return { message: message.startsWith("--") ? message : (error.stack ?? message), code: 1 };
}
