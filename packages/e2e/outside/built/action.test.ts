import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFrontdesk } from "@frontdesk/sdk";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../tunnel/test/free-port.ts";
import { root } from "../../test/documents.ts";

/** Runs the second step of action.yml as a runner does. Returns its output and the variables that later steps have. */
async function runAction(overrides: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-action-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = {
    PATH: process.env.PATH,
    GITHUB_ENV: join(folder, "env"),
    RUNNER_TEMP: folder,
    FRONTDESK_PORT: String(await freePort()),
    FRONTDESK_SMTP_PORT: "0",
    ...overrides,
  };
  const step = /- run: (node scripts.*)$/m.exec(readFileSync(`${root}action.yml`, "utf8"))![1]!;
  const { status, stdout, stderr } = spawnSync("bash", ["-ec", step], { cwd: root, env, encoding: "utf8" });
  const read = (file: string) => (status === 0 ? readFileSync(join(folder, file), "utf8") : "");
  const variables = Object.fromEntries(
    [...read("env").matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const pid = Number(/"pid":(\d+)/.exec(read("frontdesk.log"))?.[1]);
  onTestFinished(() => void (pid && process.kill(pid)));
  return { status, output: stdout + stderr, variables };
}

test("the action gives later steps the URL and the key of a server, and masks the key first", async () => {
  const { status, output, variables } = await runAction();
  expect(status, output).toBe(0);
  const { FRONTDESK_URL: baseUrl = "", FRONTDESK_KEY: key = "" } = variables;
  expect(output.split("\n")[0]).toBe(`::add-mask::${key}`);
  const { account } = await createFrontdesk({ baseUrl, key }).account();
  expect(account.name).toBe("default");
});

test("the action fails with the server's reason if it cannot start", async () => {
  const { status, output } = await runAction({ FRONTDESK_EDITION: "newest" });
  expect(status).toBe(1);
  expect(output).toContain("FRONTDESK_EDITION must be later or earlier");
});
