import type { CommandUnknownOpts } from "@commander-js/extra-typings";

/** Returns how the last typed word can be completed, for the shell: with flags if it starts with a dash, else subcommands. */
export function complete(program: CommandUnknownOpts, words: readonly string[]): string[] {
  const prefix = words.at(-1) ?? "";
  const target = findCommand(program, words.slice(0, -1));
  const candidates = prefix.startsWith("-") ? longFlags(target) : target.commands.map((command) => command.name());
  return candidates.filter((candidate) => candidate.startsWith(prefix));
}

/** Returns the innermost subcommand that the words name. Skips all other words: arguments, flags and their values. */
function findCommand(program: CommandUnknownOpts, words: readonly string[]): CommandUnknownOpts {
  let found = program;
  for (const word of words) found = found.commands.find((command) => command.name() === word) ?? found;
  return found;
}

/** Returns the flags of a command, such as `--json`, without those that its help hides. */
function longFlags(command: CommandUnknownOpts): string[] {
  const visibleOptions = command.createHelp().visibleOptions(command);
  return visibleOptions.flatMap(({ long }) => long ?? []);
}
