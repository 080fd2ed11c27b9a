import { createSecretKey } from "node:crypto";
import { expect, test } from "vitest";
import { openKeyring } from "../../src/storage/encryption/keyring.ts";
import { createScryptParameters, secretOfPassphrase } from "../../src/storage/encryption/passphrase.ts";
import { createRecordCodec } from "../../src/storage/encryption/record-codec.ts";
import { toSecret } from "../../src/storage/encryption/secret.ts";
import type { StoredKeyring } from "../../src/storage/encryption/types.ts";
import { escapeKey } from "../../src/storage/key-escape.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";

/** Writes that a server reserves at a time, how many are left when it reserves more, and how many a data key may encrypt. */
const [reserved, low, max] = [2 ** 24, 2 ** 20, 2 ** 32];
const [secret, other] = [toSecret(Buffer.alloc(32, 1)), toSecret(Buffer.alloc(32, 2))];

/** A storage whose keyring several servers open. */
function openStorage() {
  const kv = createMemoryKv();
  const locks = createLocalLocks();
  const state = { fails: false, commits: 0, announced: 0 };
  const limited = {
    ...kv,
    async commit(writes: Parameters<typeof kv.commit>[0]) {
      if (state.fails) throw new Error("full");
      state.commits++;
      await kv.commit(writes);
    },
  };
  const stored = async () => (await kv.get<StoredKeyring>("keyring"))!;
  const openServer = async (by = secret) => {
    const codec = createRecordCodec();
    const onDataKeyAdded = async () => {
      // As long as a message to the other servers takes.
      await new Promise(setImmediate);
      state.announced++;
    };
    const options = { kv: limited, locks, codec, secret: by, source: "It", onDataKeyAdded };
    return { codec, keyring: await openKeyring(options, "complete") };
  };
  /** Sets how often the current data key was used, as if other servers had. */
  const setWrites = async (writes: number) => {
    const keyring = await stored();
    keyring.keys.at(-1)!.writes = writes;
    await kv.commit([["keyring", keyring]]);
  };
  return { kv, state, stored, openServer, setWrites };
}

const count = ({ keys, current }: StoredKeyring) => [keys.map(({ id, writes }) => [id, writes]), current];

test("each server reserves writes with the current data key", async () => {
  const { stored, openServer } = openStorage();
  await openServer();
  expect(count(await stored())).toEqual([[[1, reserved]], 1]);
  await openServer();
  expect(count(await stored())).toEqual([[[1, 2 * reserved]], 1]);
});

test("a data key encrypts as many records as it may, then there is another, and the first still decrypts", async () => {
  const { stored, openServer, setWrites } = openStorage();
  const { codec } = await openServer();
  const record = codec.encode("a", { text: "one" });
  await setWrites(max - reserved);
  await openServer();
  expect(count(await stored())).toEqual([[[1, max]], 1]);
  const next = await openServer();
  expect(count(await stored())).toEqual([
    [
      [1, max],
      [2, reserved],
    ],
    2,
  ]);
  expect(next.codec.decode("a", record)).toEqual({ text: "one" });
  const byNext = next.codec.encode("b", { text: "two" });
  expect(() => codec.decode("b", byNext)).toThrow(
    expect.objectContaining({
      name: "UnknownDataKeyError",
      message: "The storage has no data key 2 for the record b",
    }),
  );
  await codec.reloadKeys();
  expect(codec.decode("b", byNext)).toEqual({ text: "two" });
});

test("a server reserves more before its writes are used up, once, and again if that failed", async () => {
  const { state, stored, openServer } = openStorage();
  const { codec } = await openServer();
  for (let write = 0; write < reserved - low; write++) codec.onEncrypt();
  await new Promise(setImmediate);
  expect(state.commits).toBe(1);
  state.fails = true;
  codec.onEncrypt();
  await new Promise(setImmediate);
  state.fails = false;
  for (let write = 0; write < 3; write++) codec.onEncrypt();
  await expect.poll(() => state.commits).toBe(2);
  for (let write = 0; write < 3; write++) codec.onEncrypt();
  await new Promise(setImmediate);
  expect(count(await stored())).toEqual([[[1, 2 * reserved]], 1]);
});

test("without reserved writes nothing is encrypted", async () => {
  const { state, openServer } = openStorage();
  const { codec } = await openServer();
  state.fails = true;
  for (let write = 0; write < reserved; write++) codec.onEncrypt();
  expect(() => codec.encode("a", {})).toThrow("The storage could not reserve writes with its data key");
});

