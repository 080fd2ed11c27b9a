import { expect, test } from "vitest";
import { appendWrites, auditDeletionWrites, readAuditEntries } from "../../src/store/audit-entries.ts";
import { createLateKv } from "../storage/late-commits.ts";

const account = "one";
const entry = (at: number) => ({ at, key_id: null, action: "key.created" as const, target: "key:1", ip: null });

/** A log with so many entries, whose times are their numbers. */
async function open(count: number) {
  const kv = createLateKv();
  const stored = new Set<string>();
  const commit = async (writes: Awaited<ReturnType<typeof appendWrites>>) => {
    await kv.commit(writes);
    for (const [key, value] of writes) value === null ? stored.delete(key) : stored.add(key);
  };
  const append = async (from: number, to: number) => {
    const entries = Array.from({ length: to - from }, (_, index) => entry(from + index));
    await commit(await appendWrites(kv, account, entries));
  };
  await append(0, count);
  const page = async (query: Parameters<typeof readAuditEntries>[2]) => {
    const { entries, next } = await readAuditEntries(kv, account, query);
    return { times: entries.map(({ at }) => at), next };
  };
  return { kv, stored, commit, append, page };
}

test.each([0, 1, 49, 50, 51, 120])("the deletion of a log of %i entries leaves no record", async (count) => {
  const { kv, stored, commit } = await open(0);
  await commit(
    await appendWrites(
      kv,
      account,
      Array.from({ length: count }, (_, at) => entry(at)),
    ),
  );
  await commit(await auditDeletionWrites(kv, account));
  expect([...stored]).toEqual([]);
});

test("a page begins where the one before ended, and the last has no next", async () => {
  const { page } = await open(120);
  const first = await page({ limit: 70 });
  expect([first.times.length, first.times[0], first.times.at(-1)]).toEqual([70, 119, 50]);
  const second = await page({ limit: 50, cursor: first.next! });
  expect([second.times[0], second.times.at(-1), second.next]).toEqual([49, 0, null]);
  expect((await page({ cursor: first.next! })).times).toEqual(second.times);
  const { times, next } = await page({});
  expect([times.length, next]).toEqual([120, undefined]);
  // The number after the newest entry.
  const afterAll = await page({ cursor: (120).toString(36) });
  expect([afterAll.times.length, afterAll.times.at(-1), afterAll.next]).toEqual([100, 20, (20).toString(36)]);
});

test("an entry that is appended fills the last bucket before it opens another", async () => {
  const { stored, append, page } = await open(49);
  await append(49, 50);
  expect([...stored].toSorted()).toEqual(["audit:one", "audit:one:0"]);
  await append(50, 52);
  expect([...stored].toSorted()).toEqual(["audit:one", "audit:one:0", "audit:one:1"]);
  expect((await page({})).times).toEqual(Array.from({ length: 52 }, (_, at) => 51 - at));
});

test("ten thousand entries are kept, and older buckets are deleted", async () => {
  const { stored, append, page } = await open(10_000);
  expect((await page({ limit: 1, cursor: (1).toString(36) })).times).toEqual([0]);
  await append(10_000, 10_051);
  const { times } = await page({});
  expect([times.length, times[0], times.at(-1)]).toEqual([10_000, 10_050, 51]);
  expect(stored.has("audit:one:0")).toBe(false);
  expect(stored.has("audit:one:1")).toBe(true);
  expect(await page({ limit: 5, cursor: (56).toString(36) })).toEqual({ times: [55, 54, 53, 52, 51], next: null });
  expect(await page({ limit: 5, cursor: (51).toString(36) })).toEqual({ times: [], next: null });
});

test("of more entries at once than are kept, only the newest are stored", async () => {
  const { stored, page } = await open(10_060);
  expect(["audit:one:0", "audit:one:1"].map((key) => stored.has(key))).toEqual([false, true]);
  const { times } = await page({});
  expect([times.length, times.at(-1)]).toEqual([10_000, 60]);
});

test.each(["", "A", "-1", "0123456789"])("the cursor %j is malformed", async (cursor) => {
  const { page } = await open(1);
  await expect(page({ cursor })).rejects.toMatchObject({ code: "invalid_request" });
});

test("a full log writes no record again that it has deleted", async () => {
  const { kv, append } = await open(10_060);
  await append(10_060, 10_061);
  const keysOf = (writes: Awaited<ReturnType<typeof appendWrites>>) => writes.map(([key]) => key);
  expect(keysOf(await appendWrites(kv, account, [entry(0)]))).toEqual(["audit:one:201", "audit:one"]);
  const buckets = Array.from({ length: 201 }, (_, at) => `audit:one:${at + 1}`);
  expect(keysOf(await auditDeletionWrites(kv, account))).toEqual([...buckets, "audit:one"]);
});
