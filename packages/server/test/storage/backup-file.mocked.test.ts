import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeEach, expect, test, vi } from "vitest";
import { restoreBackup, writeBackup } from "../../src/storage/backup.ts";
import { addDataKey, keyringKey } from "../../src/storage/encryption/keyring.ts";
import { createScryptParameters, secretOfPassphrase } from "../../src/storage/encryption/passphrase.ts";
import type { StoredKeyring } from "../../src/storage/encryption/types.ts";
import { readAllRecords } from "../../src/storage/read-all-records.ts";
import type { Kv, Write } from "../../src/storage/types.ts";
import { temporaryFolder } from "./folder.ts";
import { createLateKv } from "./late-commits.ts";

vi.mock("../../src/storage/read-all-records.ts");
// With the real cost each key takes half a second. The test of `createScryptParameters` checks that cost.
vi.mock("../../src/storage/encryption/passphrase.ts", async (importOriginal) => {
  const original = await importOriginal<typeof import("../../src/storage/encryption/passphrase.ts")>();
  return { ...original, createScryptParameters: () => ({ ...original.createScryptParameters(), cost: 2 }) };
});

beforeEach(() => void vi.mocked(readAllRecords).mockReset());

type RecordOfBackup = readonly [string, object];
const header = JSON.stringify({ frontdesk: "backup", format: 1 });

/** Writes a backup with these records to a file; its first and last line may be others. */
function makeFile(records: RecordOfBackup[], { first = header, count = records.length, digested = records } = {}) {
  const toLine = (record: RecordOfBackup) => `${JSON.stringify(record)}\n`;
  const sha256 = createHash("sha256").update(digested.map(toLine).join("")).digest("hex");
  const file = join(temporaryFolder().dir, "desk.backup");
  const last = `${JSON.stringify({ records: count, sha256 })}\n`;
  writeFileSync(file, gzipSync(`${first}\n${records.map(toLine).join("")}${last}`));
  return file;
}

/** A storage in memory that remembers its commits, and accepts no second one before the first is done. */
function openKv(): { kv: Kv; commits: Write[][] } {
  const commits: Write[][] = [];
  const kv = createLateKv();
  let isCommitting = false;
  const commit = async (writes: readonly Write[]) => {
    if (isCommitting) throw new Error("A commit began before the last one was done.");
    isCommitting = true;
    await kv.commit(writes);
    isCommitting = false;
    commits.push([...writes]);
  };
  return { kv: { ...kv, commit }, commits };
}

const makeRecords = (count: number, text = "") =>
  Array.from({ length: count }, (_, n): RecordOfBackup => [`key${n}`, { n, text }]);

test("a restore marks the storage first, writes 500 records at a time, and takes the mark away with the last", async () => {
  const records = makeRecords(1_001);
  const file = makeFile(records);
  const { kv, commits } = openKv();
  expect(await restoreBackup(file, kv)).toEqual({ records: 1_001 });
  expect(commits.map(({ length }) => length)).toEqual([1, 500, 500, 2]);
  expect(commits[0]).toEqual([["restoring", { file }]]);
  expect(commits.slice(1).flat()).toEqual([...records, ["restoring", null]]);
});

test("large records are written as soon as four million characters are read", async () => {
  const { kv, commits } = openKv();
  await restoreBackup(makeFile(makeRecords(7, "x".repeat(1_500_000))), kv);
  expect(commits.map(({ length }) => length)).toEqual([1, 3, 3, 2]);
});

test.each([
  [2_000_000, [1, 2, 2]],
  [1_999_999, [1, 3, 1]],
])("of three records with %i characters each, as many are written at a time: %j", async (characters, lengths) => {
  const { kv, commits } = openKv();
  const [empty] = makeRecords(1);
  const records = makeRecords(3, "x".repeat(characters - JSON.stringify(empty).length));
  await restoreBackup(makeFile(records), kv);
  expect(commits.map(({ length }) => length)).toEqual(lengths);
});

test.each([["format"], ["bootstrapped"]])("a storage that has the record %s is not restored into", async (key) => {
  const { kv, commits } = openKv();
  await kv.commit([[key, { version: 1 }]]);
  await expect(restoreBackup(makeFile(makeRecords(1)), kv)).rejects.toThrow(
    "The storage has data already. Name an empty one with --storage, or move the data away.",
  );
  expect(commits).toHaveLength(1);
});

test("a restore that cannot mark the storage writes nothing to it", async () => {
  const { kv, commits } = openKv();
  const commit = async (writes: readonly Write[]) => {
    if (writes[0]?.[0] === "restoring") throw new Error("disk full");
    await kv.commit(writes);
  };
  await expect(restoreBackup(makeFile(makeRecords(600)), { ...kv, commit })).rejects.toThrow("disk full");
  expect(commits).toEqual([]);
});

test.each([
  ["is missing", null],
  ["is not compressed", Buffer.from("something else")],
  ["ends too early", gzipSync(`${header}\n`).subarray(0, -6)],
])("a file that %s is no backup", async (_what, content) => {
  const file = join(temporaryFolder().dir, "desk.backup");
  if (content) writeFileSync(file, content);
  const { kv, commits } = openKv();
  await expect(restoreBackup(file, kv)).rejects.toThrow(file);
  expect(commits).toEqual([]);
});

test("a restore that was interrupted is repeated, whatever it has written", async () => {
  const { kv } = openKv();
  await kv.commit([
    ["restoring", { file: "old" }],
    ["format", { version: 1 }],
  ]);
  expect(await restoreBackup(makeFile(makeRecords(1)), kv)).toEqual({ records: 1 });
  expect(await kv.get("restoring")).toBeNull();
});

