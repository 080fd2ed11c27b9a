import type { RootDatabase } from "lmdb";
import { expect, test, vi } from "vitest";
import { createLmdbKv } from "../../src/storage/lmdb/lmdb-kv.ts";
import { StorageFullError } from "../../src/storage/storage-full.ts";

const space = { isFull: true, reserved: [] as number[], released: [] as number[] };
vi.mock("../../src/storage/lmdb/lmdb-space.ts", () => ({
  createLmdbSpace: () => ({
    reserveSpace(bytes: number) {
      if (space.isFull && bytes > 200_000)
        return Promise.reject(new StorageFullError("The disk of the storage is full"));
      space.reserved.push(bytes);
      return null;
    },
    releaseSpace: (bytes: number) => void space.released.push(bytes),
    settle: async () => {},
  }),
}));

test("a storage with space for a small record only is not ready, and reserves nothing", async () => {
  const database = { path: "/nowhere", getBinary: () => undefined, put: () => {}, batch: async () => true };
  const kv = createLmdbKv(database as unknown as RootDatabase<unknown, string>);
  await expect(kv.probe()).rejects.toThrow("The disk of the storage is full");
  expect(space).toMatchObject({ reserved: [], released: [] });
});

test("a storage that fails to store the small record is not ready", async () => {
  const database = { path: "/nowhere", getBinary: () => undefined, put: () => {}, batch: async () => true };
  const kv = createLmdbKv(database as unknown as RootDatabase<unknown, string>);
  space.isFull = false;
  const failing = { ...kv, commit: () => Promise.reject(new Error("The disk fails")) };
  await expect(failing.probe()).rejects.toThrow("The disk fails");
});
