import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { rotateSecret } from "../../src/admin/secret-rotation.ts";
import { keyringKey, keyringTopic } from "../../src/storage/encryption/keyring.ts";
import { generateSecret, parseSecret } from "../../src/storage/encryption/secret.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { readAllRecords } from "../../src/storage/read-all-records.ts";
import { temporaryFolder } from "./folder.ts";
import { startRedis } from "./redis-server.ts";

/** The id of the data key of a stored record. */
async function dataKeyOf(storage: string, key: string): Promise<number | undefined> {
  for await (const [found, bytes] of readAllRecords(storage)) if (found === key) return bytes.readUInt32BE(1);
  return undefined;
}

test("a generated secret is replaced at once, and new records get a new data key", async () => {
  const { dir } = temporaryFolder();
  const storage = `lmdb:${dir}/data`;
  const secretFile = `${dir}/data.secret`;
  const backend = await openStorage(storage);
  await backend.kv.commit([["old", { text: "old" }]]);
  const before = readFileSync(secretFile, "utf8");
  expect(await rotateSecret(backend, {})).toEqual({ file: secretFile, finished: true });
  await backend.kv.commit([["new", { text: "new" }]]);
  // Rotated twice by one process.
  await rotateSecret(backend, {});
  await backend.kv.commit([["newest", { text: "newest" }]]);
  await backend.close();
  const after = readFileSync(secretFile, "utf8");
  expect(after).not.toBe(before);
  expect(await Promise.all(["old", "new", "newest"].map((key) => dataKeyOf(storage, key)))).toEqual([1, 2, 3]);
  const reopened = await openStorage(storage);
  for (const text of ["old", "new", "newest"]) expect(await reopened.kv.get(text)).toEqual({ text });
  await reopened.close();
  writeFileSync(secretFile, before);
  await expect(openStorage(storage)).rejects.toThrow("is not the secret");
});

test("a rotation that ended before the file was replaced keeps the old secret, and forgets the other", async () => {
  const { dir } = temporaryFolder();
  const storage = `lmdb:${dir}/data`;
  const backend = await openStorage(storage);
  const { prepareSecretFile } = await import("../../src/storage/encryption/secret-file.ts");
  const { secret } = prepareSecretFile(`${dir}/data.secret`);
  await backend.encryption!.keyring.addSecret(secret);
  await backend.close();
  expect(existsSync(`${dir}/data.secret.new`)).toBe(true);
  const reopened = await openStorage(storage);
  expect(reopened.encryption?.keyring.secrets()).toBe(1);
  expect(existsSync(`${dir}/data.secret.new`)).toBe(false);
  await reopened.close();
});

test("a secret that was prepared and never used gives way to the next one", async () => {
  const path = join(temporaryFolder().dir, "data.secret");
  const { prepareSecretFile } = await import("../../src/storage/encryption/secret-file.ts");
  prepareSecretFile(path);
  const { secret, publish } = prepareSecretFile(path);
  publish();
  expect(parseSecret(readFileSync(path, "utf8"), path).id).toBe(secret.id);
});

test("flags of the other kind are refused, and so is a storage of clear text", async () => {
  const { dir } = temporaryFolder();
  const backend = await openStorage(`lmdb:${dir}/data`);
  onTestFinished(() => backend.close());
  await expect(rotateSecret(backend, { finish: true })).rejects.toThrow("rotated without further flags");
  await expect(rotateSecret(backend, { file: join(dir, "x") })).rejects.toThrow("rotated without further flags");
  await expect(rotateSecret({ encryption: null }, {})).rejects.toThrow("The storage is clear text");
});

const redis = await startRedis();
describe.skipIf(!redis)("a secret of the operator", () => {
  afterAll(() => redis!.stop());

  test("opens the storage beside the former one until the rotation is finished, on every server", async () => {
    const { dir } = temporaryFolder();
    const first = generateSecret();
    const file = join(dir, "second");
    const open = (secret: string) => openStorage(redis!.url, { secret });
    const [one, two] = [await open(first), await open(first)];
    await expect(rotateSecret(one, {})).rejects.toThrow("--new-secret-file");
    writeFileSync(join(dir, "bad"), "short");
    await expect(rotateSecret(one, { file: join(dir, "bad") })).rejects.toThrow("must be 32 bytes");
    expect(await rotateSecret(one, { file })).toEqual({ file, finished: false });
    await one.kv.commit([["a", { n: 1 }]]);
    expect(await two.kv.get("a")).toEqual({ n: 1 });
    const second = readFileSync(file, "utf8").trim();
    const three = await open(second);
    await (await open(first)).close();
    // This one was not restarted: finished with its secret, the storage would not open with the new one.
    await expect(rotateSecret(one, { finish: true })).rejects.toThrow(
      "FRONTDESK_SECRET is the former secret on this server. Set the new one on every server and restart each, then finish.",
    );
    expect(await rotateSecret(three, { finish: true })).toEqual({ file: null, finished: true });
    await expect(open(first)).rejects.toThrow(
      "FRONTDESK_SECRET is not the secret that the storage was encrypted with. Give that one, or restore a backup into an empty storage.",
    );
    // Servers that still run have the data keys.
    await two.kv.commit([["b", { n: 2 }]]);
    expect(await three.kv.get("b")).toEqual({ n: 2 });
    for (const backend of [one, two, three]) await backend.close();
  });

  test("does not end a server that cannot read the data keys of another at once", async () => {
    const { kv, bus, close } = await openStorage(`${redis!.url}/1`, { secret: generateSecret() });
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    await kv.commit([[keyringKey, { keys: "damaged" }]]);
    await bus.publish(keyringTopic);
    expect(await kv.get(keyringKey)).toEqual({ keys: "damaged" });
    await nextTurn();
    expect(unhandled).toEqual([]);
    process.off("unhandledRejection", note);
    await close();
  });
});
