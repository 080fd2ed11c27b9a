import { command, UsageError } from "../kit/index.ts";

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

/** `frontdesk completions`: what a shell needs to complete this very command. */
export const completions = command({
  name: "frontdesk completions",
  description: "Prints the script by which bash or zsh completes commands and flags.",
  args: { shell: { type: "positional", required: true, description: "bash or zsh" } },
  examples: [
    `echo 'eval "$(frontdesk completions bash)"' >> ~/.bashrc`,
    `echo 'eval "$(frontdesk completions zsh)"' >> ~/.zshrc`,
  ],
  async run({ shell }, terminal) {
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
    if (script === undefined) throw new UsageError(`${JSON.stringify(shell)} is not known; there are bash and zsh.`);
    terminal.out(script);
  },
});
