import { type ArgsDef, type CommandDef, defineCommand, type ParsedArgs, type SubCommandsDef } from "citty";
import { checkFlags } from "./check-flags.ts";
import type { Terminal } from "./terminal.ts";
import { renderUsage } from "./usage.ts";

interface CommandParts<T extends ArgsDef> {
  /** The whole of it, such as `frontdesk key create`. */
  name: string;
  description: string;
  args: T;
  /** Lines that `--help` shows; each works as it stands. */
  examples: string[];
  run(args: ParsedArgs<T>, terminal: Terminal): Promise<void>;
}

const examplesOf = new WeakMap<object, string[]>();

/** A command that refuses flags it doesn't know and shows examples. */
export function command<const T extends ArgsDef>({ name, description, args, examples, run }: CommandParts<T>) {
  const made = defineCommand({
    meta: { name, description },
    args,
    setup: ({ rawArgs }) => checkFlags(rawArgs, args),
    run: ({ args, data }) => run(args, data as Terminal), // run.ts gives every command its terminal as data.
  });
  examplesOf.set(made, examples);
  return made;
}

/** A command that only holds others. */
export function group(name: string, description: string, subCommands: SubCommandsDef, examples: string[]): CommandDef {
  const made = defineCommand({ meta: { name, description }, subCommands });
  examplesOf.set(made, examples);
  return made;
}

/** What `--help` prints. */
export function toUsage(made: CommandDef): Promise<string> {
  return renderUsage(made, examplesOf.get(made) ?? []);
}
