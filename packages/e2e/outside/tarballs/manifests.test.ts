import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const packages = new URL("../../../", import.meta.url);
const hasCheck = (name: string) => {
  const manifest = new URL(`${name}/package.json`, packages);
  if (!existsSync(manifest)) return false;
  const { scripts = {} } = JSON.parse(readFileSync(manifest, "utf8"));
  return "check:package" in scripts;
};
const checked = readdirSync(packages).filter(hasCheck);

test("every published package is checked", () => {
  expect(checked).toEqual(["cli", "mcp", "sdk", "server", "testing", "tunnel"]);
});

test.each(checked)("the manifest of %s suits what is built, for publint and attw", (name) => {
  // Throws what the check prints.
  execFileSync("npx", ["-y", "pnpm@10.34.9", "run", "check:package"], {
    cwd: fileURLToPath(new URL(name, packages)),
    encoding: "utf8",
    stdio: "pipe",
  });
});