test("a secret that is added opens all data keys, and new records get one that the others never had", async () => {
  const { state, stored, openServer } = openStorage();
  const { codec, keyring } = await openServer();
  const record = codec.encode("a", { text: "one" });
  await keyring.addSecret(other);
  expect([keyring.secrets(), state.announced, (await stored()).current]).toEqual([2, 1, 2]);
  for (const by of [secret, other]) expect((await openServer(by)).codec.decode("a", record)).toEqual({ text: "one" });
  await keyring.keepOnly(other, "The new one");
  expect(keyring.secrets()).toBe(1);
  await expect(openServer(secret)).rejects.toThrow("It is not the secret that the storage was encrypted with");
  expect((await openServer(other)).codec.decode("a", record)).toEqual({ text: "one" });
});

test("a rotation cannot be finished with the former secret, as by a server that was not restarted", async () => {
  const { stored, openServer } = openStorage();
  const { keyring } = await openServer();
  await keyring.addSecret(other);
  const before = await stored();
  const finish = () => keyring.keepOnly(secret, "FRONTDESK_SECRET", { mustBeNewest: true });
  await expect(finish()).rejects.toThrow("FRONTDESK_SECRET is the former secret");
  expect(await stored()).toEqual(before);
  // Whoever wants to keep the former one rotates back to it.
  await keyring.addSecret(secret);
  await finish();
  await expect(openServer(other)).rejects.toThrow("It is not the secret");
  expect((await stored()).newest).toBeUndefined();
});

test("after a rotation, an error names where the new secret comes from", async () => {
  const { kv, stored, openServer } = openStorage();
  const { codec, keyring } = await openServer();
  await keyring.addSecret(other);
  await keyring.keepOnly(other, "The new one");
  const foreign = await stored();
  foreign.keys[0]!.wrapped = {};
  await kv.commit([["keyring", foreign]]);
  await expect(codec.reloadKeys()).rejects.toThrow("The new one is not the secret that the storage was encrypted with");
});

test("a secret that does not open the storage cannot be the only one", async () => {
  const { stored, openServer } = openStorage();
  const { keyring } = await openServer();
  const before = await stored();
  await expect(keyring.keepOnly(other, "Another")).rejects.toThrow("Another is not the secret");
  expect(await stored()).toEqual(before);
  await keyring.setState("compacting");
  expect([keyring.state(), (await stored()).state]).toEqual(["compacting", "compacting"]);
});

test.each(["format", "health", "keyring", "restoring"])("the record %s is clear text, and no other", async (name) => {
  const { openServer } = openStorage();
  const { codec } = await openServer();
  for (const key of [name, escapeKey(name)]) {
    const bytes = codec.encode(key, { version: 1 });
    expect([codec.isEncrypted(bytes), codec.isExposed(key, bytes), codec.decode(key, bytes)]).toEqual([
      false,
      false,
      { version: 1 },
    ]);
  }
  const clear = Buffer.from("{}");
  expect(codec.isExposed(`${name}s`, clear)).toBe(true);
  expect(() => codec.decode(`${name}s`, clear)).toThrow("is clear text in an encrypted storage");
});

test("a passphrase is the same however its letters are composed, and its parameters cannot ask for all memory", () => {
  const parameters = { ...createScryptParameters(), cost: 2 ** 10 };
  const [composed, decomposed] = ["pass\u00e9".normalize("NFC"), "pass\u00e9".normalize("NFD")];
  const { id } = secretOfPassphrase(composed, parameters);
  expect(secretOfPassphrase(decomposed, parameters).id).toBe(id);
  expect(secretOfPassphrase("other", parameters).id).not.toBe(id);
  expect(() => secretOfPassphrase(composed, { ...parameters, cost: 2 ** 20 })).toThrow(RangeError);
});

test("each guess of a passphrase costs 128 MiB, and no other backup has the same salt", () => {
  const [first, second] = [createScryptParameters(), createScryptParameters()];
  const salt = expect.stringMatching(/^[A-Za-z0-9+/]{22}==$/);
  expect(first).toEqual({ salt, cost: 131_072, blockSize: 8, parallelization: 1 });
  expect(second.salt).not.toBe(first.salt);
});

test("records are encrypted with the key that is said to be current, wherever it is among the keys", () => {
  const [first, second] = [1, 2].map((id) => ({ id, key: createSecretKey(Buffer.alloc(32, id)) }));
  const [writer, reader] = [createRecordCodec(), createRecordCodec()];
  writer.useKeys([first!, second!], first!);
  reader.useKeys([first!], first!);
  expect(reader.decode("a", writer.encode("a", { b: 1 }))).toEqual({ b: 1 });
});

test("a damaged data key is named, with the reason as the cause", async () => {
  const { kv, stored, openServer } = openStorage();
  await openServer();
  const keyring = await stored();
  keyring.keys[0]!.wrapped = { [secret.id]: Buffer.alloc(60).toString("base64") };
  await kv.commit([["keyring", keyring]]);
  await expect(openServer()).rejects.toMatchObject({
    message: "The keyring of the storage is damaged at data key 1. Restore a backup.",
    cause: expect.any(Error),
  });
});
