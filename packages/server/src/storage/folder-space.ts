import { rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StorageFullError } from "./storage-full.ts";

/** Size of the reserve file. It is deleted if the disk is full, so that data can still be deleted. */
const reserveBytes = 2 ** 20;
/** The reserve file is created only if more than this is free, so that its own size stays free at least. */
const minFreeForReserve = 2 * reserveBytes;
/** Bytes that every commit leaves free, unless it does not increase usage, as one that deletes data. */
const marginBytes = 256 * 1024;

/** Disk space of a folder. Checked before each commit, because a full disk would truncate a file that is written in place. */
export interface FolderSpace {
  /** Checks the space for a commit. @throws StorageFullError if the bytes do not fit, unless the commit does not increase usage. */
  checkSpace(bytes: number, increasesUsage: () => Promise<boolean>): Promise<void>;
  /** Deletes the reserve file. Returns `false` if it was deleted already. */
  releaseReserve(): Promise<boolean>;
}

/**
 * Creates the check of the disk space for a storage in a folder. A reserve file holds space that commits which delete
 * data can use when the disk is full. The first commit with enough space creates it.
 */
export function createFolderSpace(dir: string): FolderSpace {
  const reserveFile = join(dir, "reserve");
  /** `null` until the first check. */
  let hasReserveFile: boolean | null = null;

  /**
   * Deletes the reserve file, which frees disk space. Returns whether another attempt of a failed commit may succeed by that: `false` only
   * if the file is known to be deleted already.
   */
  async function releaseReserve(): Promise<boolean> {
    const hadReserveFile = hasReserveFile;
    hasReserveFile = false;
    await rm(reserveFile, { force: true });
    return hadReserveFile !== false;
  }

  /**
   * Returns whether the reserve file, whose space is freed when the disk is full, is there and complete. One of another size was left by
   * a crash while it was written.
   */
  async function isReserveComplete(): Promise<boolean> {
    const stats = await stat(reserveFile).catch(() => null);
    return stats?.size === reserveBytes;
  }

  /**
   * Creates the reserve file unless it is there, or would make the disk full. `freeBytes` are what the commit that is being checked
   * leaves free. If the file cannot be written, deletes what was written of it, and the next commit tries again.
   */
  async function ensureReserve(freeBytes: number): Promise<void> {
    const isComplete = hasReserveFile ?? (await isReserveComplete());
    hasReserveFile ??= isComplete; // unless another commit has set it meanwhile
    const hasSpace = freeBytes > minFreeForReserve;
    if (hasReserveFile || !hasSpace) return;
    // Set before the file is written, so that commits meanwhile do not write it too.
    hasReserveFile = true;
    await writeFile(reserveFile, "0".repeat(reserveBytes), { mode: 0o600 }).catch(releaseReserve);
  }

  return {
    releaseReserve,
    /**
     * Checks the disk space for a commit of this many bytes, after which `marginBytes` must stay free. A commit that does not increase
     * usage, as it deletes data, needs no margin. Still it takes space until it has finished: if the disk lacks that, deletes the
     * reserve file, which was created for such commits while more was free.
     */
    async checkSpace(bytes, increasesUsage) {
      const { bavail, bsize } = await statfs(dir);
      const free = bavail * bsize;
      await ensureReserve(free - bytes); // only if so much more is free that the comparisons below stay true
      if (free >= bytes + marginBytes) return;
      if (await increasesUsage()) throw new StorageFullError("The disk of the storage is full");
      const needsReserve = free < bytes;
      if (needsReserve) await releaseReserve();
    },
  };
}
