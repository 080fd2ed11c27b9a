import { describe, expect, test } from "vitest";
import { StorageError } from "../../src/problem.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";
import { limitStorageCalls, requireDurable } from "../../src/storage/storage-timeouts.ts";

const limit = 10_000;

describe("a storage failure", () => {
  const guardFailing = (error: Error) => {
    const fail = () => Promise.reject(error);
    const kv = { ...createMemoryKv(), get: fail, commit: fail, probe: fail };
    return limitStorageCalls({ kv, locks: createLocalLocks(), close: fail }, { timeoutMs: limit });
  };
  const full = Object.assign(new Error("write"), { code: "ENOSPC" });

  test.each([
    ["failed", "The storage failed", new Error("no such file")],
    ["full", "The storage is full", full],
    ["full", "The storage is full", new Error("Could not commit", { cause: full })],
    ["full", "The storage is full", Object.assign(new Error("quota"), { code: "EDQUOT" })],
    ["full", "The storage is full", Object.assign(new Error("file too large"), { code: "EFBIG" })],
    ["full", "The storage is full", new Error("write: No space left on device")],
    ["full", "The storage is full", new Error("OOM command not allowed when used memory > 'maxmemory'.")],
    ["full", "The storage is full", Object.assign(new Error("MDB_MAP_FULL"), { code: -30_792 })],
    ["late", "The storage timed out", new Error("Command timed out")],
  ] as const)("is told as %s: %s (%s)", async (fault, message, cause) => {
    const { kv } = guardFailing(cause);
    for (const call of [() => kv.get("a"), () => kv.commit([["a", {}]]), () => kv.probe()])
      await expect(call()).rejects.toMatchObject({ name: "StorageError", fault, message, cause });
  });

  test("that says by itself what it is stays as it is", async () => {
    const error = new StorageError("Its own words", { fault: "late" });
    const { kv } = guardFailing(error);
    for (const call of [() => kv.get("a"), () => kv.commit([["a", {}]]), () => kv.probe()])
      await expect(call()).rejects.toBe(error);
  });

  test("while closing is thrown to the caller", async () => {
    await expect(guardFailing(new Error("no way to close")).close()).rejects.toThrow("no way to close");
  });
});

test("a commit is measured once it is stored, and a failed one is not", async () => {
  const measured: number[] = [];
  const kv = createMemoryKv();
  const onCommit = (milliseconds: number) => void measured.push(milliseconds);
  const guarded = limitStorageCalls(
    { kv, locks: createLocalLocks(), close: async () => {} },
    { timeoutMs: limit, onCommit },
  );
  await guarded.kv.commit([["a", {}]]);
  expect(measured).toHaveLength(1);
  expect(measured[0]).toBeGreaterThanOrEqual(0);
  await kv.close();
  await expect(guarded.kv.commit([["a", {}]])).rejects.toThrow();
  expect(measured).toHaveLength(1);
});

test("a commit is measured in milliseconds", async () => {
  const measured: number[] = [];
  const slow = createMemoryKv();
  const commit = slow.commit.bind(slow);
  slow.commit = async (writes) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await commit(writes);
  };
  const guarded = limitStorageCalls(
    { kv: slow, locks: createLocalLocks(), close: async () => {} },
    { timeoutMs: 0, onCommit: (milliseconds) => void measured.push(milliseconds) },
  );
  await guarded.kv.commit([["a", {}]]);
  expect(measured[0]).toBeGreaterThan(15);
});

test("a storage is ready if it can both write and read back", async () => {
  const inner = createMemoryKv();
  const fail = () => Promise.reject(new Error("no"));
  for (const broken of [{ get: fail }, { probe: fail }]) {
    const { kv } = limitStorageCalls(
      { kv: { ...inner, ...broken }, locks: createLocalLocks(), close: async () => {} },
      { timeoutMs: limit },
    );
    await expect(kv.probe()).rejects.toMatchObject({ fault: "failed" });
  }
});

test("closing is delegated to the storage", async () => {
  const done: string[] = [];
  const note = (what: string) => async () => void done.push(what);
  const kv = { ...createMemoryKv(), close: note("close kv") };
  const locks = { ...createLocalLocks(), close: note("close locks") };
  const guarded = limitStorageCalls({ kv, locks, close: note("close") }, { timeoutMs: limit });
  await guarded.kv.close();
  await guarded.locks.close();
  await guarded.close();
  expect(done).toEqual(["close kv", "close locks", "close"]);
});

test("each setting that is not durable is named, on its own line", () => {
  expect(() => requireDurable({ description: "lmdb:./data", risks: [] })).not.toThrow();
  expect(() => requireDurable({ description: "redis://a", risks: ["One.", "Two."] })).toThrow(
    "--require-durable: One.\n--require-durable: Two.",
  );
  expect(() => requireDurable({ description: "memory:", risks: ["More."] })).toThrow(
    "--require-durable: memory: keeps nothing. Use lmdb:<dir>.\n--require-durable: More.",
  );
});
