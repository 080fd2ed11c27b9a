import { EventEmitter, once } from "node:events";
import { createStorage } from "unstorage";
import memoryDriver from "unstorage/drivers/memory";
import { expect, onTestFinished, test, vi } from "vitest";
import { lmdbDriver } from "../../src/storage/lmdb/lmdb-driver.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { isStorageFull, StorageFullError } from "../../src/storage/storage-full.ts";
import { temporaryFolder } from "./folder.ts";

test("a storage of the caller stays open for the caller when the server closes", async () => {
  const storage = createStorage({ driver: memoryDriver() });
  const dispose = vi.spyOn(storage, "dispose");
  const backend = await openStorage(storage);
  expect([backend.description, backend.warnings]).toEqual([
    "memory",
    [expect.stringContaining("several need redis://"), expect.stringContaining("Set FRONTDESK_SECRET")],
  ]);
  await backend.kv.commit([["a", { n: 1 }]]);
  await backend.close();
  expect(dispose).not.toHaveBeenCalled();
  expect((await storage.getKeys()).length).toBeGreaterThan(0);
});

test("a driver of the caller that has no name is described as what it is", async () => {
  const { name: _name, ...driver } = memoryDriver();
  const backend = await openStorage(driver);
  expect(backend.description).toBe("a storage of the caller");
  await backend.kv.commit([["a", { n: 1 }]]);
  expect(await backend.kv.get("a")).toEqual({ n: 1 });
  await backend.close();
});

test("closing waits for the work that holds a lock, and then no listener is called", async () => {
  const backend = await openStorage("memory:");
  const heard = vi.fn();
  backend.bus.subscribe("topic", heard);
  const signals = new EventEmitter();
  const [started, finished] = [once(signals, "started"), once(signals, "finished")];
  const work = backend.locks.with(["a"], async () => {
    signals.emit("started");
    await finished;
    await backend.kv.commit([["a", { n: 1 }]]);
  });
  const closing = backend.close();
  await started;
  signals.emit("finished");
  await Promise.all([work, closing]);
  await backend.bus.publish("topic");
  expect(heard).not.toHaveBeenCalled();
  await expect(backend.kv.get("a")).rejects.toThrow("closed");
});

const withCode = (code: unknown) => Object.assign(new Error("failed"), { code });

test.each([
  ["no space left", withCode("ENOSPC"), true],
  ["a quota used up", withCode("EDQUOT"), true],
  ["a quota used up, by its number", withCode(122), process.platform === "linux"],
  ["a file too large", withCode("EFBIG"), true],
  ["LMDB's map full", withCode(-30_792), true],
  ["Redis without memory", new Error("OOM command not allowed when used memory > 'maxmemory'."), true],
  ["Redis with a full disk", new Error("MISCONF Errors writing to the AOF file: No space left on device"), true],
  ["its own error", new StorageFullError("full"), true],
  ["a cause that is full", new Error("failed", { cause: new Error("outer", { cause: withCode("ENOSPC") }) }), true],
  ["another code", withCode("EACCES"), false],
  ["another message", new Error("ROOM command not allowed"), false],
  ["no error", "ENOSPC", false],
])("%s means a full storage", (_what, error, isFull) => {
  expect(isStorageFull(error)).toBe(isFull);
});

test("a storage with the lmdb driver and a further mount has no atomic commits of its own, so it gets redo records", async () => {
  const folder = temporaryFolder();
  const storage = createStorage({ driver: lmdbDriver({ dir: folder.dir }) });
  onTestFinished(async () => {
    await storage.dispose();
    folder.remove();
  });
  const alone = await openStorage(storage);
  expect(alone.warnings.join()).not.toContain("several need redis://");
  await alone.close();
  storage.mount("other", memoryDriver());
  const mounted = await openStorage(storage);
  expect(mounted.warnings.join()).toContain("several need redis://");
  await mounted.close();
});
