import { rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StorageFullError } from "./storage-full.ts";

/** Size of the reserve file. It is deleted if the disk is full, so that data can still be deleted. */
const reserveBytes = 2 ** 20;
/** Bytes that every commit leaves free, unless it does not increase usage. */
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

  return {
    releaseReserve,
    /** Checks the disk space for a commit. Deletes the reserve if a commit that deletes data needs it. */
    async reserveSpace(bytes, increasesUsage) {
      const { bavail, bsize } = await statfs(dir);
      const free = bavail * bsize;
      // A file of another size was written only in part before a crash.
      hasReserveFile ??= (await stat(reserveFile).catch(() => null))?.size === reserveBytes;
      // Twice the reserve's size, so that creating its file does not make the disk full.
      if (!hasReserveFile && free > 2 * reserveBytes + bytes) {
        // Set before the file is there, so that no other commit creates it too.
        hasReserveFile = true;
        // A file that could be written only in part is deleted again.
        await writeFile(reserveFile, "0".repeat(reserveBytes), { mode: 0o600 }).catch(releaseReserve);
      }
      // The last bytes of the disk, the margin, are left to commits that delete data.
      if (free >= bytes + marginBytes) return;
      if (await increasesUsage()) throw new StorageFullError("The disk of the storage is full");
      // Even a commit that deletes data needs space until it is finished.
      if (free < bytes) await releaseReserve();
    },
  };
}
