import { type ArgsDef, type CommandDef, defineCommand, type ParsedArgs, type SubCommandsDef } from "citty";
import { checkFlags } from "./check-flags.ts";
import type { Terminal } from "./terminal.ts";
import { renderUsage } from "./usage.ts";

interface CommandParts<T extends ArgsDef> {
  /** Full name, such as `frontdesk key create`. */
  name: string;
  description: string;
  args: T;
  /** Command lines that `--help` shows; each works as written. */
  examples: string[];
  run(args: ParsedArgs<T>, terminal: Terminal): Promise<void>;
}

/** Examples by command definition; citty has no field for them. */
const examplesOf = new WeakMap<object, string[]>();

/** Defines a command that rejects unknown flags and shows examples in `--help`. */
export function command<const T extends ArgsDef>({ name, description, args, examples, run }: CommandParts<T>) {
  const definition = defineCommand({
    meta: { name, description },
    args,
    setup: ({ rawArgs }) => checkFlags(rawArgs, args),
    run: ({ args, data }) => run(args, data as Terminal), // run.ts passes the terminal as `data`.
  });
  examplesOf.set(definition, examples);
  return definition;
}

/** Defines a command that only has subcommands. */
export function group(name: string, description: string, subCommands: SubCommandsDef, examples: string[]): CommandDef {
  const definition = defineCommand({ meta: { name, description }, subCommands });
  examplesOf.set(definition, examples);
  return definition;
}

/** Returns what `--help` prints. */
export function toUsage(definition: CommandDef): Promise<string> {
  return renderUsage(definition, examplesOf.get(definition) ?? []);
}
