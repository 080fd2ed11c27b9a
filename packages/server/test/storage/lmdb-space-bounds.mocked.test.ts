import * as files from "node:fs/promises";
import type { RootDatabase } from "lmdb";
import { expect, test, vi } from "vitest";
import { createLmdbSpace } from "../../src/storage/lmdb/lmdb-space.ts";
import { StorageFullError } from "../../src/storage/storage-full.ts";

vi.mock("node:fs/promises", async (original) => ({ ...(await original<object>()), open: vi.fn() }));

const pageSize = 4_096;
const pages = 10_000;

/** The space of a database with so many free pages, on a disk that is full so many bytes after the database's end. */
function open(freePages: number, bytesAfterEnd: number) {
  let size = 0;
  const handle = {
    stat: async () => ({ size }),
    async write(_bytes: Buffer, _offset: number, length: number) {
      const bytesWritten = Math.min(length, pages * pageSize + bytesAfterEnd - size);
      if (bytesWritten === 0) throw Object.assign(new Error("write"), { code: "ENOSPC" });
      size += bytesWritten;
      return { bytesWritten };
    },
    close: async () => {},
  };
  vi.mocked(files.open).mockResolvedValue(handle as unknown as files.FileHandle);
  const tree = { treeBranchPageCount: 0, treeLeafPageCount: 1, overflowPages: 0 };
  // Two pages are of neither tree.
  const root = { ...tree, overflowPages: pages - 2 - 2 - freePages };
  const stats = { root, free: tree, lastPageNumber: pages - 1, pageSize };
  return createLmdbSpace({ path: "/nowhere", getStats: () => stats } as unknown as RootDatabase<unknown, string>);
}

test.each([
  ["half of the free pages beyond the reserve", 1_000, 2_572_287, 1_523_712],
  ["what is after the end of the file, but for a quarter of the reserve", 5_000, 1_000_000, 737_856],
])("on a full disk new data has %s", async (_what, freePages, bytesAfterEnd, available) => {
  await open(freePages, bytesAfterEnd).reserveSpace(available, () => true);
  const more = open(freePages, bytesAfterEnd).reserveSpace(available + 1, () => true);
  await expect(more).rejects.toThrow(StorageFullError);
});
