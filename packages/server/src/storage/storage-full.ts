import { constants } from "node:os";

/** Thrown if the storage is full. Commits that do not increase usage still succeed. */
export class StorageFullError extends Error {
  override readonly name = "FullError";
}

const { ENOSPC, EDQUOT, EFBIG } = constants.errno;
/** -30792 is MDB_MAP_FULL, the size limit of an LMDB database. */
const storageFullCodes: readonly unknown[] = ["ENOSPC", "EDQUOT", "EFBIG", ENOSPC, EDQUOT, EFBIG, -30_792];
/** Messages of Redis if its memory or disk is full. */
const redisMessages = /\bOOM command not allowed|No space left on device/;

/** Returns whether an error or its cause means that a disk, quota or memory is full: by its class, message or code. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StorageFullError || redisMessages.test(error.message)) return true;
  return ("code" in error && storageFullCodes.includes(error.code)) || isStorageFull(error.cause);
}
