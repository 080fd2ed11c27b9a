import type { CommandDef } from "citty";
import { resolveValue } from "./resolve-value.ts";

/** Returns the completions of the last of the words typed so far: subcommands, or flags if it starts with a dash. */
export async function complete(root: CommandDef, words: readonly string[]): Promise<string[]> {
  let target = root;
  const prefix = words.at(-1) ?? "";
  for (const word of words.slice(0, -1)) {
    const subCommands = await resolveValue(target.subCommands ?? {});
    const subCommand = Object.hasOwn(subCommands, word) ? subCommands[word] : undefined;
    // Other words are arguments, and flags with their values.
    if (subCommand) target = await resolveValue(subCommand);
  }
  const commands = Object.keys(await resolveValue(target.subCommands ?? {}));
  const flags = Object.entries(await resolveValue(target.args ?? {}))
    .filter(([, { type }]) => type !== "positional")
    .map(([name]) => `--${name}`);
  const candidates = prefix.startsWith("-") ? [...flags, "--help"] : commands;
  return candidates.filter((candidate) => candidate.startsWith(prefix));
}
