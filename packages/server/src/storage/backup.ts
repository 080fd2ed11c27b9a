import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open as openFile, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { OptionsError } from "../problem.ts";
import {
  type BackupHeader,
  type BackupKeys,
  type BackupRecord,
  isFileError,
  readBackup,
  toBackupLines,
} from "./backup-file.ts";
import { addDataKey, keyringKey, unwrapAll } from "./encryption/keyring.ts";
import { createScryptParameters, secretOfPassphrase } from "./encryption/passphrase.ts";
import { createRecordCodec, type RecordCodec } from "./encryption/record-codec.ts";
import type { Secret } from "./encryption/secret.ts";
import type { StoredKeyring } from "./encryption/types.ts";
import { toFileReason } from "./file-reason.ts";
import { restoringKey } from "./format.ts";
import { readAllRecords } from "./read-all-records.ts";
import type { Kv, Write } from "./types.ts";

/** Limits of one commit of a restore: records, and characters of their text. */
const maxRecordsPerCommit = 500;
const maxTextPerCommit = 4_000_000;

export interface BackupSummary {
  records: number;
  /** Whether the secret of the storage opens the backup. Else a passphrase does, or it is clear text. */
  needsSecret: boolean;
}

/**
 * Writes a consistent snapshot of a storage to a file that only this user can read, then reads the file to check it. Servers may
 * use the storage meanwhile. Records stay encrypted. If a passphrase is given, it opens the backup, and the storage's secret does not.
 */
export async function writeBackup(storage: string, file: string, keys: BackupKeys = {}): Promise<BackupSummary> {
  const storedRecords = readAllRecords(storage);
  try {
    const { value: first } = await storedRecords.next();
    const keyring: StoredKeyring | null = first?.[0] === keyringKey ? JSON.parse(first[1].toString()) : null;
    const recordsRead = first !== undefined && keyring === null ? [first] : [];
    const codec = createRecordCodec();
    const header = prepareHeader(keyring, keys, codec);
    /**
     * Yields all records for the backup except the keyring (the encryption keys), which the backup's header has. `recordsRead` has the
     * first record if that was read to look for the keyring and is none; `storedRecords` has the rest.
     */
    async function* records() {
      for (const [key, bytes] of recordsRead) yield toBackupRecord(key, bytes, codec);
      for await (const [key, bytes] of storedRecords) yield toBackupRecord(key, bytes, codec);
    }
    const count = await writeCheckedFile(file, keys, toBackupLines(header, records()));
    const hasPassphrase = header.scrypt !== undefined;
    return { records: count, needsSecret: keyring !== null && !hasPassphrase };
  } finally {
    await storedRecords.return(undefined);
  }
}

/**
 * Writes a backup to a temporary file and reads it back. Only then replaces `file` by it, so that neither an error nor a power
 * failure leaves an incomplete file under the name. Returns the number of records.
 */
