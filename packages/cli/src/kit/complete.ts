import type { CommandDef } from "citty";
import { resolve } from "./resolve.ts";

/** What may stand where a command line's last word is being typed: commands, or flags once a dash is there. */
export async function complete(root: CommandDef, words: readonly string[]): Promise<string[]> {
  let found = root;
  const typed = words.at(-1) ?? "";
  for (const word of words.slice(0, -1)) {
    const known = await resolve(found.subCommands ?? {});
    const next = Object.hasOwn(known, word) ? known[word] : undefined;
    if (next) found = await resolve(next);
  }
  const commands = Object.keys(await resolve(found.subCommands ?? {}));
  const flags = Object.entries(await resolve(found.args ?? {}))
    .filter(([, { type }]) => type !== "positional")
    .map(([name]) => `--${name}`);
  const candidates = typed.startsWith("-") ? [...flags, "--help"] : commands;
  return candidates.filter((candidate) => candidate.startsWith(typed));
}
