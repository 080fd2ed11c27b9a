import { setImmediate as nextTurn } from "node:timers/promises";
import type { RootDatabase } from "lmdb";
import { expect, onTestFinished, test } from "vitest";
import { lmdbDriver } from "../../src/storage/lmdb/lmdb-driver.ts";
import { createLmdbKv } from "../../src/storage/lmdb/lmdb-kv.ts";
import { temporaryFolder } from "./folder.ts";

/** A storage whose reads from the database are counted. */
function open(options: Parameters<typeof createLmdbKv>[1] = {}) {
  const driver = lmdbDriver({ dir: temporaryFolder().dir });
  const database = driver.getInstance?.() as RootDatabase<unknown, string>; // Ours, of which no other is named so.
  const { getBinary } = database;
  let reads = 0;
  database.getBinary = ((...args: Parameters<typeof getBinary>) => {
    reads++;
    return getBinary.apply(database, args);
  }) as typeof getBinary;
  const kv = createLmdbKv(database, options);
  onTestFinished(() => kv.close());
  /** How often the database is read for so many reads of a key. */
  const readsOf = async (key: string, times = 2) => {
    const before = reads;
    for (let time = 0; time < times; time++) await kv.get(key);
    return reads - before;
  };
  return { kv, database, readsOf };
}

/** A record of so many bytes as it is stored. */
const record = (bytes: number) => ({ text: "x".repeat(bytes - '{"text":""}'.length) });

test("a small record is read from the disk once, a large one each time", async () => {
  const { kv, readsOf } = open();
  await kv.commit([
    ["small", record(8 * 1024)],
    ["large", record(8 * 1024 + 1)],
    ["frozen small", Object.freeze(record(8 * 1024))],
    ["frozen large", Object.freeze(record(8 * 1024 + 1))],
  ]);
  const counts: number[] = [];
  for (const key of ["small", "large", "frozen small", "frozen large"]) counts.push(await readsOf(key));
  // A frozen one is kept as it is committed.
  expect(counts).toEqual([1, 2, 0, 2]);
});

test("a record that has grown large is no longer cached, and a deleted one is gone", async () => {
  const { kv, readsOf } = open();
  await kv.commit([["key", record(100)]]);
  expect(await readsOf("key")).toBe(1);
  const large = Object.freeze(record(9_000));
  await kv.commit([["key", large]]);
  expect(await kv.get("key")).toEqual(large);
  expect(await readsOf("key")).toBe(2);
  await kv.commit([["key", null]]);
  expect(await kv.get("key")).toBeNull();
});

test("cached records use at most four mebibytes", async () => {
  const { kv, readsOf } = open();
  const keys = Array.from({ length: 600 }, (_, at) => `key:${at}`);
  await kv.commit(keys.map((key) => [key, record(8 * 1024)]));
  for (const key of keys) await kv.get(key);
  let kept = 0;
  for (const key of keys.toReversed()) if ((await readsOf(key, 1)) === 0) kept++;
  expect(kept).toBe(512);
});

test("at most 4,096 records are cached, the last ones", async () => {
  const { kv, readsOf } = open();
  const keys = Array.from({ length: 4_200 }, (_, at) => `key:${at}`);
  await kv.commit(keys.map((key) => [key, Object.freeze({ key })]));
  let kept = 0;
  for (const key of keys.toReversed()) if ((await readsOf(key, 1)) === 0) kept++;
  expect(kept).toBe(4_096);
});

test("shared values are frozen, at any depth", async () => {
  const { kv } = open();
  await kv.commit([["key", { list: [{ a: 1 }], nothing: null }]]);
  const found = await kv.get<{ list: { a: number }[] }>("key");
  expect([Object.isFrozen(found), Object.isFrozen(found?.list), Object.isFrozen(found?.list[0])]).toEqual([
    true,
    true,
    true,
  ]);
});

test("two overlapping commits of one key leave the second's value", async () => {
  const { kv } = open();
  const first = kv.commit([["key", Object.freeze({ n: 1 })]]);
  for (let turn = 0; turn < 2; turn++) await nextTurn();
  const second = kv.commit([["key", Object.freeze({ n: 2 })]]);
  await first;
  await second;
  expect(await kv.get("key")).toEqual({ n: 2 });
  await kv.commit([["key", { n: 3 }]]);
  expect(await kv.get("key")).toEqual({ n: 3 });
});

test("a failed commit blocks no later one, and its key is unchanged", async () => {
  const { kv, database, readsOf } = open();
  await kv.commit([["key", { n: 1 }]]);
  const { batch } = database;
  database.batch = () => Promise.reject(new Error("no way"));
  await expect(kv.commit([["key", Object.freeze({ n: 2 })]])).rejects.toThrow("could not commit");
  database.batch = batch;
  expect(await kv.get("key")).toEqual({ n: 1 });
  // Nothing is under way any more, so it is kept again.
  expect(await readsOf("key")).toBe(0);
  await kv.commit([["key", Object.freeze({ n: 3 })]]);
  expect(await kv.get("key")).toEqual({ n: 3 });
});

test("closing waits for running commits, happens once, and ends all use", async () => {
  const { kv, database } = open();
  const { close } = database;
  let closed = 0;
  database.close = () => {
    closed++;
    return close.call(database);
  };
  let isStored = false;
  const committed = kv.commit([["key", { n: 1 }]]).then(() => {
    isStored = true;
  });
  await kv.close();
  expect(isStored).toBe(true);
  await committed;
  await kv.close();
  expect(closed).toBe(1);
  await expect(kv.get("key")).rejects.toThrow("The storage is closed");
  await expect(kv.commit([["key", {}]])).rejects.toThrow("The storage is closed");
});

test("a database given by the caller stays open", async () => {
  const { kv, database } = open({ dispose: false });
  await kv.commit([["key", { n: 1 }]]);
  await kv.close();
  expect(database.get("key")).toEqual({ n: 1 });
  await database.close();
});
