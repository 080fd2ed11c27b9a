import { rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StorageFullError } from "./storage-full.ts";

/** Bytes of a file that stands for room, and goes when something is to be removed and there is no other. */
const reserve = 2 ** 20;
/** Bytes that every commit leaves free, unless it leaves no less than it found. */
const margin = 256 * 1024;

/** Room on the disk of a folder, asked for before each commit: a file that is written in place is torn by a full disk. */
export interface FolderSpace {
  /** @throws FullError Where so many bytes do not fit, unless `grows` says that no less is left than there was. */
  reserveSpace(bytes: number, grows: () => Promise<boolean>): Promise<void>;
  /** Gives the reserve up; `false` if it was gone already. */
  releaseReserve(): Promise<boolean>;
}

export function createFolderSpace(dir: string): FolderSpace {
  const file = join(dir, "reserve");
  let isThere: boolean | null = null;

  async function release(): Promise<boolean> {
    const was = isThere;
    isThere = false;
    await rm(file, { force: true });
    return was !== false;
  }

  return {
    releaseReserve: release,
    async reserveSpace(bytes, grows) {
      const { bavail, bsize } = await statfs(dir);
      const free = bavail * bsize;
      isThere ??= (await stat(file).catch(() => null))?.size === reserve;
      if (!isThere && free > 2 * reserve + bytes) {
        isThere = true;
        await writeFile(file, "0".repeat(reserve), { mode: 0o600 }).catch(release);
      }
      if (free >= bytes + margin) return;
      if (await grows()) throw new StorageFullError("The disk of the storage is full");
      if (free < bytes) await release();
    },
  };
}
