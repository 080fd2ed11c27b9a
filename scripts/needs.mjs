// What an outside suite needs of a machine. A suite says so in its `suite.mjs`, before anything of it runs.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Says why a suite cannot run here. It is skipped with this sentence. */
export class Missing extends Error {}

/** Throws `Missing` unless this machine has all these commands (by their names on the PATH). */
export function needs(...commands) {
  for (const command of commands)
    if (!hasCommand(command)) throw new Missing(`there is no ${command} here. Install it`);
}

/** Throws `Missing` unless there is a Chromium, where Debian installs it or where `CHROMIUM` says. */
export function needsChromium() {
  const path = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(path)) throw new Missing(`there is no Chromium at ${path}. Install it, or set CHROMIUM to its path`);
}

/** Runs a command that prepares a suite. Prints why it failed; returns whether it succeeded. */
export function attempt(file, words, options = {}) {
  const { status, error, stderr } = spawnSync(file, words, { encoding: "utf8", timeout: 240_000, ...options });
  if (status !== 0) console.log(`${file} ${words[0]}: ${error?.message ?? stderr.trim().split("\n").at(-1)}`);
  return status === 0;
}

function hasCommand(name) {
  return spawnSync("sh", ["-c", 'command -v "$1"', "sh", name]).status === 0;
}
