import { expect, test } from "vitest";
import { createRecordCodec } from "../../src/storage/encryption/record-codec.ts";
import { startEncryption } from "../../src/storage/encryption/start-encryption.ts";
import type { StoredKeyring } from "../../src/storage/encryption/types.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";

const options = { secret: Buffer.alloc(32, 1).toString("base64"), directory: null };

/** A storage of an older version, whose steps of the encryption note the state at their beginning and end, or fail. */
async function openOlder({ failing = "" } = {}) {
  const kv = createMemoryKv();
  await kv.commit([["format", { version: 1 }]]);
  const noted: string[] = [];
  const formats: unknown[] = [];
  const note = async (what: string) => {
    noted.push(`${what} while ${(await kv.get<StoredKeyring>("keyring"))?.state}`);
  };
  const step = (name: string) => async () => {
    await note(`${name} begins`);
    formats.push(await kv.get("format"));
    if (name === failing) throw new Error(`${name} failed`);
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    await note(`${name} ends`);
  };
  const storage = {
    kv,
    locks: createLocalLocks(),
    codec: createRecordCodec(),
    encryptStored: step("encrypting"),
    compact: step("compacting"),
  };
  return { storage, noted, formats };
}

test("an older storage is complete only after its records are encrypted and its free space is compacted", async () => {
  const { storage, noted } = await openOlder();
  const started = await startEncryption(storage, options);
  expect(noted).toEqual([
    "encrypting begins while encrypting",
    "encrypting ends while encrypting",
    "compacting begins while compacting",
    "compacting ends while compacting",
  ]);
  expect(started?.keyring.state()).toBe("complete");
});

test("an empty storage is complete from its beginning, with nothing to encrypt or to compact", async () => {
  const { storage, noted } = await openOlder();
  await storage.kv.commit([["format", null]]);
  const started = await startEncryption(storage, options);
  expect([started?.keyring.state(), noted]).toEqual(["complete", []]);
  expect(await storage.kv.get("format")).toBeNull();
});

test("an older version cannot open the storage from before its first record is encrypted", async () => {
  const { storage, formats } = await openOlder();
  await startEncryption(storage, options);
  expect(formats[0]).not.toEqual({ version: 1 });
  expect(formats[0]).toEqual(await storage.kv.get("format"));
});

test.each([
  ["with a character that base64 does not have", options.secret.replace("A", "!A")],
  ["with a word after it", `${options.secret} secret`],
  ["without its padding", options.secret.replace("=", "")],
  ["of blanks alone", "  "],
  ["of 31 bytes", Buffer.alloc(31).toString("base64")],
  ["of 33 bytes", Buffer.alloc(33).toString("base64")],
])("a secret %s is refused, so that no character of it is dropped silently", async (_what, secret) => {
  const { storage, noted } = await openOlder();
  await expect(startEncryption(storage, { ...options, secret })).rejects.toThrow("must be 32 bytes in base64");
  expect(noted).toEqual([]);
});

test("a secret may have blanks and a line end around it", async () => {
  const { storage } = await openOlder();
  await startEncryption(storage, options);
  const started = await startEncryption(storage, { ...options, secret: ` ${options.secret}\n` });
  expect(started?.keyring.state()).toBe("complete");
});

test.each([
  ["encrypting", ["encrypting begins while encrypting"]],
  ["compacting", ["compacting begins while compacting"]],
])("a start continues with %s, at which the last one failed", async (failing, expected) => {
  const { storage, noted } = await openOlder({ failing });
  for (const _time of [1, 2]) {
    noted.length = 0;
    await expect(startEncryption(storage, options)).rejects.toThrow(`${failing} failed`);
  }
  expect(noted).toEqual(expected);
});
