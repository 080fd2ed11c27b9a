import { statSync } from "node:fs";
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import { createStorage } from "unstorage";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { lmdbDriver, waitUntilDurable } from "../../src/storage/lmdb/lmdb-driver.ts";
import { temporaryFolder } from "./folder.ts";

describe("the lmdb driver, as any driver of unstorage", () => {
  let folder = temporaryFolder();
  let storage = createStorage<string>();

  beforeEach(() => {
    folder = temporaryFolder();
    storage = createStorage<string>({ driver: lmdbDriver({ dir: folder.dir }) });
  });
  afterEach(async () => {
    await storage.dispose();
    folder.remove();
  });

  test("stores, finds and deletes an item", async () => {
    expect(await storage.getItem("a:b")).toBeNull();
    await storage.setItem("a:b", "one");
    expect(await storage.hasItem("a:b")).toBe(true);
    expect(await storage.getItem("a:b")).toBe("one");
    await storage.removeItem("a:b");
    expect(await storage.hasItem("a:b")).toBe(false);
  });

  test("lists the keys under a base, or all, and clears them", async () => {
    for (const key of ["a:1", "a:2", "b:1"]) await storage.setItem(key, key);
    expect((await storage.getKeys("a")).sort()).toEqual(["a:1", "a:2"]);
    expect(await storage.getKeys()).toHaveLength(3);
    await storage.clear();
    expect(await storage.getKeys()).toEqual([]);
  });

  test("rejects a key that is too long to store, and finds none by it", async () => {
    const key = "k".repeat(5_000);
    await expect(storage.setItem(key, "one")).rejects.toThrow(RangeError);
    expect(await storage.getItem(key)).toBeNull();
    expect(await storage.hasItem(key)).toBe(false);
    await storage.removeItem(key);
  });
});

test("the keys under a base are listed and cleared, and no others", async () => {
  const driver = lmdbDriver({ dir: temporaryFolder().dir });
  onTestFinished(() => driver.dispose?.());
  for (const key of ["a", "a:1", "a:2", "a;", "b:1"]) await driver.setItem?.(key, "one", {});
  expect(await driver.getKeys("a:", {})).toEqual(["a:1", "a:2"]);
  expect(await driver.getKeys("c", {})).toEqual([]);
  await driver.clear?.("a:", {});
  expect(await driver.getKeys("", {})).toEqual(["a", "a;", "b:1"]);
});

test.runIf(process.getuid)("a folder that the driver makes is for this user only, with any umask", async () => {
  const dir = join(temporaryFolder().dir, "outer", "data.v2");
  const mask = process.umask(0);
  onTestFinished(() => void process.umask(mask));
  const driver = lmdbDriver({ dir });
  await driver.dispose?.();
  const modes = [dir, join(dir, "data.mdb")].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600]);
});

test("a change is done only once it is on the disk", async () => {
  const driver = lmdbDriver({ dir: temporaryFolder().dir });
  const database = driver.getInstance?.() as RootDatabase<unknown, string>; // Ours, of which no other is named so.
  const flushes: (() => void)[] = [];
  const flush = () => new Promise<boolean>((resolve) => flushes.push(() => resolve(true)));
  Object.assign(database, { put: flush, remove: flush, batch: flush });
  const done: string[] = [];
  const changes = [
    Promise.resolve(driver.setItem?.("a", "one", {})).then(() => done.push("set")),
    Promise.resolve(driver.removeItem?.("a", {})).then(() => done.push("removed")),
    Promise.resolve(driver.clear?.("", {})).then(() => done.push("cleared")),
  ];
  for (const name of ["set", "removed", "cleared"]) {
    await new Promise(setImmediate);
    expect(done).not.toContain(name);
    flushes.shift()?.();
    await expect.poll(() => done.at(-1)).toBe(name);
  }
  await Promise.all(changes);
  await driver.dispose?.();
});

test("a commit that fails says why: the reason that lmdb gives later, or else its error", async () => {
  const reason = new Error("No space left on device");
  const failed = Object.assign(new Error("Commit failed"), { commitError: Promise.reject(reason) });
  await expect(waitUntilDurable(Promise.reject(failed))).rejects.toMatchObject({ cause: reason });
  const other = new Error("The database is closed");
  await expect(waitUntilDurable(Promise.reject(other))).rejects.toMatchObject({ cause: other });
});
