import { createSecretKey, randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { createRecordCodec } from "../../src/storage/encryption/record-codec.ts";
import { encryptLmdb } from "../../src/storage/lmdb/encrypt-lmdb.ts";
import { lmdbDriver } from "../../src/storage/lmdb/lmdb-driver.ts";
import { temporaryFolder } from "./folder.ts";

test.each([0, 1, 499, 500, 501, 1_200])(
  "all of %i records in clear text are encrypted, and stay readable",
  async (count) => {
    const driver = lmdbDriver({ dir: temporaryFolder().dir });
    onTestFinished(() => driver.dispose?.());
    const database = driver.getInstance!();
    const keys = Array.from({ length: count }, (_, at) => `record:${at}`);
    await database.batch(() => {
      for (const key of keys) database.put(key, { key });
      database.put("format", { version: 1 });
    });
    const codec = createRecordCodec();
    const dataKey = { id: 1, key: createSecretKey(randomBytes(32)) };
    codec.useKeys([dataKey], dataKey);
    await encryptLmdb(database, codec);
    const stored = keys.map((key) => database.getBinary(key)!);
    expect(stored.filter((bytes) => !codec.isEncrypted(bytes))).toEqual([]);
    expect(stored.map((bytes, at) => codec.decode(keys[at]!, bytes))).toEqual(keys.map((key) => ({ key })));
    expect(database.get("format")).toEqual({ version: 1 });
  },
);
