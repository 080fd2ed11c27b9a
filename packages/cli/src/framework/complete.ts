import type { CommandDef } from "citty";
import { resolveValue } from "./resolve-value.ts";

/** Returns the completions of the last word: subcommands, or flags if it starts with a dash. */
export async function complete(root: CommandDef, words: readonly string[]): Promise<string[]> {
  let target = root;
  const prefix = words.at(-1) ?? "";
  for (const word of words.slice(0, -1)) {
    const subCommands = await resolveValue(target.subCommands ?? {});
    const next = Object.hasOwn(subCommands, word) ? subCommands[word] : undefined;
    if (next) target = await resolveValue(next);
  }
  const commands = Object.keys(await resolveValue(target.subCommands ?? {}));
  const flags = Object.entries(await resolveValue(target.args ?? {}))
    .filter(([, { type }]) => type !== "positional")
    .map(([name]) => `--${name}`);
  const candidates = prefix.startsWith("-") ? [...flags, "--help"] : commands;
  return candidates.filter((candidate) => candidate.startsWith(prefix));
}
