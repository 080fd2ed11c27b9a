import { createSecretKey, randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { expect, test } from "vitest";
import { createRecordCodec } from "../../src/storage/encryption/record-codec.ts";
import { encryptRedis } from "../../src/storage/redis/encrypt-redis.ts";
import { createRedisKv } from "../../src/storage/redis/redis-kv.ts";

const createDataKey = (id: number) => ({ id, key: createSecretKey(randomBytes(32)) });

function openCodec() {
  const codec = createRecordCodec();
  const dataKey = createDataKey(1);
  codec.useKeys([dataKey], dataKey);
  return { codec, dataKey };
}

/** A Redis with these records, which lists one at each step of a scan. `change` is what another server does before a replacement. */
function openRedis(records: Map<string, Buffer>, change: (key: string) => void = () => {}) {
  const nameOf = (key: string) => key.replace(/^kv:/, "");
  const client = {
    options: { keyPrefix: "frontdesk:" },
    async scan(cursor: string) {
      const keys = [...records.keys()];
      const next = Number(cursor) + 1;
      return [next < keys.length ? String(next) : "0", keys.slice(next - 1, next).map((key) => `frontdesk:kv:${key}`)];
    },
    getBuffer: async (key: string) => records.get(nameOf(key)) ?? null,
    async eval(_script: string, _count: number, key: string, before: Buffer, after: Buffer) {
      change(nameOf(key));
      if (records.get(nameOf(key))?.equals(before)) records.set(nameOf(key), after);
    },
  };
  // The code uses no other commands.
  return client as unknown as Redis;
}

const clearText = () => Buffer.from(JSON.stringify({ code: "481220" }));

test("all records of a Redis in clear text are encrypted, over all steps of the scan, and no other record changes", async () => {
  const { codec } = openCodec();
  const encrypted = codec.encode("b", { code: "369385" });
  const records = new Map<string, Buffer>([
    ["a", clearText()],
    ["b", encrypted],
    ["format", Buffer.from('{"version":1}')],
    ["c", clearText()],
  ]);
  await encryptRedis(openRedis(records), codec);
  for (const key of ["a", "c"]) {
    expect(codec.isEncrypted(records.get(key)!)).toBe(true);
    expect(codec.decode(key, records.get(key)!)).toEqual({ code: "481220" });
  }
  expect(records.get("b")).toBe(encrypted);
  expect(String(records.get("format"))).toBe('{"version":1}');
});

test("a record that another server changes or deletes during its encryption stays as that server left it", async () => {
  const { codec } = openCodec();
  const changed = codec.encode("a", { code: "369385" });
  const records = new Map<string, Buffer>([
    ["a", clearText()],
    ["b", clearText()],
  ]);
  await encryptRedis(
    openRedis(records, (key) => void (key === "a" ? records.set("a", changed) : records.delete("b"))),
    codec,
  );
  expect([...records]).toEqual([["a", changed]]);
});

test("a record that was deleted after the scan listed it is left out", async () => {
  const { codec } = openCodec();
  const records = new Map<string, Buffer>([["a", clearText()]]);
  const client = openRedis(records);
  const { scan } = client;
  client.scan = async (...call: unknown[]) => {
    const listed = await (scan as (...call: unknown[]) => Promise<[string, string[]]>)(...call);
    records.clear();
    return listed;
  };
  await encryptRedis(client, codec);
  expect([...records]).toEqual([]);
});

test("a record with a data key of another server is read once the data keys are loaded again", async () => {
  const { codec, dataKey } = openCodec();
  const other = openCodec().codec;
  const newKey = createDataKey(2);
  other.useKeys([newKey], newKey);
  const kv = createRedisKv(openRedis(new Map([["a", other.encode("a", { code: "481220" })]])), {
    codec,
    fences: () => [],
  });
  let loads = 0;
  codec.reloadKeys = async () => {
    await new Promise(setImmediate);
    loads++;
    codec.useKeys([dataKey, newKey], newKey);
  };
  expect(await kv.get("a")).toEqual({ code: "481220" });
  expect(await kv.get("a")).toEqual({ code: "481220" });
  expect(loads).toBe(1);
});

test("a damaged record does not load the data keys again", async () => {
  const { codec } = openCodec();
  const damaged = codec.encode("a", { code: "481220" }).subarray(0, -1);
  const kv = createRedisKv(openRedis(new Map([["a", damaged]])), { codec, fences: () => [] });
  let loads = 0;
  codec.reloadKeys = async () => void loads++;
  await expect(kv.get("a")).rejects.toThrow("damaged");
  expect(loads).toBe(0);
});
