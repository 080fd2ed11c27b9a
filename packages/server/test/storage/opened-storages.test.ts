import { statSync } from "node:fs";
import { join } from "node:path";
import { createStorage } from "unstorage";
import memoryDriver from "unstorage/drivers/memory";
import { expect, onTestFinished, test } from "vitest";
import { generateSecret } from "../../src/storage/encryption/secret.ts";
import { lmdbDriver } from "../../src/storage/lmdb/lmdb-driver.ts";
import { openStorage, type StorageTarget } from "../../src/storage/open-storage.ts";
import { temporaryFolder } from "./folder.ts";

function folder(): string {
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  return dir;
}

function ownDriver() {
  const driver = lmdbDriver({ dir: folder() });
  onTestFinished(() => driver.dispose?.());
  return driver;
}

test.each<[string, () => StorageTarget]>([
  ["lmdb:", () => `lmdb:${folder()}`],
  ["fs:", () => `fs:${folder()}`],
  ["our driver handed in", ownDriver],
  ["another driver handed in", () => createStorage({ driver: memoryDriver() })],
])("%s: an older store is encrypted completely by one start", async (_what, toTarget) => {
  const target = toTarget();
  const older = await openStorage(target, { mayEncrypt: false });
  expect(older.encryption).toBeNull();
  await older.kv.commit([
    ["format", { version: 1 }],
    ["message:1", { body: "369385" }],
  ]);
  await older.close();
  const secret = generateSecret();
  for (let start = 0; start < 2; start++) {
    const { kv, encryption, close } = await openStorage(target, { secret });
    expect(encryption?.keyring.state()).toBe("complete");
    expect([await kv.get("format"), await kv.get("message:1")]).toEqual([{ version: 2 }, { body: "369385" }]);
    await close();
  }
});

test("fs: keeps a mebibyte in reserve for deletions on a full disk", async () => {
  const dir = folder();
  const { kv, close } = await openStorage(`fs:${dir}`);
  onTestFinished(close);
  await kv.commit([["a", { n: 1 }]]);
  expect(statSync(join(dir, "reserve")).size).toBe(1_048_576);
});

test.each<[string, () => StorageTarget]>([
  ["memory:", () => "memory:"],
  ["lmdb:", () => `lmdb:${folder()}`],
  ["fs:", () => `fs:${folder()}`],
  ["our driver handed in", ownDriver],
])("%s serves one server, so it has neither shared events nor presence nor counters", async (_what, toTarget) => {
  const { bus, presence, counters, close } = await openStorage(toTarget());
  onTestFinished(close);
  expect([bus.isShared, presence, counters]).toEqual([false, undefined, undefined]);
});
