import { statSync, writeFileSync } from "node:fs";
import * as files from "node:fs/promises";
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createFolderSpace } from "../../src/storage/folder-space.ts";
import { createLmdbSpace } from "../../src/storage/lmdb/lmdb-space.ts";
import { StorageFullError } from "../../src/storage/storage-full.ts";
import { temporaryFolder } from "./folder.ts";

const kibibyte = 1024;
const mebibyte = 2 ** 20;
const reserve = mebibyte;

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return { ...real, open: vi.fn(), statfs: vi.fn(), writeFile: vi.fn(real.writeFile) };
});

const never = () => {
  throw new Error("Nobody should ask");
};

describe("the free space of a folder", () => {
  const margin = 256 * kibibyte;
  const setFree = (bytes: number) =>
    vi.mocked(files.statfs).mockResolvedValue({ bavail: bytes, bsize: 1 } as Awaited<ReturnType<typeof files.statfs>>);

  function open() {
    const { dir } = temporaryFolder();
    const file = join(dir, "reserve");
    return { file, size: () => statSync(file, { throwIfNoEntry: false })?.size, room: createFolderSpace(dir) };
  }

  test("has a reserve file if more than twice its size is free, accessible only to this user", async () => {
    const { file, size, room } = open();
    setFree(2 * reserve + 1_000);
    await room.checkSpace(1_000, never);
    expect(size()).toBeUndefined();
    setFree(2 * reserve + 1_001);
    await room.checkSpace(1_000, never);
    expect(size()).toBe(reserve);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("is checked for a commit only if it leaves less than the margin", async () => {
    const { room } = open();
    setFree(1_000 + margin);
    await room.checkSpace(1_000, never);
    setFree(1_000 + margin - 1);
    await expect(room.checkSpace(1_000, async () => true)).rejects.toThrow(StorageFullError);
    await room.checkSpace(1_000, async () => false);
  });

  test("includes the reserve for commits that free at least as much as they use, and for nothing else", async () => {
    const { size, room } = open();
    setFree(10 * mebibyte);
    await room.checkSpace(0, never);
    setFree(1_000);
    await room.checkSpace(1_000, async () => false);
    expect(size()).toBe(reserve);
    await expect(room.checkSpace(1_001, async () => true)).rejects.toThrow(StorageFullError);
    expect(size()).toBe(reserve);
    await room.checkSpace(1_001, async () => false);
    expect(size()).toBeUndefined();
    expect(await room.releaseReserve()).toBe(false);
    // It is made again once there is room.
    setFree(10 * mebibyte);
    await room.checkSpace(0, never);
    expect(size()).toBe(reserve);
    expect([await room.releaseReserve(), await room.releaseReserve(), size()]).toEqual([true, false, undefined]);
  });

  test("includes the reserve of an earlier start that no commit has seen", async () => {
    const { file, size, room } = open();
    writeFileSync(file, "0".repeat(reserve));
    expect(await room.releaseReserve()).toBe(true);
    expect(size()).toBeUndefined();
  });

  test("recognises the reserve of an earlier start, and ignores an incomplete one", async () => {
    for (const [bytes, writes] of [
      [reserve, 0],
      [reserve - 1, 1],
    ] as const) {
      const { file, size, room } = open();
      writeFileSync(file, "0".repeat(bytes));
      setFree(10 * mebibyte);
      vi.mocked(files.writeFile).mockClear();
      for (let time = 0; time < 3; time++) await room.checkSpace(0, never);
      expect([vi.mocked(files.writeFile).mock.calls.length, size()]).toEqual([writes, reserve]);
    }
  });

  test("writes the reserve once for commits that begin together", async () => {
    const { room } = open();
    setFree(10 * mebibyte);
    vi.mocked(files.writeFile).mockClear();
    await Promise.all([room.checkSpace(0, never), room.checkSpace(0, never)]);
    expect(files.writeFile).toHaveBeenCalledOnce();
  });

  test("keeps no incomplete reserve file, and tries again", async () => {
    const { size, room } = open();
    setFree(10 * mebibyte);
    vi.mocked(files.writeFile).mockRejectedValueOnce(new Error("ENOSPC"));
    await room.checkSpace(0, never);
    expect(size()).toBeUndefined();
    await room.checkSpace(0, never);
    expect(size()).toBe(reserve);
  });
});

describe("the free space of a database", () => {
  const pageSize = 4_096;
  const step = 2 * mebibyte;
  let disk: number;
  let size: number;
  let opened: number;
  let fault: Error;

  beforeEach(() => {
    [disk, size, opened] = [Number.POSITIVE_INFINITY, 0, 0];
    fault = Object.assign(new Error("write"), { code: "ENOSPC" });
    vi.mocked(files.open).mockImplementation(async () => {
      opened++;
      const handle = {
        stat: async () => ({ size }),
        write: async (_bytes: Buffer, _offset: number, length: number) => {
          const bytesWritten = Math.min(length, disk - size);
          if (bytesWritten <= 0) throw fault;
          size += bytesWritten;
          return { bytesWritten };
        },
        close: async () => void opened--,
      };
      return handle as unknown as files.FileHandle;
    });
  });

  /** A database of ten pages, of which `free` hold nothing. */
  function open(free = 0) {
    const tree = { treeBranchPageCount: 0, treeLeafPageCount: 0, overflowPages: 0 };
    const stats = {
      root: { ...tree, treeLeafPageCount: 7 - free },
      free: { ...tree, treeBranchPageCount: 1 },
      lastPageNumber: 9,
      pageSize,
    };
    const database = { path: "/nowhere", getStats: () => stats } as unknown as RootDatabase<unknown, string>;
    return createLmdbSpace(database);
  }
  const end = 10 * pageSize;

  test("is allocated ahead, and counted again once it is used up", async () => {
    const room = open();
    await room.reserveSpace(1_000, never);
    expect(size).toBeGreaterThanOrEqual(end + 1_000 + reserve + step);
    expect(size).toBeLessThan(end + 1_000 + reserve + step + 256 * kibibyte);
    const left = size - end - reserve - 1_000;
    expect(room.reserveSpace(left - 1, never)).toBeNull();
    expect(room.reserveSpace(1, never)).toBeNull();
    const before = size;
    const counted = room.reserveSpace(1, never);
    expect(counted).not.toBeNull();
    await counted;
    expect(size).toBeGreaterThan(before);
    expect(opened).toBe(0);
  });

  test("covers all uncommitted writes, and needs no more for committed ones", async () => {
    const room = open();
    const bytes = 512 * kibibyte;
    for (let time = 0; time < 20; time++) await room.reserveSpace(bytes, never);
    expect(size).toBeGreaterThanOrEqual(end + 20 * bytes + reserve);
    for (let time = 0; time < 20; time++) room.releaseSpace(bytes);
    const before = size;
    for (let time = 0; time < 20; time++) {
      await room.reserveSpace(bytes, never);
      room.releaseSpace(bytes);
    }
    expect(size).toBe(before);
  });

  test("on a full disk is kept for commits that free at least as much as they use, as far as the reserve allows", async () => {
    const room = open();
    disk = end + reserve;
    await expect(room.reserveSpace(reserve, () => true)).rejects.toThrow(StorageFullError);
    await room.reserveSpace(reserve, () => false);
    await expect(room.reserveSpace(1, () => false)).rejects.toThrow(StorageFullError);
    room.releaseSpace(reserve);
    // What fits before the last quarter of the reserve cannot be new, for no free page holds it.
    await expect(room.reserveSpace(1, () => true)).rejects.toThrow(StorageFullError);
    await room.reserveSpace(1, () => false);
    expect(opened).toBe(0);
  });

  test("is enough if the commit and the reserve fit, without the extra bytes for later ones", async () => {
    const room = open();
    disk = end + reserve + 1_000;
    await room.reserveSpace(1_000, never);
    expect(size).toBe(disk);
    const tight = open();
    [disk, size] = [end + reserve + 999, 0];
    await expect(tight.reserveSpace(1_000, () => true)).rejects.toThrow(StorageFullError);
  });

  test("on a full disk includes free pages only beyond those that commits which delete data need", async () => {
    const room = open(7);
    disk = end + reserve;
    await expect(room.reserveSpace(1, () => true)).rejects.toThrow(StorageFullError);
    await room.reserveSpace(1, () => false);
  });

  test("that cannot be allocated for another reason fails the commit with that error, and not the next one", async () => {
    const room = open();
    disk = 0;
    fault = Object.assign(new Error("no such device"), { code: "EIO" });
    await expect(room.reserveSpace(1, never)).rejects.toThrow("no such device");
    expect(opened).toBe(0);
    disk = Number.POSITIVE_INFINITY;
    await room.reserveSpace(1, never);
  });

  test("is settled when the counted commit has ended, successfully or not", async () => {
    for (const most of [Number.POSITIVE_INFINITY, 0]) {
      const room = open();
      disk = most;
      const counted = room.reserveSpace(1, () => true)?.catch(() => {});
      let isSettled = false;
      const settled = room.settle().then(() => {
        isSettled = true;
      });
      expect(opened).toBe(0);
      await Promise.resolve();
      expect(isSettled).toBe(false);
      await settled;
      expect(opened).toBe(0);
      await counted;
    }
  });
});
