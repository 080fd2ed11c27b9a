import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../test/documents.ts";

// The others bring a framework each; the suite `tarballs` runs them.
const workspace = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
const folders = readdirSync(join(root, "examples")).filter(
  (name) => existsSync(join(root, "examples", name, "package.json")) && !workspace.includes(`"!examples/${name}"`),
);

test.each(folders)("examples/%s runs and checks itself", (name) => {
  const { status, stdout, stderr } = spawnSync("npm", ["start"], {
    cwd: join(root, "examples", name),
    encoding: "utf8",
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
});
