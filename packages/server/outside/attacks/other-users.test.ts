import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { canSwitchUser, runAs } from "../../test/as-user.ts";

const bin = fileURLToPath(new URL("../../bin/frontdesk.js", import.meta.url));
const stranger = 23_456;
const forged = `svcagt_${"f".repeat(28)}`;
const rows: Record<string, string>[] = [];
if (!canSwitchUser) console.warn("Only root starts processes of other users, so their attacks are not tested here.");
afterAll(() => {
  if (rows.length > 0) console.table(rows);
});

// The same steps without the attack are the control: they tell that the steps themselves work.
test.runIf(canSwitchUser).each([
  { attack: "none", name: "data" },
  { attack: "socket", name: "data" },
  { attack: "none", name: "d".repeat(120) },
  { attack: "socket", name: "d".repeat(120) },
])("root's command and server beside another user's: $attack, $name", async ({ attack, name }) => {
  const { base, shared } = makeShared();
  const dir = join(base, name);
  mkdirSync(dir, { mode: 0o700 });
  if (attack === "socket") {
    const folder = join(shared, "frontdesk-0");
    const hash = createHash("sha256").update(dir).digest("hex").slice(0, 24);
    await runAs(stranger, forge(folder, `${hash}.sock`, 0o755));
  }
  const storage = `lmdb:${dir}`;
  const before = await createKey(storage, shared);
  const { server, url } = await startServer(storage, shared);
  const after = await createKey(storage, shared);
  const statuses = await Promise.all([before, after, forged].map((key) => statusOf(url, key)));
  rows.push({ attack, folder: name.slice(0, 8), "keys before, while serving, forged": statuses.join(" ") });
  expect(statuses).toEqual([200, 200, 401]);
  server.kill("SIGKILL");
});

test.runIf(canSwitchUser)("root's command and server in a data folder that another user created", async () => {
  const { shared } = makeShared();
  const planted = join(shared, "data");
  await runAs(stranger, forge(planted, "frontdesk.sock", 0o700));
  const refusal = `${planted} belongs to user ${stranger}`;
  await expect(createKey(`lmdb:${planted}`, shared)).rejects.toThrow(refusal);
  await expect(startServer(`lmdb:${planted}`, shared)).rejects.toThrow(refusal);
  rows.push({ attack: "data folder", folder: "data", "keys before, while serving, forged": "refused" });
});

/** A folder for temporary files that every user may write to, beside which root keeps its data. */
function makeShared(): { base: string; shared: string } {
  const base = mkdtempSync(join(tmpdir(), "frontdesk-attack-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  chmodSync(base, 0o755);
  const shared = join(base, "tmp");
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  return { base, shared };
}

/** JavaScript of a server that answers every command with a key of its own. */
function forge(folder: string, name: string, mode: number): string {
  const path = JSON.stringify(join(folder, name));
  const answer = { pid: 1, answer: { result: { agent_token: { id: "x", name: "x", token: forged }, token: forged } } };
  return `
    const fs = require("node:fs");
    fs.mkdirSync(${JSON.stringify(folder)}, { mode: ${mode} });
    const server = require("node:net").createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(${JSON.stringify(`${JSON.stringify(answer)}\n`)}));
    });
    server.listen(${path}, () => { fs.chmodSync(${path}, 0o777); console.log("up"); });`;
}

async function createKey(storage: string, shared: string): Promise<string> {
  const args = [bin, "key", "create", "ci", "--storage", storage];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env.PATH, TMPDIR: shared },
  });
  return /svcagt_\w+/.exec(stdout)?.[0] ?? stdout;
}

async function startServer(storage: string, shared: string): Promise<{ server: ChildProcess; url: string }> {
  const args = [bin, "serve", "--storage", storage, "--port", "0", "--smtp-port", "0", "--json"];
  const server = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, TMPDIR: shared },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  let err = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const line = await Promise.race([
    once(server.stdout, "data").then(([bytes]) => String(bytes)),
    once(server, "close").then(() => Promise.reject(new Error(`The server did not start: ${err}`))),
  ]);
  return { server, url: JSON.parse(line.split("\n", 1)[0] ?? "").url };
}

async function statusOf(url: string, key: string): Promise<number> {
  return (await fetch(`${url}/svc-api/account`, { headers: { authorization: `Bearer ${key}` } })).status;
}
