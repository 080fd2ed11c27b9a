import { createStorage } from "unstorage";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
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

test("a commit that fails says why: the reason that lmdb gives later, or else its error", async () => {
  const reason = new Error("No space left on device");
  const failed = Object.assign(new Error("Commit failed"), { commitError: Promise.reject(reason) });
  await expect(waitUntilDurable(Promise.reject(failed))).rejects.toMatchObject({ cause: reason });
  const other = new Error("The database is closed");
  await expect(waitUntilDurable(Promise.reject(other))).rejects.toMatchObject({ cause: other });
});
