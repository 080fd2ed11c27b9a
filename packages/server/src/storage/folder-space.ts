import { rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StorageFullError } from "./storage-full.ts";

/** Size of the reserve file. It is deleted if the disk is full, so that data can still be deleted. */
const reserveBytes = 2 ** 20;
/** Bytes that every commit leaves free, unless it does not increase usage, as one that deletes data. */
const marginBytes = 256 * 1024;

/** Disk space of a folder. Checked before each commit, because a full disk would truncate a file that is written in place. */
export interface FolderSpace {
  /** Checks the space for a commit. @throws StorageFullError if the bytes do not fit, unless the commit does not increase usage. */
  reserveSpace(bytes: number, increasesUsage: () => Promise<boolean>): Promise<void>;
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

  /** Deletes the reserve file. Returns `false` only if it is known to be deleted already. */
  async function releaseReserve(): Promise<boolean> {
    const hadReserveFile = hasReserveFile;
    hasReserveFile = false;
    await rm(reserveFile, { force: true });
    return hadReserveFile !== false;
  }

  /**
   * Creates the reserve file if `spareBytes` are more than twice its size, so that it does not make the disk full. Creates it again
   * if it has another size, because a crash interrupted its writing.
   */
  async function ensureReserve(spareBytes: number): Promise<void> {
    hasReserveFile ??= (await stat(reserveFile).catch(() => null))?.size === reserveBytes;
    if (hasReserveFile || spareBytes <= 2 * reserveBytes) return;
    // Set before the file is there, so that no other commit creates it too.
    hasReserveFile = true;
    await writeFile(reserveFile, "0".repeat(reserveBytes), { mode: 0o600 }).catch(releaseReserve);
  }

  return {
    releaseReserve,
    /** Checks the disk space for a commit. Deletes the reserve if a commit that deletes data needs it. */
    async reserveSpace(bytes, increasesUsage) {
      const { bavail, bsize } = await statfs(dir);
      const free = bavail * bsize;
      await ensureReserve(free - bytes);
      if (free >= bytes + marginBytes) return;
      if (await increasesUsage()) throw new StorageFullError("The disk of the storage is full");
      // Even a commit that deletes data needs space until it is finished.
      if (free < bytes) await releaseReserve();
    },
  };
}
