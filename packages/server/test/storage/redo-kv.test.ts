import { createStorage, type Driver } from "unstorage";
import memoryDriver from "unstorage/drivers/memory";
import { expect, test } from "vitest";
import { createRedoKv } from "../../src/storage/redo-kv.ts";
import type { Write } from "../../src/storage/types.ts";

/** A memory driver that fails once its allowance of writes is used up, tearing the write that hits the limit. */
function failingDriver() {
  const inner: Driver = memoryDriver();
  const limit = { writes: Number.POSITIVE_INFINITY, tears: false };
  const driver: Driver = {
    ...inner,
    name: "failing",
    async setItem(key, value, options) {
      if (limit.writes-- > 0) return inner.setItem?.(key, value, options);
      if (limit.tears) await inner.setItem?.(key, value.slice(0, value.length / 2), options);
      throw new Error("the disk is full");
    },
    async removeItem(key, options) {
      if (limit.writes-- <= 0) throw new Error("the disk is gone");
      await new Promise(setImmediate);
      return inner.removeItem?.(key, options);
    },
  };
  return { storage: createStorage({ driver }), limit };
}

const before: Write[] = [
  ["a", { n: 1 }],
  ["b", { n: 1 }],
  ["c", { n: 1 }],
];
const after: Write[] = [
  ["a", { n: 2 }],
  ["b", null],
  ["c", { n: 2 }],
  ["d", { n: 2 }],
];
const states = [
  [{ n: 1 }, { n: 1 }, { n: 1 }, null],
  [{ n: 2 }, null, { n: 2 }, { n: 2 }],
];
// One write for the record, one for each key, one that removes the record.
const steps = 1 + after.length + 1;

for (const tears of [false, true])
  for (let writes = 0; writes <= steps; writes++)
    test(`leaves all or nothing after a crash at write ${writes} of ${steps}${tears ? ", torn" : ""}`, async () => {
      const { storage, limit } = failingDriver();
      const crashing = createRedoKv(storage);
      await crashing.commit(before);
      Object.assign(limit, { writes, tears });
      const acknowledged = await crashing.commit(after).then(
        () => true,
        () => false,
      );
      expect(acknowledged).toBe(writes === steps);

      limit.writes = Number.POSITIVE_INFINITY;
      const restarted = createRedoKv(storage);
      await restarted.recover();
      const state = await Promise.all(["a", "b", "c", "d"].map((key) => restarted.get(key)));
      expect(states).toContainEqual(state);
      expect(state).toEqual(states[writes === 0 ? 0 : 1]);
    });

test("a start ends only once a torn redo record is deleted", async () => {
  const { storage, limit } = failingDriver();
  const crashing = createRedoKv(storage);
  Object.assign(limit, { writes: 0, tears: true });
  await expect(crashing.commit(before)).rejects.toThrow("the disk is full");
  limit.writes = Number.POSITIVE_INFINITY;
  expect(await storage.getKeys()).toHaveLength(1);
  await createRedoKv(storage).recover();
  expect(await storage.getKeys()).toEqual([]);
});

test("completes a failed commit before anyone reads or writes its keys", async () => {
  const { storage, limit } = failingDriver();
  const kv = createRedoKv(storage);
  await kv.commit(before);
  await kv.commit([["other", { is: "readable" }]]);
  limit.writes = 2;
  await expect(kv.commit(after)).rejects.toThrow("the disk is gone");
  await expect(kv.get("a")).rejects.toThrow();
  await expect(kv.commit([["e", {}]])).rejects.toThrow();
  expect(await kv.get("other")).toEqual({ is: "readable" });

  limit.writes = Number.POSITIVE_INFINITY;
  expect(await kv.get("a")).toEqual({ n: 2 });
  await kv.commit([["a", { n: 3 }]]);
  expect(await kv.get("a")).toEqual({ n: 3 });
  expect(await kv.get("d")).toEqual({ n: 2 });
});

test("never hangs while every write fails, and works again afterwards", async () => {
  const { storage, limit } = failingDriver();
  const kv = createRedoKv(storage);
  limit.writes = 0;
  const many = Array.from({ length: 48 }, (_, n) => kv.commit([[`k${n}`, { n }]]));
  const results = await Promise.allSettled(many);
  expect(results.every(({ status }) => status === "rejected")).toBe(true);
  limit.writes = Number.POSITIVE_INFINITY;
  await kv.commit([["k1", { n: "new" }]]);
  expect(await kv.get("k1")).toEqual({ n: "new" });
});

test("throws an error value returned by a driver", async () => {
  const driver: Driver = { ...memoryDriver(), getItem: () => new Error("EIO") as never };
  await expect(createRedoKv(createStorage({ driver })).get("a")).rejects.toThrow("The storage could not read");
});

test("throws if a driver ignores a failed deletion", async () => {
  const driver: Driver = { ...memoryDriver(), removeItem: () => new Error("EACCES") as never };
  const kv = createRedoKv(createStorage({ driver }));
  await expect(
    kv.commit([
      ["a", null],
      ["b", {}],
    ]),
  ).rejects.toThrow("The storage could not remove a key");
});

test("rejects a damaged value instead of returning it", async () => {
  const storage = createStorage();
  const kv = createRedoKv(storage);
  await kv.commit([["a", { n: 1 }]]);
  const [key] = await storage.getKeys();
  await storage.setItemRaw(key!, '{"n":');
  await expect(kv.get("a")).rejects.toThrow("The stored value of a is damaged");
});
