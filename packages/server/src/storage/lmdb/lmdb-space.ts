import { open as openFile } from "node:fs/promises";
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import { isStorageFull, StorageFullError } from "../storage-full.ts";

/** Bytes kept free for commits that delete data: LMDB writes new pages before it frees old ones. */
const deletionReserveBytes = 2 ** 20;
/** The part of the reserve that no other commit may use, even on a full disk. */
const minDeletionReserveBytes = deletionReserveBytes / 4;
/** The part of free pages that counts as available: a large value needs adjacent ones. */
const usablePartOfFreePages = 1 / 2;
/** Extra bytes that the file grows in advance, so that not every commit has to grow it. */
const growStepBytes = 2 * 2 ** 20;
const zeros = Buffer.alloc(256 * 1024);

/**
 * Disk space of a database whose file only grows. The file is grown here, in advance, because a write by LMDB itself that finds the
 * disk full may end the process. On a full disk, the free pages within the file remain, and a reserve after its last page.
 */
export interface LmdbSpace {
  /**
   * Reserves what a commit may write. Returns `null` if there is space, otherwise a promise that checks it.
   *
   * @throws StorageFullError if there is no space, unless the commit does not increase usage.
   */
  reserveSpace(bytes: number, increasesUsage: () => boolean): Promise<void> | null;
  /** Called with the reserved bytes once they are written, or never will be. */
  releaseSpace(bytes: number): void;
  /** Resolves when no check is running. One that runs reads the database and writes its file. */
  settle(): Promise<void>;
}

/** Creates the check of the disk space for the commits of a database. */
export function createLmdbSpace(database: RootDatabase<unknown, string>): LmdbSpace {
  const file = dataFileOf(database);
  /** Bytes that can be reserved before the pages are counted again. Negative after a commit that uses the reserve. */
  let availableBytes = 0;
  /** Bytes of commits that may not have reached the file yet. */
  let unwrittenBytes = 0;
  let lastCheck: Promise<void> = Promise.resolve();

  /** Counts bytes that a commit is about to write: they are no longer available to others, and unwritten until `releaseSpace`. */
  function countUnwritten(bytes: number): void {
    availableBytes -= bytes;
    unwrittenBytes += bytes;
  }

  /**
   * Reserves disk space for a commit. If too little is known to be available, first measures the database, and grows its file: this
   * commit, those that others are about to write (`unwrittenBytes`) and the reserve for deletions must fit after its last page.
   *
   * On a full disk the file cannot grow. Then free pages inside it count too (`availableOnFullDisk`), and a commit that does not increase
   * usage may use the reserve. That leaves `availableBytes` negative, so that the next commit measures again.
   *
   * @throws StorageFullError if the disk is full, unless the commit does not increase usage and the reserve suffices
   */
  async function checkAndReserve(bytes: number, increasesUsage: () => boolean): Promise<void> {
    if (availableBytes < bytes) {
      const { end, freeBytes } = measureDatabase(database);
      const { bytesAfterEnd, isDiskFull } = await growFile(file, end, unwrittenBytes + bytes + deletionReserveBytes);
      const spareBytes = bytesAfterEnd - unwrittenBytes;
      availableBytes = isDiskFull ? availableOnFullDisk(spareBytes, freeBytes) : spareBytes - deletionReserveBytes;
      const hasSpace = availableBytes >= bytes || (spareBytes >= bytes && !increasesUsage());
      if (!hasSpace) throw new StorageFullError("The disk of the storage is full");
    }
    countUnwritten(bytes);
  }

  return {
    /**
     * Reserves disk space at once and returns `null` if enough is known to be free. Else measures first, and returns a promise. A commit
     * for which `increasesUsage` returns false, such as a deletion, may then use the space that is reserved for deletions.
     */
    reserveSpace(bytes, increasesUsage) {
      if (availableBytes < bytes) {
        // One check at a time, so that each sees what the one before reserved.
        const check = lastCheck.then(() => checkAndReserve(bytes, increasesUsage));
        lastCheck = check.catch(() => {});
        return check;
      }
      countUnwritten(bytes);
      return null;
    },
    /** No longer counts bytes as unwritten. They are not available again: they are in the file, or the next check finds them. */
    releaseSpace(bytes) {
      unwrittenBytes -= bytes;
    },
    /** Resolves when no check is running: each uses the database, which is closed only then. */
    settle: () => lastCheck,
  };
}

/** Returns the path of the database's file. The cast is needed because lmdb's types omit `path`. */
function dataFileOf(database: RootDatabase<unknown, string>): string {
  return join((database as unknown as { path: string }).path, "data.mdb");
}

/**
 * Returns how many bytes commits can reserve if the file cannot grow. LMDB writes to free pages, or after the last page (where there are
 * `spareBytes`) if it finds none that fit. Which one cannot be known before, so there must be space in both. Each keeps a part for
 * commits that delete data. Of the free pages, only half count, because a large value needs adjacent ones.
 */
function availableOnFullDisk(spareBytes: number, bytesInFreePages: number): number {
  const availableAfterEnd = spareBytes - minDeletionReserveBytes;
  const availableInFreePages = (bytesInFreePages - deletionReserveBytes) * usablePartOfFreePages;
  return Math.min(availableAfterEnd, availableInFreePages);
}

/**
 * Grows the database's file, by writing zeros, until it has this many bytes after the last page, which ends at `end`.
 * Stops when the disk is full, which would end the process if LMDB met it. Returns how many bytes the file has there.
 */
async function growFile(
  file: string,
  end: number,
  minBytesAfterEnd: number,
): Promise<{ bytesAfterEnd: number; isDiskFull: boolean }> {
  const handle = await openFile(file, "r+");
  try {
    let { size } = await handle.stat();
    if (size - end >= minBytesAfterEnd) return { bytesAfterEnd: size - end, isDiskFull: false };
    const targetSize = end + minBytesAfterEnd + growStepBytes;
    try {
      while (size < targetSize) {
        const { bytesWritten } = await handle.write(zeros, 0, zeros.length, size);
        size += bytesWritten;
      }
    } catch (error) {
      // On a full disk, what was written up to here stays.
      if (!isStorageFull(error)) throw error;
    }
    return { bytesAfterEnd: size - end, isDiskFull: size - end < minBytesAfterEnd };
  } finally {
    await handle.close();
  }
}

/** Returns the offset in the file after the last page of the database, and the bytes of unused pages before it. */
function measureDatabase(database: RootDatabase<unknown, string>): { end: number; freeBytes: number } {
  const { root, free, lastPageNumber, pageSize } = database.getStats() as unknown as LmdbStats;
  // Every page is a meta page, in the tree of records, in the tree of free pages, or free.
  const pages = lastPageNumber + 1;
  const metaPages = 2;
  return { end: pages * pageSize, freeBytes: (pages - metaPages - pagesOf(root) - pagesOf(free)) * pageSize };
}

interface Tree {
  treeBranchPageCount: number;
  treeLeafPageCount: number;
  overflowPages: number;
}

/** Statistics of a database, which lmdb's types do not describe. */
interface LmdbStats {
  root: Tree;
  free: Tree;
  lastPageNumber: number;
  pageSize: number;
}

/** Returns the number of pages that a tree uses. */
const pagesOf = ({ treeBranchPageCount, treeLeafPageCount, overflowPages }: Tree) =>
  treeBranchPageCount + treeLeafPageCount + overflowPages;
