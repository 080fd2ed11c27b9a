import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { freePort } from "../../../tunnel/test/free-port.ts";
import { temporaryFolder } from "./folder.ts";

/** A Redis of the test's own, on a free port, that stores nothing on disk. */
export interface RedisServer {
  url: string;
  stop(): Promise<void>;
}

/** Starts a Redis, or resolves with `null` where none is installed. In CI a missing one is a failure. */
export async function startRedis(args: string[] = []): Promise<RedisServer | null> {
  const port = await freePort();
  const { dir, remove } = temporaryFolder();
  const fixed = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", dir];
  const server = spawn("redis-server", [...fixed, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await ready(server);
  } catch (error) {
    remove();
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || process.env.CI) throw error;
    return null;
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill("SIGKILL");
        await once(server, "exit");
      }
      remove();
    },
  };
}

async function ready(server: ChildProcess) {
  await once(server, "spawn");
  for await (const line of createInterface({ input: server.stdout! })) {
    if (!line.includes("Ready to accept connections")) continue;
    server.stdout!.resume();
    return;
  }
  throw new Error("redis-server ended before it was ready");
}
