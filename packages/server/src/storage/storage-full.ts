import { constants } from "node:os";

/** Nothing more fits into the storage. What leaves no less room than it found is still taken. */
export class StorageFullError extends Error {
  override readonly name = "FullError";
}

const { ENOSPC, EDQUOT, EFBIG } = constants.errno;
/** MDB_MAP_FULL stands for the bound of an lmdb's own. */
const codes: readonly unknown[] = ["ENOSPC", "EDQUOT", "EFBIG", ENOSPC, EDQUOT, EFBIG, -30_792];
/** What Redis says when it has no memory, or its disk no room. */
const words = /\bOOM command not allowed|No space left on device/;

/** Whether an error, or what caused it, says that a disk, a quota or a memory is full. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StorageFullError || words.test(error.message)) return true;
  return ("code" in error && codes.includes(error.code)) || isStorageFull(error.cause);
}
