import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const command = fileURLToPath(new URL("../../../cli/bin/frontdesk.js", import.meta.url));

/** Types into a zsh of its own, as a person does who has the README's line in ~/.zshrc; prints what then stands in its line. */
const script = `
zmodload zsh/zpty
zpty shell 'zsh -f -i'
zpty -w shell 'PS1="REA""DY> "; PATH='$PWD':$PATH; autoload -U compinit; compinit -u -D; eval "$(frontdesk completions zsh)"'
zpty -r -m shell out '*READY> *'
zpty -w -n shell "$1"$'\\t!'
zpty -r -m shell out '*!*'
print -r -- "$out"
zpty -d shell
`;

test("zsh completes commands, their own commands, and flags", { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-zsh-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "frontdesk"), `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`, {
    mode: 0o755,
  });
  const type = (text: string) =>
    execFileSync("zsh", ["-f", "-c", script, "zsh", text], { cwd: folder, encoding: "utf8", timeout: 50_000 });
  expect(type("frontdesk mailbox l")).toContain("frontdesk mailbox list");
  expect(type("frontdesk code --ti")).toContain("frontdesk code --timeout");
});
