import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";
import { ownedList } from "../../src/store/owned-list.ts";

/** A list with what is remembered of each id, as the records of an account do. */
function openList() {
  const kv = createMemoryKv();
  const list = ownedList(kv, "account:things");
  const buckets = new Map<string, number>();
  return {
    list,
    async add(id: string) {
      const { writes, bucket } = await list.add(id);
      await kv.commit(writes);
      buckets.set(id, bucket);
    },
    async remove(id: string) {
      await kv.commit(await list.remove(id, buckets.get(id) ?? 0));
    },
  };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `id${from + index}`);

test("a long list can be read after any end of it was removed", async () => {
  const { list, add, remove } = openList();
  for (const id of numbers(0, 600)) await add(id);
  for (const id of numbers(0, 256)) await remove(id);
  expect(await list.ids()).toEqual(numbers(256, 600));
  for (const id of numbers(300, 600)) await remove(id);
  expect(await list.ids()).toEqual(numbers(256, 300));
  for (const id of numbers(600, 900)) await add(id);
  expect(await list.ids()).toEqual([...numbers(256, 300), ...numbers(600, 900)]);
  expect(await list.count()).toBe(344);
  for (const id of await list.ids()) await remove(id);
  expect([await list.ids(), await list.count()]).toEqual([[], 0]);
  await add("again");
  expect(await list.ids()).toEqual(["again"]);
});

test("a list holds what was added and not removed, in order, whatever came and went", async () => {
  // Whole stretches at once, for records go away only when all of their 256 ids have.
  const step = fc.oneof(
    fc.record({ add: fc.integer({ min: 1, max: 400 }) }),
    fc.record({ from: fc.oneof(fc.constant(0), fc.nat({ max: 800 })), remove: fc.integer({ min: 1, max: 500 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const { list, add, remove } = openList();
      let model: string[] = [];
      let next = 0;
      for (const step of steps) {
        if ("add" in step) {
          const ids = numbers(next, next + step.add);
          next += step.add;
          for (const id of ids) await add(id);
          model = [...model, ...ids];
        } else {
          const gone = new Set(model.slice(step.from, step.from + step.remove));
          for (const id of gone) await remove(id);
          model = model.filter((id) => !gone.has(id));
        }
        expect(await list.ids()).toEqual(model);
        expect(await list.count()).toBe(model.length);
      }
    }),
    { numRuns: 30 },
  );
});
