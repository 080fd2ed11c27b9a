import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { asBinary, open, type RootDatabase } from "lmdb";
import type { RecordCodec } from "../encryption/record-codec.ts";
import { flushFolder } from "../encryption/secret-file.ts";
import { waitUntilDurable } from "./lmdb-driver.ts";

/** Records that one transaction encrypts, so that a crash loses little work and memory stays small. */
const recordsPerTransaction = 500;
/** Folder within the data folder for the copy without free pages. */
const compactedCopyName = "compacted";

/**
 * Encrypts all records of a database that are clear text, in batches, so that a crash loses little work and memory stays small.
 * Nothing else may write meanwhile.
 */
export async function encryptLmdb(database: RootDatabase<unknown, string>, codec: RecordCodec): Promise<void> {
  let start: string | undefined;
  for (;;) {
    const recordKeys = [...database.getKeys({ ...(start !== undefined && { start }), limit: recordsPerTransaction })];
    await waitUntilDurable(
      database.batch(() => {
        for (const key of recordKeys) encryptRecord(database, codec, key);
      }),
    );
    const isLastBatch = recordKeys.length < recordsPerTransaction;
    if (isLastBatch) return;
    // The next batch begins with this key again: its record is encrypted already, so it is skipped.
    start = recordKeys.at(-1);
  }
}

/**
 * Encrypts a record that is clear text. The few that are needed before the encryption keys are known stay so. Must be called within
 * a transaction.
 */
function encryptRecord(database: RootDatabase<unknown, string>, codec: RecordCodec, key: string): void {
  const bytes = database.getBinary(key);
  if (bytes && codec.isExposed(key, bytes)) database.put(key, asBinary(codec.encode(key, codec.decode(key, bytes))));
}

/**
 * Replaces the data file of a closed database by a copy without free pages, which may still contain the clear text of records that
 * were encrypted since. A crash leaves the old file or the new one.
 */
export async function compactLmdb(dir: string): Promise<void> {
  const copy = join(dir, compactedCopyName);
  removeUnfinishedCopy(dir);
  mkdirSync(copy, { mode: 0o700 });
  const database = open({ path: dir, noSubdir: false, readOnly: true });
  try {
    const leaveOutFreePages = true;
    await database.backup(copy, leaveOutFreePages);
  } finally {
    await database.close();
  }
  const file = join(copy, "data.mdb");
  flushFile(file);
  renameSync(file, join(dir, "data.mdb"));
  flushFolder(dir);
  removeUnfinishedCopy(dir);
}

/** Waits until the file's content is on disk, so that it survives a power failure. */
function flushFile(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Removes the copy of a compaction that a crash interrupted. */
function removeUnfinishedCopy(dir: string): void {
  rmSync(join(dir, compactedCopyName), { recursive: true, force: true });
}
