import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { errorMessage } from "@frontdesk/basics";
import { OptionsError } from "../problem.ts";
import { unwrapAll } from "./encryption/keyring.ts";
import { type ScryptParameters, secretOfPassphrase } from "./encryption/passphrase.ts";
import { createRecordCodec, type RecordCodec } from "./encryption/record-codec.ts";
import type { FoundSecret, StoredKeyring } from "./encryption/types.ts";
import { toFileReason } from "./file-reason.ts";

/** First line of a backup. The last line has the number of records between, and their digest. */
export interface BackupHeader {
  frontdesk: "backup";
  /** 1: the records are clear text; 2: they are encrypted with the keys of `keyring`. */
  format: 1 | 2;
  keyring?: StoredKeyring;
  /** Set if a passphrase, not the secret of the storage, has wrapped the keys of `keyring`. */
  scrypt?: ScryptParameters;
}

/** Line of a record. An encrypted value is in base64. */
export type BackupRecord = readonly [key: string, value: object | string];

/** What opens an encrypted backup. */
export interface BackupKeys {
  /** For a backup that was made with a passphrase. */
  passphrase?: string | undefined;
  /** For the others: the secret of the storage that was backed up. */
  secret?: FoundSecret | null;
}

/** For `crlfDelay`: "\r" and "\n" are one line end, however far apart they arrive. By default they are two after 100 ms. */
const neverSplitCrlf = Number.POSITIVE_INFINITY;

/** Yields the lines of a backup: the header, one line per record, and their number and digest. */
export async function* toBackupLines(
  header: BackupHeader,
  records: AsyncIterable<BackupRecord>,
): AsyncGenerator<string> {
  const digest = createHash("sha256");
  let count = 0;
  yield `${JSON.stringify(header)}\n`;
  for await (const record of records) {
    const line = `${JSON.stringify(record)}\n`;
    digest.update(line);
    count++;
    yield line;
  }
  yield `${JSON.stringify({ records: count, sha256: digest.digest("hex") })}\n`;
}

/**
 * Yields the records of a backup file, decrypted.
 *
 * @throws OptionsError if the passphrase or the secret of an encrypted backup is missing or wrong
 * @throws Error at the first line that is wrong, or if the end is missing
 */
export async function* readBackup(
  file: string,
  keys: BackupKeys,
): AsyncGenerator<{ key: string; value: object; size: number }> {
  const { nextLine, close } = openLines(file);
  try {
    const codec = createBackupCodec(parseHeader((await nextLine()).value, file), keys, file);
    const digest = createHash("sha256");
    for (let count = 0; ; count++) {
      const { value: line, done: isAtEnd } = await nextLine();
      if (isAtEnd) throw toBackupError(file, "its end is missing");
      const isRecord = line.startsWith("[");
      if (!isRecord) {
        if (line === JSON.stringify({ records: count, sha256: digest.digest("hex") })) return;
        throw toBackupError(file, "its records do not match their digest");
      }
      digest.update(`${line}\n`);
      yield { ...parseRecord(line, file, codec), size: line.length };
    }
  } finally {
    close();
  }
}

/** Opens a compressed file to read it line by line. `nextLine` rejects if the file cannot be read or decompressed. */
function openLines(file: string) {
  const input = createReadStream(file);
  const gunzip = createGunzip();
  const streamFailure = new Promise<never>((_resolve, reject) => {
    for (const stream of [input, gunzip]) stream.on("error", (cause: Error) => reject(toBackupError(file, cause)));
  });
  // A failure while nothing waits must not end the process.
  streamFailure.catch(() => {});
  const lines = createInterface({ input: input.pipe(gunzip), crlfDelay: neverSplitCrlf })[Symbol.asyncIterator]();
  return {
    /** Reads the next line. The race is needed because `lines` alone would wait for ever if a stream fails. */
    nextLine: () => Promise.race([lines.next(), streamFailure]),
    close() {
      input.destroy();
      gunzip.destroy();
    },
  };
}

/**
 * Returns the codec that decrypts the records of a backup. The data keys are in its header, encrypted with a passphrase
 * or with the secret of the storage. A backup in clear text has none.
 *
 * @throws OptionsError if the passphrase or the secret is missing or wrong
 */
function createBackupCodec({ keyring, scrypt }: BackupHeader, keys: BackupKeys, file: string): RecordCodec {
  const codec = createRecordCodec();
  if (keyring === undefined) return codec;
  let foundSecret = keys.secret;
  if (scrypt !== undefined) {
    if (keys.passphrase === undefined)
      throw new OptionsError(`${file} was made with a passphrase. Give it: --passphrase-file <file>.`);
    foundSecret = { secret: secretOfPassphrase(keys.passphrase, scrypt), source: "The passphrase" };
  }
  if (!foundSecret)
    throw new OptionsError(
      `${file} is encrypted with the secret of the storage that it was made from. Name a copy of that: --secret-file <file>.`,
    );
  const dataKeys = unwrapAll(keyring, foundSecret.secret, foundSecret.source);
  // Any of them: nothing is encrypted with this codec.
  const keyToEncrypt = dataKeys[0]!;
  codec.useKeys(dataKeys, keyToEncrypt);
  // A backup is encrypted completely, so a record in clear text was added to the file later.
  codec.rejectClearText();
  return codec;
}

/** Parses the first line of a backup, as `toBackupLines` wrote it. @throws Error if the file is no backup, or one of a later version */
function parseHeader(line: string | undefined, file: string): BackupHeader {
  const header = parseJson(line ?? "") as Partial<BackupHeader> | null;
  if (header?.frontdesk !== "backup" || header.format === undefined)
    throw toBackupError(file, "it does not begin like a Frontdesk backup");
  const isKnownFormat = header.format === 1 || header.format === 2;
  if (!isKnownFormat)
    throw new Error(`${file} was made by a later version of Frontdesk (format ${header.format}). Use that version.`);
  return header as BackupHeader;
}

/** Returns the value of a JSON text, or `null` if it is malformed. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Parses and decrypts the line of a record, as `toBackupLines` wrote it: its key, and a base64 string if it is encrypted, otherwise an
 * object.
 */
function parseRecord(line: string, file: string, codec: RecordCodec): { key: string; value: object } {
  try {
    const [key, value] = JSON.parse(line) as BackupRecord;
    const isEncrypted = typeof value === "string";
    if (isEncrypted) return { key, value: codec.decode(key, Buffer.from(value, "base64")) };
    // Throws if this key may not be in clear text, so that nobody can slip in a record that is not authenticated.
    codec.checkClearText(key);
    return { key, value };
  } catch (cause) {
    throw toBackupError(file, cause);
  }
}

/** Returns whether the error is from the file system, not from the content of the file or a storage, whose errors name no path. */
export function isFileError(error: unknown): error is Error {
  // `dest`: the target of a rename.
  const namesFile = error instanceof Error && ("path" in error || "dest" in error);
  return namesFile && "syscall" in error;
}

/** Returns the error for a backup that cannot be read or is damaged. */
function toBackupError(file: string, cause: unknown): Error {
  if (isFileError(cause)) return new Error(`${file} cannot be read: ${toFileReason(cause)}.`, { cause });
  return new Error(`${file} is not a complete backup: ${errorMessage(cause)}`, { cause });
}
