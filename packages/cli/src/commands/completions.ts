import { createCommand, type Terminal, UsageError } from "@frontdesk/basics/command-line";

/** The scripts, by shell. They call the command with `--complete`, which prints the words that may come next. */
const scripts: Record<string, string> = {
  bash: `_frontdesk() {
  local found
  found=$("\${COMP_WORDS[0]}" --complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  local IFS=$'\\n'
  COMPREPLY=($found)
}
complete -o default -F _frontdesk frontdesk`,
  zsh: `#compdef frontdesk
_frontdesk() {
  local -a found
  found=("\${(@f)$("\${words[1]}" --complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
compdef _frontdesk frontdesk`,
};

/** `frontdesk completions`: prints the completion script of a shell. */
export function completions(terminal: Terminal) {
  return createCommand(terminal, {
    name: "completions",
    description: "Prints a completion script for bash or zsh.",
    examples: [
      `echo 'eval "$(frontdesk completions bash)"' >> ~/.bashrc`,
      `echo 'eval "$(frontdesk completions zsh)"' >> ~/.zshrc`,
    ],
  })
    .argument("<shell>", "bash or zsh")
    .action((shell) => {
      // Own properties only: `constructor` is no shell.
      const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
      if (script === undefined)
        throw new UsageError(`${JSON.stringify(shell)} is not a supported shell. Use bash or zsh.`);
      terminal.out(script);
    });
}
