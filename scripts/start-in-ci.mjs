// Starts a server in memory for the rest of a GitHub job, and gives its URL and key to the later steps. action.yml runs it.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const KEY_BYTES = 24;
const POLL_MS = 50;
const { GITHUB_ENV, RUNNER_TEMP, FRONTDESK_PORT = "8787" } = process.env;
if (!GITHUB_ENV || !RUNNER_TEMP)
  throw new Error("GITHUB_ENV and RUNNER_TEMP must be set, as they are in a GitHub job.");

const key = `svcagt_${randomBytes(KEY_BYTES).toString("hex")}`;
// Later output that contains the key is masked.
console.log(`::add-mask::${key}`);

const logFile = join(RUNNER_TEMP, "frontdesk.log");
const log = openSync(logFile, "a");
const server = spawn(
  process.execPath,
  [fileURLToPath(new URL("../packages/server/bin/frontdesk.js", import.meta.url)), "serve", "--storage", "memory:"],
  { detached: true, stdio: ["ignore", log, log], env: { ...process.env, FRONTDESK_BOOTSTRAP_KEY: key } },
);
const exited = once(server, "exit").then(([code]) => {
  throw new Error(`The server ended with ${code}:\n${readFileSync(logFile, "utf8")}`);
});
const url = `http://localhost:${FRONTDESK_PORT}`;
await Promise.race([exited, whenReady()]);
appendFileSync(GITHUB_ENV, `FRONTDESK_URL=${url}\nFRONTDESK_KEY=${key}\n`);
console.log(`Frontdesk is ready at ${url}. Its log: ${logFile}`);
// The server outlives this step.
server.unref();
process.exit(0);

async function whenReady() {
  while (!(await fetch(`${url}/healthz`).catch(() => null))?.ok) await sleep(POLL_MS);
}
