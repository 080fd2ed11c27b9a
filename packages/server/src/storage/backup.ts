import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open as openFile, rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { toFileReason } from "./file-reason.ts";
import { readAllRecords } from "./read-all-records.ts";
import type { Kv, Write } from "./types.ts";

/** The first line of a backup; the last says how many records came between, and their digest. */
const header = JSON.stringify({ frontdesk: "backup", format: 1 });
/** Stands in a storage while a backup is put back into it. */
export const restoringKey = "restoring";
/** Records of one commit of a restore, and the characters of their text. */
const mostRecords = 500;
const mostText = 4_000_000;

/** What a backup holds. */
export interface BackupSummary {
  records: number;
}

/**
 * Writes all that a storage holds at one moment to a file that this user alone can read, also while servers use the
 * storage, then reads the file back.
 */
export async function writeBackup(storage: string, file: string): Promise<BackupSummary> {
  // In a folder that others can write to, a name that is known in advance could be a link to another file.
  const unfinished = `${file}.${randomBytes(6).toString("hex")}.part`;
  try {
    const output = createWriteStream(unfinished, { mode: 0o600, flags: "wx" });
    await pipeline(Readable.from(toLines(readAllRecords(storage))), createGzip(), output);
    const handle = await openFile(unfinished, "r+");
    await handle.sync().finally(() => handle.close());
    const facts = await checkBackup(unfinished);
    await rename(unfinished, file);
    return facts;
  } catch (cause) {
    if (!isOfFile(cause)) throw cause;
    throw new Error(`The backup cannot be written to ${file}: ${toFileReason(cause)}.`, { cause });
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Reads a backup to its end. @throws Error that says what is wrong with it. */
async function checkBackup(file: string): Promise<BackupSummary> {
  let records = 0;
  for await (const _record of readBackup(file)) records++;
  return { records };
}

/**
 * Puts a backup into an empty storage. The file is read to its end before anything is written; a restore that was cut off
 * leaves a storage that no server starts on, and can be repeated.
 *
 * @throws Error for a damaged file, or a storage that holds something.
 */
export async function restoreBackup(file: string, kv: Kv): Promise<BackupSummary> {
  const facts = await checkBackup(file);
  const isCutOff = (await kv.get(restoringKey)) !== null;
  if (!isCutOff && ((await kv.get("format")) !== null || (await kv.get("bootstrapped")) !== null))
    throw new Error("The storage holds a desk already. Name an empty one by --storage, or move that one away.");
  await kv.commit([[restoringKey, { file }]]);
  let writes: Write[] = [];
  let text = 0;
  for await (const { key, value, size } of readBackup(file)) {
    writes.push([key, value]);
    text += size;
    if (writes.length < mostRecords && text < mostText) continue;
    await kv.commit(writes);
    writes = [];
    text = 0;
  }
  await kv.commit([...writes, [restoringKey, null]]);
  return facts;
}

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

async function* readBackup(file: string): AsyncGenerator<{ key: string; value: object; size: number }> {
  const input = createReadStream(file);
  const gunzip = createGunzip();
  const failed = new Promise<never>((_resolve, reject) => {
    for (const stream of [input, gunzip]) stream.on("error", (cause: Error) => reject(damaged(file, cause)));
  });
  failed.catch(() => {});
  const lines = createInterface({ input: input.pipe(gunzip), crlfDelay: Number.POSITIVE_INFINITY })[
    Symbol.asyncIterator
  ]();
  const next = () => Promise.race([lines.next(), failed]);
  try {
    if ((await next()).value !== header) throw damaged(file, "it does not begin as a backup of Frontdesk does");
    const digest = createHash("sha256");
    for (let count = 0; ; count++) {
      const { value: line, done } = await next();
      if (done) throw damaged(file, "its end is missing");
      if (!line.startsWith("[")) {
        if (line === JSON.stringify({ records: count, sha256: digest.digest("hex") })) return;
        throw damaged(file, "its records are not those that were written");
      }
      digest.update(`${line}\n`);
      const [key, value] = parse(line, file);
      yield { key, value, size: line.length };
    }
  } finally {
    input.destroy();
    gunzip.destroy();
  }
}

function parse(line: string, file: string): [string, object] {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw damaged(file, cause);
  }
}

/** Whether the file system refused, rather than what stands in the file or the storage. */
const isOfFile = (error: unknown) =>
  error instanceof Error && "syscall" in error && ("path" in error || "dest" in error);

function damaged(file: string, cause: unknown): Error {
  if (isOfFile(cause)) return new Error(`${file} cannot be read: ${toFileReason(cause)}.`, { cause });
  return new Error(`${file} is no whole backup: ${cause instanceof Error ? cause.message : cause}`, { cause });
}
