import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contributorsCommands, root } from "../../test/documents.ts";

/** What a row would run for the second time, or asks of the network. */
const elsewhere = new Set([
  "npx vitest run",
  "npm run outside",
  "npm run --prefix packages/e2e mcp:report",
  "npx -y pnpm@10.34.9 install",
]);

const folder = mkdtempSync(join(tmpdir(), "frontdesk-contributor-"));
const clone = join(folder, "clone");

/** Runs a line as a contributor types it, on a machine that has Node with npm and git, and no pnpm. */
function type(line: string): string {
  const env = { ...process.env, PATH: `${join(folder, "bin")}:/usr/bin:/bin`, CI: "true", FRONTDESK_TEST_REPORT: "" };
  try {
    return execFileSync("sh", ["-c", line], { cwd: clone, env, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${line}\n${stdout.slice(-3_000)}\n${stderr.slice(-3_000)}`);
  }
}

beforeAll(() => {
  execFileSync("git", ["clone", "--quiet", "--depth", "1", `file://${root}`, clone]);
  execFileSync("mkdir", [join(folder, "bin")]);
  for (const name of ["node", "npm", "npx"]) {
    symlinkSync(join(dirname(process.execPath), name), join(folder, "bin", name));
  }
  type("npm run setup");
}, 600_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const commands = contributorsCommands().filter((command) => !elsewhere.has(command));

test.each(commands)("%s works in a fresh clone", (command) => {
  type(command);
  // Nothing that is committed changes by it: what is generated is as it was, what is formatted stays.
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: clone, encoding: "utf8" })).toBe("");
});
