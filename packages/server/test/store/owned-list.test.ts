import fc from "fast-check";
import { expect, test } from "vitest";
import { openOwnedList } from "../../src/store/owned-list.ts";
import { createLateKv } from "../storage/late-commits.ts";

/** A list with what is remembered of each id, as the records of an account do. */
function openList() {
  const kv = createLateKv();
  const list = openOwnedList(kv, "account:things");
  const buckets = new Map<string, number>();
  return {
    kv,
    list,
    async add(id: string) {
      const { writes, bucket } = await list.append(id);
      await kv.commit(writes);
      buckets.set(id, bucket);
    },
    async remove(id: string) {
      await kv.commit(await list.remove(id, buckets.get(id) ?? 0));
    },
  };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `id${from + index}`);

test("a long list can be read after items at either end were removed", async () => {
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

test("a full end whose items were all removed is replaced, and what is before it stays", async () => {
  const { list, add, remove } = openList();
  for (const id of numbers(0, 512)) await add(id);
  for (const id of numbers(256, 512)) await remove(id);
  await add("next");
  expect([await list.ids(), await list.count()]).toEqual([[...numbers(0, 256), "next"], 257]);
  for (const id of numbers(0, 256)) await remove(id);
  expect(await list.ids()).toEqual(["next"]);
});

test("a list of one full part whose items were all removed begins with the next item", async () => {
  const { kv, list, add, remove } = openList();
  for (const id of numbers(0, 256)) await add(id);
  for (const id of numbers(0, 256)) await remove(id);
  await add("next");
  expect([await list.ids(), await list.count()]).toEqual([["next"], 1]);
  expect(await list.page(1, undefined)).toEqual({ ids: ["next"], next: null });
  await remove("next");
  await kv.commit(await list.deleteEmpty());
  expect([await list.ids(), await list.deleteEmpty()]).toEqual([[], []]);
});

test.each([
  [99, ["a"]],
  [100, "The list account:things changes too fast to be read"],
])("a list of which a part is gone in %i reads, one after the other, returns %j", async (failures, outcome) => {
  const { kv, add } = openList();
  await add("a");
  let reads = 0;
  const get: typeof kv.get = (key) => (key.endsWith(":1") && ++reads <= failures ? Promise.resolve(null) : kv.get(key));
  const list = openOwnedList({ ...kv, get }, "account:things");
  expect(await list.ids().catch(({ message }: Error) => message)).toEqual(outcome);
  expect(reads).toBe(100);
});

test("the read of a long list lets other requests run after each sixteen of its parts, and at its end", async () => {
  const partCount = 48;
  // Each part of this list has one id.
  const get = async (key: string) => {
    const number = Number(/:(\d+)$/.exec(key)?.[1] ?? 0);
    if (number === 0) return { count: partCount, first: 1, last: partCount };
    return { ids: [`id${number - 1}`], previous: number - 1, next: number === partCount ? 0 : number + 1 };
  };
  let isReading = true;
  let turns = 0;
  const countTurn = () => {
    turns++;
    if (isReading) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const ids = await openOwnedList({ ...createLateKv(), get: get as never }, "account:things").ids();
  isReading = false;
  expect([ids, turns]).toEqual([numbers(0, partCount), 4]);
});

test("a change of a list of which a part is missing is an error with the part's number", async () => {
  const { kv, list, add } = openList();
  await add("a");
  await kv.commit([["list:account:things:1", null]]);
  const error = "The list account:things has no record 1";
  await expect(list.append("b")).rejects.toThrow(error);
  await expect(list.remove("a", 1)).rejects.toThrow(error);
});

test.each([1, 257])("a list that was empty after %i items, and is deleted, leaves no record", async (count) => {
  const { kv, list, add, remove } = openList();
  for (const id of numbers(0, count)) await add(id);
  for (const id of numbers(0, count)) await remove(id);
  await kv.commit(await list.deleteEmpty());
  const keys = ["", ":1", ":2"].map((end) => `list:account:things${end}`);
  expect(await Promise.all(keys.map((key) => kv.get(key)))).toEqual([null, null, null]);
});

test("a list of which a part is missing is an error with its name, after some attempts", async () => {
  const { kv, list, add } = openList();
  await add("a");
  await kv.commit([["list:account:things:1", null]]);
  const error = "The list account:things changes too fast to be read";
  await expect(list.ids()).rejects.toThrow(error);
  await expect(list.page(1, undefined)).rejects.toThrow(error);
});

test("a page reads only as much of a long list as it shows", async () => {
  const { kv, add } = openList();
  for (const id of numbers(0, 1_100)) await add(id);
  const read: string[] = [];
  const { page } = openOwnedList(
    {
      ...kv,
      get: <T extends object>(key: string) => {
        read.push(key);
        return kv.get<T>(key);
      },
    },
    "account:things",
  );
  const bucketsRead = () => new Set(read.splice(0).filter((key) => /:\d+$/.test(key))).size;
  const first = await page(100, undefined);
  expect([first.ids.length, bucketsRead()]).toEqual([100, 1]);
  const second = await page(200, first.next ?? "");
  expect([second.ids.at(-1), bucketsRead()]).toEqual(["id299", 2]);
});

test("a list holds the items added and not removed, in order, after any sequence of changes", async () => {
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

test("a paging reader sees each lasting id once, in order, whatever changes between pages", async () => {
  const step = fc.record({
    limit: fc.integer({ min: 1, max: 300 }),
    add: fc.nat({ max: 300 }),
    remove: fc.record({ from: fc.nat({ max: 900 }), count: fc.nat({ max: 400 }) }),
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 700 }), fc.array(step, { maxLength: 6 }), async (first, steps) => {
      const { list, add, remove } = openList();
      for (const id of numbers(0, first)) await add(id);
      let model = numbers(0, first);
      const staying = new Set(model);
      const seen: string[] = [];
      let count = first;
      const change = async ({ add: more, remove: gone }: { add: number; remove: { from: number; count: number } }) => {
        for (const id of model.slice(gone.from, gone.from + gone.count)) {
          await remove(id);
          staying.delete(id);
        }
        model = model.filter((_, at) => at < gone.from || at >= gone.from + gone.count);
        for (const id of numbers(count, count + more)) await add(id);
        model = [...model, ...numbers(count, count + more)];
        count += more;
      };
      let cursor: string | null | undefined;
      for (let turn = 0; cursor !== null; turn++) {
        const step = steps[turn];
        const page = await list.page(step?.limit ?? 1000, cursor);
        expect(page.ids.length).toBeLessThanOrEqual(step?.limit ?? 1000);
        seen.push(...page.ids);
        cursor = page.next;
        if (step) await change(step);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => staying.has(id))).toEqual(model.filter((id) => staying.has(id)));
    }),
    { numRuns: 25 },
  );
});

test("a page omits the id to skip and is still full", async () => {
  const { list, add } = openList();
  for (const id of numbers(0, 4)) await add(id);
  const { ids, next } = await list.page(2, undefined, "id1");
  expect(ids).toEqual(["id0", "id2"]);
  expect(await list.page(2, next ?? "", "id1")).toEqual({ ids: ["id3"], next: null });
});

test("a list whose newest record is missing in the storage is not written over", async () => {
  const { kv, list, add } = openList();
  await add("one");
  await kv.commit([["list:account:things:1", null]]);
  await expect(list.append("two")).rejects.toThrow("The list account:things has no record 1");
  await expect(list.remove("one", 1)).rejects.toThrow("has no record 1");
});
