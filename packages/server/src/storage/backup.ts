import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open as openFile, rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { errorMessage } from "@frontdesk/basics";
import { toFileReason } from "./file-reason.ts";
import { readAllRecords } from "./read-all-records.ts";
import type { Kv, Write } from "./types.ts";

/** First line of a backup. The last line has the number of records between, and their digest. */
const header = JSON.stringify({ frontdesk: "backup", format: 1 });
/** Key that is set while a backup is being restored. */
export const restoringKey = "restoring";
/** Limits of one commit of a restore: records, and characters of their text. */
const maxRecordsPerCommit = 500;
const maxTextPerCommit = 4_000_000;

export interface BackupSummary {
  records: number;
}

/**
 * Writes a consistent snapshot of a storage to a file that only this user can read, then reads the file to check it. Servers may
 * use the storage meanwhile.
 */
export async function writeBackup(storage: string, file: string): Promise<BackupSummary> {
  // Random, because in a folder that others can write to, a predictable name could be a link to another file.
  const unfinished = `${file}.${randomBytes(6).toString("hex")}.part`;
  try {
    const output = createWriteStream(unfinished, { mode: 0o600, flags: "wx" });
    await pipeline(Readable.from(toLines(readAllRecords(storage))), createGzip(), output);
    const handle = await openFile(unfinished, "r+");
    await handle.sync().finally(() => handle.close());
    const summary = await checkBackup(unfinished);
    await rename(unfinished, file);
    return summary;
  } catch (cause) {
    if (!isFileError(cause)) throw cause;
    throw new Error(`The backup cannot be written to ${file}: ${toFileReason(cause)}.`, { cause });
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Verifies a whole backup, and counts its records. @throws Error that says what is wrong with it. */
async function checkBackup(file: string): Promise<BackupSummary> {
  let records = 0;
  for await (const _record of readBackup(file)) records++;
  return { records };
}

/**
 * Restores a backup into an empty storage. Reads the whole file before it writes anything. After an interrupted restore no server
 * starts on the storage, and the restore can be repeated.
 *
 * @throws Error for a damaged file, or a storage that is not empty.
 */
export async function restoreBackup(file: string, kv: Kv): Promise<BackupSummary> {
  const summary = await checkBackup(file);
  const wasInterrupted = (await kv.get(restoringKey)) !== null;
  const isUsed = (await kv.get("format")) !== null || (await kv.get("bootstrapped")) !== null;
  if (!wasInterrupted && isUsed)
    throw new Error("The storage has data already. Name an empty one with --storage, or move the data away.");
  await kv.commit([[restoringKey, { file }]]);
  let writes: Write[] = [];
  let textLength = 0;
  for await (const { key, value, size } of readBackup(file)) {
    writes.push([key, value]);
    textLength += size;
    if (writes.length < maxRecordsPerCommit && textLength < maxTextPerCommit) continue;
    await kv.commit(writes);
    writes = [];
    textLength = 0;
  }
  await kv.commit([...writes, [restoringKey, null]]);
  return summary;
}

/** Yields the lines of a backup: the header, one line per record, and their number and digest. */
async function* toLines(records: AsyncIterable<readonly [key: string, value: object]>): AsyncGenerator<string> {
  const digest = createHash("sha256");
  let count = 0;
  yield `${header}\n`;
  for await (const record of records) {
    const line = `${JSON.stringify(record)}\n`;
    digest.update(line);
    count++;
    yield line;
  }
  yield `${JSON.stringify({ records: count, sha256: digest.digest("hex") })}\n`;
}

/** Yields the records of a backup file. @throws Error at the first line that is wrong, or if the end is missing */
async function* readBackup(file: string): AsyncGenerator<{ key: string; value: object; size: number }> {
  const input = createReadStream(file);
  const gunzip = createGunzip();
  // Rejects when a stream fails, because `lines` does not report it.
  const streamFailure = new Promise<never>((_resolve, reject) => {
    for (const stream of [input, gunzip]) stream.on("error", (cause: Error) => reject(toBackupError(file, cause)));
  });
  // A failure while nothing waits must not end the process.
  streamFailure.catch(() => {});
  const lines = createInterface({ input: input.pipe(gunzip), crlfDelay: Number.POSITIVE_INFINITY })[
    Symbol.asyncIterator
  ]();
  const nextLine = () => Promise.race([lines.next(), streamFailure]);
  try {
    if ((await nextLine()).value !== header) throw toBackupError(file, "it does not begin like a Frontdesk backup");
    const digest = createHash("sha256");
    for (let count = 0; ; count++) {
      const { value: line, done: isAtEnd } = await nextLine();
      if (isAtEnd) throw toBackupError(file, "its end is missing");
      // Records are arrays, so any other line is the last one.
      if (!line.startsWith("[")) {
        if (line === JSON.stringify({ records: count, sha256: digest.digest("hex") })) return;
        throw toBackupError(file, "its records do not match their digest");
      }
      digest.update(`${line}\n`);
      const [key, value] = parseRecord(line, file);
      yield { key, value, size: line.length };
    }
  } finally {
    input.destroy();
    gunzip.destroy();
  }
}

/** Parses the line of a record. */
function parseRecord(line: string, file: string): [string, object] {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw toBackupError(file, cause);
  }
}

/** Returns whether the error is from the file system, not from the content of the file or the storage. */
const isFileError = (error: unknown) =>
  error instanceof Error && "syscall" in error && ("path" in error || "dest" in error);

/** Returns the error for a backup that cannot be read or is damaged. */
function toBackupError(file: string, cause: unknown): Error {
  if (isFileError(cause)) return new Error(`${file} cannot be read: ${toFileReason(cause)}.`, { cause });
  return new Error(`${file} is not a complete backup: ${errorMessage(cause)}`, { cause });
}
