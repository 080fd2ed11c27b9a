import { existsSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { readAllRecords } from "../../src/storage/read-all-records.ts";
import { temporaryFolder } from "./folder.ts";
import { readDecrypted } from "./read-decrypted.ts";
import { startRedis } from "./redis-server.ts";

async function readKeys(storage: string) {
  const keys: string[] = [];
  for await (const [key] of readAllRecords(storage)) keys.push(key);
  return keys;
}

test("Redis is read over TLS too, and other storages have no backup", async () => {
  await expect(readKeys("rediss://127.0.0.1:1")).rejects.toThrow("ECONNREFUSED");
  await expect(readKeys("fs:data")).rejects.toThrow(
    "--storage: lmdb:<dir> and redis:// can be backed up. fs: and memory: have no consistent snapshot.",
  );
});

test("LMDB is read as of one moment, though a server writes meanwhile", async () => {
  const storage = `lmdb:${temporaryFolder().dir}`;
  const { kv, close } = await openStorage(storage);
  onTestFinished(close);
  await kv.commit([
    ["a", { n: 1 }],
    ["b", { n: 1 }],
  ]);
  const records: unknown[] = [];
  for await (const record of readDecrypted(storage)) {
    records.push(record);
    await kv.commit([
      ["b", { n: 2 }],
      ["c", { n: 2 }],
    ]);
    // The next read of the server, as another turn of the event loop has it.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(records).toEqual([
    ["a", { n: 1 }],
    ["b", { n: 1 }],
  ]);
});

test("a folder without data is an error that names it, and stays without", async () => {
  const { dir } = temporaryFolder();
  await expect(readKeys(`lmdb:${dir}`)).rejects.toThrow(`--storage: no Frontdesk data in ${dir}`);
  expect(existsSync(join(dir, "data.mdb"))).toBe(false);
});

test.each(["fs:/data", "memory:", "mysql://desk"])("%s has no snapshot to read", async (storage) => {
  await expect(readKeys(storage)).rejects.toThrow("have no consistent snapshot");
});

test("of a Redis that others use too, only the records are read, the keyring first, and no connection stays", async ({
  skip,
}) => {
  const redis = await startRedis();
  if (redis === null) return skip("redis-server is not installed");
  const admin = new Redis(redis.url);
  onTestFinished(async () => {
    admin.disconnect();
    await redis.stop();
  });
  await admin.mset("frontdesk:kv:a", "{}", "frontdesk:mutex:b", "lock", "other", "text");
  expect(await readKeys(redis.url)).toEqual(["a"]);
  const names = Array.from({ length: 20 }, (_, at) => `key:${at}`);
  for (const name of [...names, "keyring"]) await admin.set(`frontdesk:kv:${name}`, "{}");
  const [first, ...others] = await readKeys(redis.url);
  // A backup begins with the keyring, which it has once.
  expect([first, others.sort()]).toEqual(["keyring", ["a", ...names].sort()]);
  await expect
    .poll(
      async () =>
        String(await admin.client("LIST"))
          .trim()
          .split("\n").length,
    )
    .toBe(1);
});

test("a Redis that cannot be reached is an error that says why, soon and without the password", async () => {
  await expect(readKeys("redis://user:secret@127.0.0.1:1/2")).rejects.toThrow(
    "--storage redis://127.0.0.1:1/2 cannot be used: connect ECONNREFUSED 127.0.0.1:1",
  );
});
