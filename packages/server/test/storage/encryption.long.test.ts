import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { open as openLmdb } from "lmdb";
import { createStorage } from "unstorage";
import fsDriver from "unstorage/drivers/fs";
import { expect, test } from "vitest";
import { generateSecret } from "../../src/storage/encryption/secret.ts";
import { secretFileOf } from "../../src/storage/encryption/secret-file.ts";
import { compactLmdb } from "../../src/storage/lmdb/encrypt-lmdb.ts";
import { type OpenStorageOptions, openStorage, type StorageTarget } from "../../src/storage/open-storage.ts";
import type { Kv } from "../../src/storage/types.ts";
import { temporaryFolder } from "./folder.ts";

const secretText = "The code is 369385, dear Ann";

/** All bytes of the files below a folder, as text. */
function readFolder(dir: string): string {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

async function withKv<T>(target: StorageTarget, use: (kv: Kv) => Promise<T>, options?: OpenStorageOptions): Promise<T> {
  const { kv, close } = await openStorage(target, options);
  return use(kv).finally(close);
}

/** A folder of its own, and the storage in it. */
function makePlace(scheme = "lmdb") {
  const { dir } = temporaryFolder();
  const data = join(dir, "data");
  return { dir, data, storage: `${scheme}:${data}`, secretFile: `${data}.secret` };
}

const write = (kv: Kv) =>
  kv.commit([
    ["format", { version: 2 }],
    ["message:1", { body: secretText }],
  ]);
const read = (kv: Kv) => kv.get("message:1");

test.each(["lmdb", "fs"])(
  "%s: no file of the data folder shows what is stored, and the next start reads it",
  async (scheme) => {
    const { data, storage, secretFile } = makePlace(scheme);
    await withKv(storage, write);
    expect(readFolder(data)).not.toContain("369385");
    expect(await withKv(storage, read)).toEqual({ body: secretText });
    expect(readFileSync(secretFile, "utf8")).toMatch(/^[\w+/]{43}=\n$/);
    if (process.platform !== "win32") expect(statSync(secretFile).mode & 0o777).toBe(0o600);
  },
);

test("without the secret's file, or with a wrong or malformed one, nothing starts, and no other secret replaces it", async () => {
  const { storage, secretFile, dir } = makePlace();
  await withKv(storage, write);
  const kept = join(dir, "kept");
  renameSync(secretFile, kept);
  await expect(openStorage(storage)).rejects.toThrow(
    `The storage is encrypted, and its secret ${secretFile} is missing. Put the file back, or give the secret in FRONTDESK_SECRET`,
  );
  expect(existsSync(secretFile)).toBe(false);
  writeFileSync(secretFile, `${generateSecret()}\n`, { mode: 0o600 });
  await expect(openStorage(storage)).rejects.toThrow(
    `${secretFile} is not the secret that the storage was encrypted with`,
  );
  for (const malformed of ["", "short", `${generateSecret()}x`, "é".repeat(44)]) {
    writeFileSync(secretFile, malformed);
    const failure = await openStorage(storage).catch((error: Error) => error);
    expect(failure).toMatchObject({
      name: "OptionsError",
      message: expect.stringContaining(`${secretFile} must be 32 bytes`),
    });
    if (malformed !== "") expect(String(failure)).not.toContain(malformed);
  }
  renameSync(kept, secretFile);
  expect(await withKv(storage, read)).toEqual({ body: secretText });
});

test("a given secret is used instead of a file, and no file is made", async () => {
  const { storage, secretFile, data } = makePlace();
  const secret = generateSecret();
  await withKv(storage, write, { secret });
  expect(existsSync(secretFile)).toBe(false);
  expect(readFolder(data)).not.toContain("369385");
  await expect(openStorage(storage)).rejects.toThrow("give the secret in FRONTDESK_SECRET");
  await expect(openStorage(storage, { secret: generateSecret() })).rejects.toThrow(
    "FRONTDESK_SECRET is not the secret that the storage was encrypted with. Give that one, or restore a backup into an empty storage.",
  );
  expect(await withKv(storage, read, { secret })).toEqual({ body: secretText });
});

test.runIf(process.platform !== "win32")("a secret that others can read is made private", async () => {
  const { storage, secretFile } = makePlace();
  await withKv(storage, write);
  for (const mode of [0o644, 0o640]) {
    chmodSync(secretFile, mode);
    await withKv(storage, read);
    expect(statSync(secretFile).mode & 0o777).toBe(0o600);
  }
});

test("an unfinished file of a secret, left by a crash, is replaced", async () => {
  const { storage, secretFile } = makePlace();
  writeFileSync(`${secretFile}.new`, "half");
  await withKv(storage, write);
  expect(existsSync(`${secretFile}.new`)).toBe(false);
  expect(await withKv(storage, read)).toEqual({ body: secretText });
});

test("a secret inside the data folder is found there", async () => {
  const { data, storage, secretFile } = makePlace();
  await withKv(storage, write);
  const inside = join(data, "frontdesk.secret");
  renameSync(secretFile, inside);
  expect(secretFileOf(data)).toBe(inside);
  expect(await withKv(storage, read)).toEqual({ body: secretText });
});

/** Opens the database as somebody who has its file and nothing else. */
async function tamper(
  data: string,
  change: (database: ReturnType<typeof openLmdb<Buffer, string>>) => Promise<unknown>,
) {
  const database = openLmdb<Buffer, string>({ path: data, noSubdir: false, encoding: "binary" });
  await change(database);
  await database.close();
}

test("a record cannot be put into another's place, changed, or replaced by clear text", async () => {
  const { data, storage } = makePlace();
  await withKv(storage, async (kv) => {
    await write(kv);
    await kv.commit([["message:2", { body: "another" }]]);
  });
  await tamper(data, (database) => database.put("message:2", database.get("message:1")!));
  await expect(withKv(storage, (kv) => kv.get("message:2"))).rejects.toThrow("message:2 is damaged, or was moved here");
  await tamper(data, (database) => {
    const bytes = database.get("message:1")!;
    bytes[bytes.length - 20]! ^= 1;
    return database.put("message:1", bytes);
  });
  await expect(withKv(storage, read)).rejects.toThrow("message:1 is damaged");
  await tamper(data, (database) => database.put("message:1", Buffer.from('{"body":"forged"}')));
  await expect(withKv(storage, read)).rejects.toThrow(
    "The stored record message:1 is clear text in an encrypted storage. Something else wrote it",
  );
});

test("the same record is stored in other bytes each time", async () => {
  const { data, storage } = makePlace();
  const stored: Buffer[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await withKv(storage, write);
    await tamper(data, async (database) => stored.push(Buffer.from(database.get("message:1")!)));
  }
  // The first five bytes are the layout and the data key.
  expect(new Set(stored.map((bytes) => bytes.subarray(5).toString("hex"))).size).toBe(3);
  expect(new Set(stored.map((bytes) => bytes.subarray(5, 17).toString("hex"))).size).toBe(3);
});

test("a storage of the caller stays clear text without a secret, with a warning, and is encrypted with one", async () => {
  const { dir } = temporaryFolder();
  const storageOf = () => createStorage({ driver: fsDriver({ base: dir }) });
  const clear = await openStorage(storageOf());
  expect(clear.warnings).toContainEqual(expect.stringContaining("Set FRONTDESK_SECRET"));
  await clear.kv.commit([
    ["format", { version: 1 }],
    ["message:1", { body: secretText }],
  ]);
  await clear.close();
  expect(readFolder(dir)).toContain("369385");
  const secret = generateSecret();
  const encrypted = await openStorage(storageOf(), { secret });
  expect(encrypted.warnings).not.toContainEqual(expect.stringContaining("Set FRONTDESK_SECRET"));
  expect(await read(encrypted.kv)).toEqual({ body: secretText });
  await encrypted.close();
  expect(readFolder(dir)).not.toContain("369385");
  await expect(openStorage(storageOf())).rejects.toThrow(
    "The storage is encrypted. Give its secret in FRONTDESK_SECRET",
  );
});

test("a look at a storage creates no secret and encrypts nothing", async () => {
  const { storage, secretFile } = makePlace();
  await withKv(storage, async (kv) => expect(await kv.get("format")).toBeNull(), { mayEncrypt: false });
  expect(existsSync(secretFile)).toBe(false);
  await withKv(storage, write);
  expect(await withKv(storage, read, { mayEncrypt: false })).toEqual({ body: secretText });
  rmSync(secretFile);
  await expect(openStorage(storage, { mayEncrypt: false })).rejects.toThrow("is missing");
});

test("compacting a store leaves no copy of it, nor one that a crash left, and keeps its records", async () => {
  const { data, storage } = makePlace();
  await withKv(storage, write);
  const files = readdirSync(data).sort();
  const copy = join(data, "compacted");
  mkdirSync(copy);
  writeFileSync(join(copy, "data.mdb"), "half");
  await compactLmdb(data);
  expect(readdirSync(data).sort()).toEqual(files);
  expect(await withKv(storage, read)).toEqual({ body: secretText });
});

test.each(["lmdb", "fs"])("%s: an older store keeps no clear text once it is encrypted", async (scheme) => {
  const { data, storage } = makePlace(scheme);
  const older = { mayEncrypt: false };
  await withKv(storage, write, older);
  // Enough that the encrypted copies cannot reuse every page of the clear ones.
  const records = Array.from({ length: 50 }, (_, at) => [`message:${at}`, { body: secretText.repeat(200) }] as const);
  await withKv(storage, (kv) => kv.commit(records), older);
  expect(readFolder(data)).toContain("369385");
  expect(await withKv(storage, read)).toEqual({ body: secretText.repeat(200) });
  expect(readFolder(data)).not.toContain("369385");
});
