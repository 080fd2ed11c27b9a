import { spawnSync } from "node:child_process";

/** Sources of the packages whose mutants the tests can notice. The dashboard's tests need the document of a browser. */
const SOURCE = /^packages\/(?!dashboard\/)[\w-]+\/src\/(?!.*generated\/).*(?<!\.d)\.ts$/;

/**
 * Returns the sources that differ from the last commit in common with `base`, with the changed lines in Stryker's form:
 * `{ file: "packages/basics/src/age.ts", mutate: ["packages/basics/src/age.ts:3-5"] }`.
 */
export function changedSources(root, base) {
  // GitHub names this as the commit before the first push of a branch.
  const commit = /^0+$/.test(base) ? "HEAD^" : base;
  const words = ["diff", "--merge-base", "--unified=0", "--no-color", "--no-ext-diff", "--diff-filter=d", commit];
  const { status, stdout, stderr } = spawnSync("git", [...words, "--", "packages"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`git diff failed: ${stderr.trim()}`);
  return toChangedSources(stdout);
}

/** Reads the output of `git diff --unified=0`. */
export function toChangedSources(diff) {
  const changed = new Map();
  let file = "";
  for (const line of diff.split("\n")) {
    const path = /^\+\+\+ b\/(.*)$/.exec(line);
    if (path) file = path[1];
    const lines = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!lines || !SOURCE.test(file)) continue;
    const first = Number(lines[1]);
    const count = Number(lines[2] ?? 1);
    if (count > 0) changed.set(file, [...(changed.get(file) ?? []), `${file}:${first}-${first + count - 1}`]);
  }
  return [...changed].map(([file, mutate]) => ({ file, mutate }));
}
