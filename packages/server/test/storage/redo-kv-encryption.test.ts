import { createSecretKey } from "node:crypto";
import { createStorage } from "unstorage";
import { expect, test } from "vitest";
import { createRecordCodec } from "../../src/storage/encryption/record-codec.ts";
import { createRedoKv } from "../../src/storage/redo-kv.ts";

function openCodec() {
  const codec = createRecordCodec();
  const dataKey = { id: 1, key: createSecretKey(Buffer.alloc(32, 1)) };
  codec.useKeys([dataKey], dataKey);
  return codec;
}

test("of what a driver has, the records in clear text are encrypted, and nothing else changes", async () => {
  const storage = createStorage();
  const older = createRedoKv(storage);
  await older.commit([
    ["a", { n: 1 }],
    ["b", { n: 2 }],
    ["format", { version: 1 }],
  ]);
  const kv = createRedoKv(storage, { codec: openCodec() });
  await kv.commit([["c", { n: 3 }]]);
  await storage.setItem("note_k", "a text of another program");
  await storage.setItem("count_k", 7);
  await storage.setItem("redo:3", { writes: [] });
  const others = ["c_k", "note_k", "count_k", "redo:3"];
  const before = await Promise.all(others.map((key) => storage.getItem(key)));
  expect(await storage.getItem("a_k")).toEqual({ n: 1 });
  await kv.encryptStored();
  const encrypted = { encrypted: expect.any(String) };
  expect(await Promise.all(["a_k", "b_k"].map((key) => storage.getItem(key)))).toEqual([encrypted, encrypted]);
  expect(await Promise.all(["a", "b", "c", "format"].map((key) => kv.get(key)))).toEqual([
    { n: 1 },
    { n: 2 },
    { n: 3 },
    { version: 1 },
  ]);
  expect(await Promise.all(others.map((key) => storage.getItem(key)))).toEqual(before);
  // The redo records of these commits are gone too.
  expect((await storage.getKeys()).filter((key) => key.startsWith("redo:"))).toEqual(["redo:3"]);
});

test("a commit that failed is finished as it was encrypted", async () => {
  const storage = createStorage();
  const kv = createRedoKv(storage, { codec: openCodec() });
  const setItem = storage.setItem.bind(storage);
  storage.setItem = async (key: string, ...rest: [never]) => {
    if (key === "a_k") throw new Error("EIO");
    await setItem(key, ...rest);
  };
  await expect(kv.commit([["a", { code: "481220" }]])).rejects.toThrow("EIO");
  storage.setItem = setItem;
  const restarted = createRedoKv(storage, { codec: openCodec() });
  await restarted.recover();
  expect(await storage.getItem("a_k")).toEqual({ encrypted: expect.any(String) });
  expect(await restarted.get("a")).toEqual({ code: "481220" });
});
