import { open as openFile } from "node:fs/promises";
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import { isStorageFull, StorageFullError } from "../storage-full.ts";

/** Bytes behind the database's end that only what leaves no less room may use: to remove something, pages are written first. */
const reserve = 2 ** 20;
/** Of these, the bytes that even on a full disk no other commit may touch. */
const lastReserve = reserve / 4;
/** Bytes by which the file is made to grow ahead of what needs them. */
const step = 2 * 2 ** 20;
const zeros = Buffer.alloc(256 * 1024);

/**
 * Room in a database whose file only grows. It is made here, ahead of what needs it, because a write of lmdb's own that finds
 * the disk full may end the process. On a full disk there are the free pages within the file, and a reserve behind its end.
 */
export interface LmdbSpace {
  /**
   * Counts what a commit may write. `null` where there is room for it, else what finds out.
   *
   * @throws FullError Where there is no room, unless `grows` says that it leaves no less than it found.
   */
  reserveSpace(bytes: number, grows: () => boolean): Promise<void> | null;
  /** Called with what was taken once it is written, or never will be. */
  releaseSpace(bytes: number): void;
  /** Resolves when nothing is under way. */
  settle(): Promise<void>;
}

export function createLmdbSpace(database: RootDatabase<unknown, string>): LmdbSpace {
  // lmdb's types leave it out.
  const file = join((database as unknown as { path: string }).path, "data.mdb");
  /** Bytes that may be taken before the pages are counted again. */
  let left = 0;
  /** Bytes taken by commits that may not have reached the file yet. */
  let underWay = 0;
  let last: Promise<void> = Promise.resolve();

  async function count(bytes: number, grows: () => boolean): Promise<void> {
    if (left < bytes) {
      const { end, free } = extentOf(database);
      const { behind, isDiskFull } = await grow(file, end, underWay + bytes + reserve);
      const spare = behind - underWay;
      // Where the file cannot grow, what is new goes into its free pages; some of it may not find a gap that is large enough.
      left = isDiskFull ? Math.min(spare - lastReserve, (free - reserve) / 2) : spare - reserve;
      if (left < bytes && (spare < bytes || grows())) throw new StorageFullError("The disk of the storage is full");
    }
    left -= bytes;
    underWay += bytes;
  }

  return {
    reserveSpace(bytes, grows) {
      if (left < bytes) {
        const counted = last.then(() => count(bytes, grows));
        last = counted.catch(() => {});
        return counted;
      }
      left -= bytes;
      underWay += bytes;
      return null;
    },
    releaseSpace(bytes) {
      underWay -= bytes;
    },
    settle: () => last,
  };
}

/**
 * Sees to it that there are so many bytes behind the end of the database, written out, so that the disk has them. Gives how
 * many there are in the end.
 */
async function grow(file: string, end: number, wanted: number): Promise<{ behind: number; isDiskFull: boolean }> {
  const handle = await openFile(file, "r+");
  try {
    let { size } = await handle.stat();
    if (size - end >= wanted) return { behind: size - end, isDiskFull: false };
    try {
      while (size < end + wanted + step) size += (await handle.write(zeros, 0, zeros.length, size)).bytesWritten;
    } catch (error) {
      if (!isStorageFull(error)) throw error;
    }
    return { behind: size - end, isDiskFull: size - end < wanted };
  } finally {
    await handle.close();
  }
}

/** Where the last page of the database ends, and the bytes of the pages before it that hold nothing. */
function extentOf(database: RootDatabase<unknown, string>): { end: number; free: number } {
  // lmdb's types say nothing of what there is to know.
  const { root, free, lastPageNumber, pageSize } = database.getStats() as unknown as LmdbStats;
  const pages = lastPageNumber + 1;
  // The first two lead to all others.
  return { end: pages * pageSize, free: (pages - 2 - pagesOf(root) - pagesOf(free)) * pageSize };
}

interface Tree {
  treeBranchPageCount: number;
  treeLeafPageCount: number;
  overflowPages: number;
}

interface LmdbStats {
  root: Tree;
  free: Tree;
  lastPageNumber: number;
  pageSize: number;
}

const pagesOf = ({ treeBranchPageCount, treeLeafPageCount, overflowPages }: Tree) =>
  treeBranchPageCount + treeLeafPageCount + overflowPages;
