import { createStorage, type Driver } from "unstorage";
import memoryDriver from "unstorage/drivers/memory";
import { expect, test } from "vitest";
import type { FolderSpace } from "../../src/storage/folder-space.ts";
import { createRedoKv } from "../../src/storage/redo-kv.ts";

const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
const settle = () => new Promise(setImmediate);

/** A store whose writes fail as often as they are told to, and what its room was asked. */
function open({ isReserved = true } = {}) {
  const inner = memoryDriver();
  const state = { fails: 0, error: full as Error, released: 0, disposed: 0, hold: null as Promise<void> | null };
  const driver: Driver = {
    ...inner,
    async setItem(key, value, options) {
      await state.hold;
      if (state.fails-- > 0) throw state.error;
      await inner.setItem?.(key, value, options);
    },
    dispose: () => void state.disposed++,
  };
  const asked: [bytes: number, grows: boolean][] = [];
  const room: FolderSpace = {
    checkSpace: async (bytes, grows) => void asked.push([bytes, await grows()]),
    releaseReserve: async () => {
      state.released++;
      return isReserved;
    },
  };
  const storage = createStorage({ driver });
  return { storage, state, asked, room, kv: createRedoKv(storage, { space: room }) };
}

test("space is reserved for all data, which is written twice, and a block for each key", async () => {
  const { kv, asked } = open();
  const value = { text: "abc" };
  const bytes = JSON.stringify(value).length;
  await kv.commit([["a", value]]);
  await kv.commit([
    ["a", value],
    ["b", null],
  ]);
  await kv.commit([["a", { text: "abcd" }]]);
  await kv.commit([["a", { text: "dcba" }]]);
  await kv.commit([["a", null]]);
  expect(asked).toEqual([
    [2 * bytes + 8_192, true],
    [2 * bytes + 16_384, false],
    [2 * (bytes + 1) + 8_192, true],
    [2 * (bytes + 1) + 8_192, false],
    [8_192, false],
  ]);
});

test("the probe reserves more than a usual mail takes, and writes something", async () => {
  const { kv, asked, state } = open();
  await kv.probe();
  expect(asked[0]).toEqual([256 * 1024, true]);
  state.fails = 1;
  state.error = new Error("EIO");
  await expect(kv.probe()).rejects.toThrow("EIO");
});

test("a commit that finds the disk full releases the reserve and succeeds", async () => {
  const { kv, state } = open();
  state.fails = 1;
  await kv.commit([["a", { n: 1 }]]);
  expect([await kv.get("a"), state.released]).toEqual([{ n: 1 }, 1]);
});

test.each([
  ["of which the reserve is gone", { isReserved: false }, full, 1],
  ["that fails otherwise", {}, new Error("EIO"), 0],
])("a disk %s fails the commit", async (_what, options, error, released) => {
  const { kv, state } = open(options);
  Object.assign(state, { fails: 1, error });
  await expect(kv.commit([["a", { n: 1 }]])).rejects.toThrow(error);
  expect([await kv.get("a"), state.released]).toEqual([null, released]);
});

test("a commit that fails twice is an error", async () => {
  const { kv, state } = open();
  state.fails = 2;
  await expect(kv.commit([["a", { n: 1 }]])).rejects.toThrow("no space left");
  expect(state.released).toBe(1);
  await kv.commit([["a", { n: 2 }]]);
  expect(await kv.get("a")).toEqual({ n: 2 });
});

test("a read of a key that is being written waits for the write", async () => {
  const { kv, state } = open();
  await kv.commit([["a", { n: 1 }]]);
  let go = () => {};
  state.hold = new Promise((resolve) => {
    go = resolve;
  });
  const committed = kv.commit([["a", { n: 2 }]]);
  await settle();
  let found: unknown = "nothing yet";
  const read = kv.get("a").then((value) => (found = value));
  await settle();
  expect(found).toBe("nothing yet");
  expect(await kv.get("b")).toBeNull();
  state.hold = null;
  go();
  await Promise.all([committed, read]);
  expect(found).toEqual({ n: 2 });
});

test("closing waits for running commits, happens once, and ends all use", async () => {
  const { kv, state, storage } = open();
  let go = () => {};
  state.hold = new Promise((resolve) => {
    go = resolve;
  });
  const committed = kv.commit([["a", { n: 1 }]]);
  await settle();
  const closed = kv.close();
  await settle();
  expect(state.disposed).toBe(0);
  go();
  await Promise.all([committed, closed]);
  await kv.close();
  expect(state.disposed).toBe(1);
  await expect(kv.get("a")).rejects.toThrow("The storage is closed");
  await expect(kv.commit([["a", {}]])).rejects.toThrow("The storage is closed");
  await createRedoKv(storage, { dispose: false }).close();
  expect(state.disposed).toBe(1);
});

test("recovery leaves no redo record, complete or torn", async () => {
  const { kv, storage } = open();
  await storage.setItem("redo:3", JSON.stringify({ writes: [["a", { n: 1 }]] }));
  await storage.setItem("redo:15", '{"writ');
  await storage.setItem("redo:7", JSON.stringify({ other: 1 }));
  await kv.recover();
  expect(await kv.get("a")).toEqual({ n: 1 });
  expect((await storage.getKeys()).filter((key) => key.startsWith("redo"))).toEqual([]);
});

test("no redo record stays behind, however many there are", async () => {
  const { kv, storage } = open();
  for (let time = 0; time < 40; time++) await kv.commit([["a", { time }]]);
  await Promise.all(Array.from({ length: 40 }, (_, n) => kv.commit([[`k${n}`, { n }]])));
  expect((await storage.getKeys()).filter((key) => key.startsWith("redo"))).toEqual([]);
});