test.each<[string, Parameters<typeof makeFile>[1], string]>([
  ["another first line", { first: "{}" }, "it does not begin like a Frontdesk backup"],
  ["another number of records", { count: 3 }, "its records do not match their digest"],
  ["another digest", { digested: makeRecords(1) }, "its records do not match their digest"],
])("a file with %s is not restored", async (_what, changes, reason) => {
  const { kv, commits } = openKv();
  await expect(restoreBackup(makeFile(makeRecords(2), changes), kv)).rejects.toThrow(
    `is not a complete backup: ${reason}`,
  );
  expect(commits).toEqual([]);
});

test("a backup whose storage fails midway leaves the older file and no other, and keeps the reason", async () => {
  const { dir } = temporaryFolder();
  const file = join(dir, "desk.backup");
  writeFileSync(file, "older");
  const failure = new Error("connection lost");
  vi.mocked(readAllRecords).mockImplementation(async function* () {
    yield ["key", Buffer.from("{}")] as const;
    yield ["other", Buffer.from("{}")] as const;
    throw failure;
  });
  await expect(writeBackup("redis://desk", file)).rejects.toBe(failure);
  expect([readdirSync(dir), readFileSync(file, "utf8")]).toEqual([["desk.backup"], "older"]);
});

test("a backup replaces the older file, is readable by its user alone, and can be restored", async () => {
  const { dir } = temporaryFolder();
  const file = join(dir, "desk.backup");
  writeFileSync(file, "older", { mode: 0o644 });
  const records = makeRecords(3);
  vi.mocked(readAllRecords).mockImplementation(async function* () {
    for (const [key, value] of records) yield [key, Buffer.from(JSON.stringify(value))] as const;
    return undefined;
  });
  expect(await writeBackup("redis://desk", file)).toEqual({ records: 3, needsSecret: false });
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  const { kv } = openKv();
  await restoreBackup(file, kv);
  expect(await kv.get("key2")).toEqual({ n: 2, text: "" });
});

test("a backup that cannot be read back leaves the older file, and no other", async () => {
  const { dir } = temporaryFolder();
  const file = join(dir, "desk.backup");
  writeFileSync(file, "older");
  vi.mocked(readAllRecords).mockImplementation(async function* () {
    yield ["key", Buffer.from('"a text is no record"')] as const;
    return undefined;
  });
  await expect(writeBackup("redis://desk", file)).rejects.toThrow("is not a complete backup");
  expect([readdirSync(dir), readFileSync(file, "utf8")]).toEqual([["desk.backup"], "older"]);
});

test("a backup that is refused closes the storage", async () => {
  const { dir } = temporaryFolder();
  let isClosed = false;
  vi.mocked(readAllRecords).mockImplementation(async function* () {
    try {
      yield [keyringKey, Buffer.from(JSON.stringify({ state: "encrypting", keys: [] }))] as const;
      return undefined;
    } finally {
      isClosed = true;
    }
  });
  await expect(writeBackup("redis://desk", join(dir, "desk.backup"))).rejects.toThrow(
    "The storage is being encrypted. Make the backup when its server has started.",
  );
  expect([isClosed, readdirSync(dir)]).toEqual([true, []]);
});

test("a record in clear text that somebody added to an encrypted backup is not restored", async () => {
  const file = join(temporaryFolder().dir, "desk.backup");
  vi.mocked(readAllRecords).mockImplementation(async function* () {
    yield ["message:1", Buffer.from("{}")] as const;
    return undefined;
  });
  const keys = { passphrase: "correct horse" };
  await writeBackup("redis://desk", file, keys);
  const [first, record] = gunzipSync(readFileSync(file)).toString().split("\n") as [string, string];
  // The digest needs no key, so anybody can make a file whose digest is right.
  expect(await restoreBackup(makeFile([JSON.parse(record)], { first }), openKv().kv, keys)).toEqual({ records: 1 });
  const changed = makeFile([JSON.parse(record), ["message:2", { body: "added" }]], { first });
  await expect(restoreBackup(changed, openKv().kv, keys)).rejects.toEqual(
    expect.objectContaining({ cause: expect.objectContaining({ message: expect.stringContaining("clear text") }) }),
  );
});

test("a passphrase opens the data keys of the storage in their order, and the newest remains the current one", async () => {
  const file = join(temporaryFolder().dir, "desk.backup");
  const secret = secretOfPassphrase("that of the storage", createScryptParameters());
  const keyring: StoredKeyring = { state: "complete", current: 0, keys: [] };
  for (let key = 0; key < 3; key++) addDataKey(keyring, [secret]);
  vi.mocked(readAllRecords).mockImplementation(async function* () {
    yield [keyringKey, Buffer.from(JSON.stringify(keyring))] as const;
    return undefined;
  });
  await expect(writeBackup("redis://desk", file, { passphrase: "correct horse" })).rejects.toThrow(
    expect.objectContaining({
      name: "OptionsError",
      message: "The storage is encrypted. Give its secret, so that the passphrase can open its keys.",
    }),
  );
  expect(existsSync(file)).toBe(false);
  await writeBackup("redis://desk", file, { passphrase: "correct horse", secret: { secret, source: "The file" } });
  const [first = ""] = gunzipSync(readFileSync(file)).toString().split("\n");
  const idsOf = ({ current, keys }: StoredKeyring) => [current, keys.map(({ id }) => id)];
  expect(idsOf(JSON.parse(first).keyring)).toEqual(idsOf(keyring));
});
