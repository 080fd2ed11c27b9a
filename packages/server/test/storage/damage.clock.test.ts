import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openServer } from "../../src/server.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { temporaryFolder } from "./folder.ts";

/** A folder with a database of some hundred pages. */
async function filled() {
  const { dir } = temporaryFolder();
  const { kv, close } = await openStorage(`lmdb:${dir}`);
  for (let index = 0; index < 40; index++)
    await kv.commit(Array.from({ length: 25 }, (_, n) => [`key:${index}:${n}`, { text: "x".repeat(300) }] as const));
  await close();
  return { dir, file: join(dir, "data.mdb") };
}

test("an intact database is opened", async () => {
  const { dir } = await filled();
  const { kv, close } = await openStorage(`lmdb:${dir}`);
  expect(await kv.get("key:39:24")).not.toBeNull();
  await close();
});

test.each([
  ["cut off in its middle", (file: string) => truncateSync(file, 40 * 4096)],
  ["empty", (file: string) => truncateSync(file, 0)],
  ["something else", (file: string) => writeFileSync(file, "not a database".repeat(1_000))],
  [
    "overwritten in places",
    (file: string) => {
      const bytes = readFileSync(file);
      for (let at = 3 * 4096; at + 4096 <= bytes.length; at += 2 * 4096) bytes.fill(0xa5, at, at + 4096);
      writeFileSync(file, bytes);
    },
  ],
  ["zeroed behind its head", (file: string) => writeFileSync(file, readFileSync(file).fill(0, 2 * 4096))],
])("a database that is %s is refused with what to do, and left as it is", async (_how, damage) => {
  const { dir, file } = await filled();
  damage(file);
  const before = readFileSync(file);
  await expect(openStorage(`lmdb:${dir}`)).rejects.toThrow(/data\.mdb is damaged \(.+\)\. .*frontdesk restore/);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("a storage written by a later version is rejected", async () => {
  const { dir } = temporaryFolder();
  const storage = `lmdb:${dir}`;
  const { kv, close } = await openStorage(storage);
  await kv.commit([["format", { version: 3 }]]);
  await close();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  await expect(openServer({ storage, smtp: false })).rejects.toThrow("later version of Frontdesk (format 3");
  // A program may try again and again, and nothing of a try goes on.
  expect(vi.getTimerCount()).toBe(0);
});
