import * as fs from "node:fs";
import { join, relative } from "node:path";
import { expect, test, vi } from "vitest";
import { compactLmdb } from "../../src/storage/lmdb/encrypt-lmdb.ts";
import { lmdbDriver } from "../../src/storage/lmdb/lmdb-driver.ts";
import { temporaryFolder } from "./folder.ts";

/** The changes of files and folders in their order, and the names of what is open. */
const disk = vi.hoisted(() => ({ steps: [] as unknown[][], open: new Map<number, string>(), dir: "" }));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  const nameOf = (path: fs.PathLike) => relative(disk.dir, String(path)) || "the folder";
  return {
    ...real,
    openSync(path: string, flags: string) {
      const descriptor = real.openSync(path, flags);
      disk.open.set(descriptor, nameOf(path));
      return descriptor;
    },
    closeSync(descriptor: number) {
      real.closeSync(descriptor);
      disk.open.delete(descriptor);
    },
    fsyncSync(descriptor: number) {
      real.fsyncSync(descriptor);
      disk.steps.push(["flush", disk.open.get(descriptor)]);
    },
    mkdirSync(path: string, options: fs.MakeDirectoryOptions) {
      disk.steps.push(["create", nameOf(path), options]);
      return real.mkdirSync(path, options);
    },
    renameSync(from: string, to: string) {
      disk.steps.push(["rename", nameOf(from), nameOf(to)]);
      real.renameSync(from, to);
    },
    rmSync(path: string, options: fs.RmOptions) {
      disk.steps.push(["remove", nameOf(path)]);
      real.rmSync(path, options);
    },
  };
});

test("a data file is replaced by a copy that is on the disk, in a folder for this user alone", async () => {
  const { dir } = temporaryFolder();
  const driver = lmdbDriver({ dir });
  await driver.setItem?.("key", '{"n":1}', {});
  await driver.dispose?.();
  // What a crash has left of another copy.
  fs.mkdirSync(join(dir, "compacted"));
  fs.writeFileSync(join(dir, "compacted", "data.mdb"), "half");
  disk.dir = dir;
  disk.steps.length = 0;
  await compactLmdb(dir);
  expect(disk.steps).toEqual([
    ["remove", "compacted"],
    ["create", "compacted", { mode: 0o700 }],
    ["flush", "compacted/data.mdb"],
    ["rename", "compacted/data.mdb", "data.mdb"],
    ["flush", "the folder"],
    ["remove", "compacted"],
  ]);
  expect([disk.open.size, fs.existsSync(join(dir, "compacted"))]).toEqual([0, false]);
});
