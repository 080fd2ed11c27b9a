import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { freePort } from "../../../tunnel/test/free-port.ts";

const bin = fileURLToPath(new URL("../../bin/frontdesk.js", import.meta.url));
const noLimits = ["requests-per-key", "requests-per-account", "auth-failures-per-ip", "smtp-unknown-recipients"];
export const bootstrapKey = `svcagt_${"a".repeat(28)}`;
export const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });

const cleanUps: (() => void)[] = [];
afterAll(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** The built server as its users run it. */
export interface Running {
  url: string;
  smtpPort: number;
  child: ChildProcess;
  /** Resolves once it is gone. */
  kill(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

export async function startServer(
  storage: string,
  flags: string[] = [],
  env: Record<string, string> = {},
  /** Words before the command, such as those that run it in a network of its own. */
  inside: string[] = [],
): Promise<Running> {
  const ports = ["--port", "0", "--smtp-port", "0", "--storage", storage, "--json", "--log-level", "error"];
  const limits = noLimits.flatMap((name) => [`--${name}`, "0"]);
  const [file = "", ...words] = [...inside, process.execPath, bin, "serve", ...ports, ...limits, ...flags];
  const child = spawn(file, words, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, FRONTDESK_BOOTSTRAP_KEY: bootstrapKey, ...env },
  });
  cleanUps.push(() => child.kill("SIGKILL"));
  const exit = once(child, "exit");
  const line = await firstLine(child);
  if (line === null) throw new Error(`The server on ${storage} ended before it was ready`);
  const { url, smtp } = JSON.parse(line) as { url: string; smtp: string };
  return {
    url: url.replace("localhost", "127.0.0.1"),
    smtpPort: Number(smtp.split(":").at(-1)),
    child,
    async kill(signal) {
      child.kill(signal);
      await exit;
    },
  };
}

/** A Redis that loses nothing it acknowledged, as it must be configured for a server; it can be killed and started again. */
export async function createDurableRedis(moreArgs: string[] = []) {
  const port = await freePort();
  const dir = makeFolder();
  let child: ChildProcess;
  const start = async () => {
    const keep = ["--save", "", "--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction"];
    const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, ...keep, ...moreArgs];
    child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] });
    cleanUps.push(() => child.kill("SIGKILL"));
    for await (const line of createInterface({ input: child.stdout! })) if (line.includes("Ready to accept")) break;
    child.stdout!.resume();
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    dir,
    start,
    async kill() {
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    },
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
  };
}

export function makeFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "frontdesk-outside-"));
  cleanUps.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function firstLine(child: ChildProcess): Promise<string | null> {
  for await (const line of createInterface({ input: child.stdout! })) {
    child.stdout!.resume();
    return line;
  }
  return null;
}
