import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "@frontdesk/server";
import { expect, onTestFinished } from "vitest";
import { createBalancer } from "../../../server/outside/cluster/balancer.ts";
import { startRedis } from "../../../server/test/storage/redis-server.ts";
import { freePort } from "../../../tunnel/test/free-port.ts";

export const key = "svcagt_TestTestTestTestTestTest1234";
export const storages = ["memory", "lmdb", "two servers on one Redis"] as const;

/** A running Frontdesk with the mailbox `signup`. */
export interface Stage {
  url: string;
  /** Delivers a mail with this code. */
  sendCode(code: string): Promise<void>;
  api(method: string, path: string): Promise<{ agent_tokens: { id: string; connection?: object }[] }>;
}

/** Starts one server, or two behind a proxy that gives each connection to the next. */
export async function openStage(storage: (typeof storages)[number] = "memory"): Promise<Stage> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const servers =
    storage === "two servers on one Redis"
      ? await startCluster(port, url)
      : [await start(storage === "lmdb" ? `lmdb:${await temporaryFolder()}` : "memory:", port, url)];
  await registerMailbox(url);
  return {
    url,
    async sendCode(code) {
      const mail = { from: "shop@example.com", to: "signup@desk.example.com", subject: `Your code is ${code}` };
      await servers.at(-1)!.deliver(mail);
    },
    api: async (method, path) => (await call(url, method, path)).json() as ReturnType<Stage["api"]>,
  };
}

async function start(storage: string, port: number, publicUrl: string): Promise<Server> {
  const log = { info() {}, warn() {}, error() {} };
  const options = { storage, bootstrapKey: key, port, publicUrl, smtp: false, drain: 100, log };
  const server = await createServer(options);
  onTestFinished(() => server.close());
  await server.listen();
  return server;
}

/** Starts two servers. The proxy in front has the port of the public URL. */
async function startCluster(port: number, publicUrl: string): Promise<Server[]> {
  const redis = await startRedis();
  if (!redis) throw new Error("redis-server is missing. Install it");
  onTestFinished(() => redis.stop());
  const ports = [await freePort(), await freePort()];
  const servers = [];
  for (const own of ports) servers.push(await start(redis.url, own, publicUrl));
  const balancer = await createBalancer(() => ports, port);
  onTestFinished(() => balancer.close());
  return servers;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-oauth-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const call = (url: string, method: string, path: string, body?: object) =>
  fetch(`${url}/svc-api/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });

async function registerMailbox(url: string): Promise<void> {
  expect((await call(url, "POST", "mailbox/register", { name: "signup" })).status).toBe(200);
}
