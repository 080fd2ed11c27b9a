import { expect, test } from "vitest";
import { toChangedSources } from "../outside/mutants/changed-sources.mjs";

/** What `git diff --unified=0` prints of a file with these hunks. */
const diff = (path: string, ...hunks: string[]) =>
  [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, ...hunks].join("\n");

test("mutants are tried in the lines that were added or changed, not where lines were only deleted", () => {
  const path = "packages/basics/src/age.ts";
  const hunks = ["@@ -3,2 +3,4 @@ export", "+1", "@@ -9 +11 @@", "+2", "@@ -20,2 +21,0 @@", "-3"];
  expect(toChangedSources(diff(path, ...hunks))).toEqual([{ file: path, mutate: [`${path}:3-6`, `${path}:11-11`] }]);
});

test("tests, generated sources, types, the dashboard and other files have no mutants", () => {
  const paths = [
    "packages/basics/test/age.test.ts",
    "packages/contract/src/generated/schema.ts",
    "packages/tunnel/src/client/proxy-from-env.d.ts",
    "packages/dashboard/src/app.ts",
    "packages/e2e/outside/mutants/run.mjs",
    "docs/index.md",
  ];
  expect(toChangedSources(paths.map((path) => diff(path, "@@ -1 +1 @@", "+1")).join("\n"))).toEqual([]);
});
