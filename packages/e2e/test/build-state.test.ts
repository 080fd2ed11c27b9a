import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "./documents.ts";

interface BuildState {
  isBuilt(root: string): boolean;
  recordBuild(root: string): void;
}
// The cast is true: the file says what it exports. It is JavaScript, because it runs before anything is built.
const { isBuilt, recordBuild } = (await import(`${root}scripts/build-state.mjs`)) as BuildState;

/** A small repository that is built. */
function builtRepository() {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-build-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of [
    "docs",
    "examples",
    "scripts",
    "packages/sdk/src",
    "packages/sdk/dist",
    "packages/sdk/node_modules",
  ])
    mkdirSync(join(folder, path), { recursive: true });
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  write("package.json", "{}");
  write("packages/sdk/src/index.ts", "export {};");
  write("packages/sdk/dist/index.js", "export {};");
  recordBuild(folder);
  return { folder, write };
}

test("a repository that has not changed since its build need not be built again", () => {
  const { folder, write } = builtRepository();
  write("packages/sdk/dist/index.js", "export const other = 1;");
  expect(isBuilt(folder)).toBe(true);
});

test.each(["package.json", "packages/sdk/src/index.ts", "packages/sdk/src/new.ts"])(
  "a change of %s asks for a build",
  (path) => {
    const { folder, write } = builtRepository();
    write(path, "changed, and of another length");
    expect(isBuilt(folder)).toBe(false);
  },
);

test("a build that was deleted asks for another", () => {
  const { folder } = builtRepository();
  rmSync(join(folder, "packages/sdk/dist"), { recursive: true });
  expect(isBuilt(folder)).toBe(false);
});

test("a repository that was never built is not built", () => {
  const { folder } = builtRepository();
  rmSync(join(folder, "node_modules"), { recursive: true });
  expect(isBuilt(folder)).toBe(false);
  expect(isBuilt(join(root, "nowhere"))).toBe(false);
});