async function writeCheckedFile(file: string, keys: BackupKeys, lines: AsyncIterable<string>): Promise<number> {
  // Random, because in a folder that others can write to, a predictable name could be a link to another file.
  const unfinished = `${file}.${randomBytes(6).toString("hex")}.part`;
  try {
    const output = createWriteStream(unfinished, { mode: 0o600, flags: "wx" });
    await pipeline(Readable.from(lines), createGzip(), output);
    const handle = await openFile(unfinished, "r+");
    await handle.sync().finally(() => handle.close());
    const count = await checkBackup(unfinished, keys);
    await rename(unfinished, file);
    return count;
  } catch (cause) {
    if (!isFileError(cause)) throw cause;
    throw new Error(`The backup cannot be written to ${file}: ${toFileReason(cause)}.`, { cause });
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Returns the first line of a backup: the format (1: clear text, 2: encrypted) and, for encrypted records, the keyring with their
 * data keys. With a passphrase, that is a keyring which only the passphrase opens, and the codec gets its data keys: it then encrypts
 * the records that the storage has in clear text.
 */
function prepareHeader(
  keyring: StoredKeyring | null,
  { passphrase, secret }: BackupKeys,
  codec: RecordCodec,
): BackupHeader {
  if (keyring?.state === "encrypting")
    throw new OptionsError("The storage is being encrypted. Make the backup when its server has started.");
  if (passphrase === undefined)
    return { frontdesk: "backup", ...(keyring === null ? { format: 1 } : { format: 2, keyring }) };
  const scrypt = createScryptParameters();
  const passphraseSecret = secretOfPassphrase(passphrase, scrypt);
  const passphraseKeyring = toPassphraseKeyring(keyring, secret, passphraseSecret);
  const dataKeys = unwrapAll(passphraseKeyring, passphraseSecret, "The passphrase");
  // The keyring has at least one data key, and encrypts with the last one.
  codec.useKeys(dataKeys, dataKeys.at(-1)!);
  return { frontdesk: "backup", format: 2, keyring: passphraseKeyring, scrypt };
}

/**
 * Returns a keyring that only the passphrase opens. It has the data keys of the storage's keyring, which `storageSecret` opens; for a
 * storage in clear text (`null`), one new data key. The last key that is added is the current one (`addDataKey`), as in the storage.
 */
function toPassphraseKeyring(
  keyring: StoredKeyring | null,
  storageSecret: BackupKeys["secret"],
  passphraseSecret: Secret,
): StoredKeyring {
  const noKeyYet = 0;
  const result: StoredKeyring = { state: "complete", current: noKeyYet, keys: [] };
  if (keyring === null) {
    addDataKey(result, [passphraseSecret]);
    return result;
  }
  if (!storageSecret)
    throw new OptionsError("The storage is encrypted. Give its secret, so that the passphrase can open its keys.");
  for (const { id, key } of unwrapAll(keyring, storageSecret.secret, storageSecret.source))
    addDataKey(result, [passphraseSecret], { id, bytes: key.export() });
  return result;
}

/** Converts stored bytes to a record of a backup: base64 text if it is encrypted, else the value itself. */
function toBackupRecord(key: string, bytes: Buffer, codec: RecordCodec): BackupRecord {
  if (codec.isEncrypted(bytes)) return [key, bytes.toString("base64")];
  const value: object = JSON.parse(bytes.toString());
  // Encrypts clear text if the codec has keys, which it has for a backup with a passphrase.
  const encoded = codec.encode(key, value);
  return [key, codec.isEncrypted(encoded) ? encoded.toString("base64") : value];
}

/** Reads a whole backup file to verify it, and counts its records. @throws Error that says what is wrong with it. */
async function checkBackup(file: string, keys: BackupKeys): Promise<number> {
  let records = 0;
  for await (const _record of readBackup(file, keys)) records++;
  return records;
}

/**
 * Restores a backup into an empty storage. Reads the whole file before it writes anything. While the record `restoringKey` exists,
 * also after an interruption, no server starts on the storage, and the restore can be repeated.
 *
 * @throws Error for a damaged file, or a storage that is not empty.
 */
export async function restoreBackup(file: string, kv: Kv, keys: BackupKeys = {}): Promise<{ records: number }> {
  const records = await checkBackup(file, keys);
  const wasInterrupted = (await kv.get(restoringKey)) !== null;
  const wasUsedByServer = (await kv.get("format")) !== null || (await kv.get("bootstrapped")) !== null;
  if (!wasInterrupted && wasUsedByServer)
    throw new Error("The storage has data already. Name an empty one with --storage, or move the data away.");
  await kv.commit([[restoringKey, { file }]]);
  let writes: Write[] = [];
  let textLength = 0;
  for await (const { key, value, size } of readBackup(file, keys)) {
    writes.push([key, value]);
    textLength += size;
    // Several commits, because one of a whole backup could be larger than the memory.
    if (writes.length < maxRecordsPerCommit && textLength < maxTextPerCommit) continue;
    await kv.commit(writes);
    writes = [];
    textLength = 0;
  }
  await kv.commit([...writes, [restoringKey, null]]);
  return { records };
}
