import { createSecretKey } from "node:crypto";
import { Redis } from "ioredis";
import { expect, onTestFinished, type TestContext, test, vi } from "vitest";
import { createRecordCodec } from "../../src/storage/encryption/record-codec.ts";
import { generateSecret, parseSecret } from "../../src/storage/encryption/secret.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { encryptRedis, rewriteRedisFiles } from "../../src/storage/redis/encrypt-redis.ts";
import { startRedis } from "./redis-server.ts";

/** A Redis that reports these states of its rewrite one after the other, then none. */
function openRedis(states: string[], results: Record<string, string> = {}) {
  const log: string[] = [];
  const client = {
    async info() {
      const state = log.includes("rewrite") ? (states.shift() ?? "done") : "idle";
      if (state !== "idle") log.push(state);
      const flag = (name: string) => (state === name ? 1 : 0);
      const fields = {
        aof_enabled: 1,
        aof_rewrite_in_progress: flag("running"),
        aof_rewrite_scheduled: flag("scheduled"),
        aof_last_bgrewrite_status: "ok",
        rdb_bgsave_in_progress: 0,
        rdb_last_bgsave_status: "ok",
        ...results,
      };
      const lines = Object.entries(fields).map(([name, value]) => `${name}:${value}`);
      return ["# Persistence", ...lines, ""].join("\r\n");
    },
    bgrewriteaof: async () => void log.push("rewrite"),
    bgsave: async (...how: string[]) => void log.push(["save", ...how].join(" ")),
  };
  return { client: client as unknown as Redis, log };
}

test("the dump is saved after the rewrite, also if that had to wait for another save", async () => {
  const { client, log } = openRedis(["scheduled", "running"]);
  await rewriteRedisFiles(client);
  const steps = log.filter((step, at) => step !== log[at - 1]);
  expect(steps).toEqual(["rewrite", "scheduled", "running", "done", "save SCHEDULE", "done"]);
});

test.each(["aof_last_bgrewrite_status", "rdb_last_bgsave_status"])(
  "a Redis that reports a failed %s is an error",
  async (field) => {
    const { client } = openRedis([], { [field]: "err" });
    await expect(rewriteRedisFiles(client)).rejects.toThrow(`Redis says ${field}: err`);
  },
);

test("a Redis without an append-only file saves its dump alone", async () => {
  const { client, log } = openRedis([], { aof_enabled: "0" });
  await rewriteRedisFiles(client);
  expect(log).toEqual(["save SCHEDULE"]);
});

/** A Redis of the test's own, and a client as the storage has it. */
async function start({ skip }: TestContext) {
  const redis = await startRedis();
  if (redis === null) return skip("redis-server is not installed");
  const client = new Redis(redis.url, { keyPrefix: "frontdesk:" });
  onTestFinished(async () => {
    client.disconnect();
    await redis.stop();
  });
  return { url: redis.url, client };
}

test("Redis replaces no record that another server has changed since it was read", async (context) => {
  const { client } = await start(context);
  await client.mset("kv:a", '{"n":1}', "kv:b", '{"n":1}');
  const read = client.getBuffer.bind(client);
  vi.spyOn(client, "getBuffer").mockImplementation(async (key) => {
    const bytes = await read(key);
    if (key === "kv:a") await client.set(key, '{"n":2}');
    return bytes;
  });
  const codec = createRecordCodec();
  const dataKey = { id: 1, key: createSecretKey(Buffer.alloc(32, 1)) };
  codec.useKeys([dataKey], dataKey);
  await encryptRedis(client, codec);
  const [a, b] = [await client.get("kv:a"), await read("kv:b")];
  expect([a, codec.isEncrypted(b!), codec.decode("b", b!)]).toEqual(['{"n":2}', true, { n: 1 }]);
});

test("a data key that one server adds encrypts what the others store from then on", async (context) => {
  const { client, url } = await start(context);
  const secret = generateSecret();
  const [here, there] = [await openStorage(url, { secret }), await openStorage(url, { secret })];
  onTestFinished(async () => {
    await Promise.all([here.close(), there.close()]);
  });
  const keyOfNext = async () => {
    await there.kv.commit([["a", { n: 1 }]]);
    return (await client.getBuffer("kv:a"))?.readUInt32BE(1);
  };
  expect(await keyOfNext()).toBe(1);
  await here.encryption?.keyring.addSecret(parseSecret(generateSecret(), "The new one"));
  await expect.poll(keyOfNext).toBe(2);
});
