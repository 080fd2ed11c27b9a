import type { CommandUnknownOpts } from "@commander-js/extra-typings";

/** Returns how the last typed word can be completed, for the shell: with flags if it starts with a dash, else subcommands. */
export function complete(program: CommandUnknownOpts, words: readonly string[]): string[] {
  const prefix = words.at(-1) ?? "";
  let target = program;
  // Words that name no command are arguments, flags and their values: they leave the command as it is.
  for (const word of words.slice(0, -1)) target = target.commands.find((command) => command.name() === word) ?? target;
  // Hidden flags are not offered, nor those without a long form.
  const candidates = prefix.startsWith("-")
    ? target
        .createHelp()
        .visibleOptions(target)
        .flatMap(({ long }) => long ?? [])
    : target.commands.map((command) => command.name());
  return candidates.filter((candidate) => candidate.startsWith(prefix));
}
