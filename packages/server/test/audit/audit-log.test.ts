import fc from "fast-check";
import { expect, test } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import type { Kv } from "../../src/storage/types.ts";
import { createAccountStore } from "../../src/store/accounts.ts";
import { maxAuditEntries } from "../../src/store/audit-entries.ts";
import { type AuditEntry, createAuditLog } from "../../src/store/audit-log.ts";
import { createLateKv } from "../storage/late-commits.ts";

const clock = { now: () => Date.UTC(2026, 0, 1) };

/** A log of one account, whose entries are numbered. */
async function openLog({ kv = createLateKv() }: { kv?: Kv } = {}) {
  const locks = createLocalLocks();
  const warnings: [message: string, fields: unknown][] = [];
  const warn = (message: string, fields?: unknown) => void warnings.push([message, fields]);
  const log = { info() {}, warn, error() {} };
  const accounts = createAccountStore({ kv, locks, clock });
  const account = (await accounts.findByName("shop")) ?? (await accounts.create("shop"));
  const written: (string | null)[] = [];
  const file = {
    isClosed: false,
    write: ({ target }: AuditEntry) => void written.push(target),
    close() {
      file.isClosed = true;
    },
  };
  const openAnother = () => createAuditLog({ kv, locks, clock, log, file });
  const audit = openAnother();
  let count = 0;
  const event = () => ({ account, key_id: null, action: "key.created" as const, target: `key:${count++}`, ip: null });
  return { audit, openAnother, account, accounts, event, warnings, kv, written, file };
}

const numbers = ({ entries }: { entries: AuditEntry[] }) => entries.map(({ target }) => Number(target.slice(4)));
const downFrom = (newest: number, count: number) => Array.from({ length: count }, (_, index) => newest - index);

/** Counts commits, and fails while it is told to. */
function watch(kv: Kv) {
  const watched = { commits: 0, fails: false };
  const commit: Kv["commit"] = async (writes) => {
    if (watched.fails) throw new Error("disk full");
    watched.commits++;
    await kv.commit(writes);
  };
  return { watched, kv: { ...kv, commit } };
}

test("entries are listed at once, newest first, whether they are durable or not", async () => {
  const { audit, account, event } = await openLog();
  audit.record(event());
  await audit.append(event());
  audit.record(event());
  expect(numbers(await audit.page(account, {}))).toEqual([2, 1, 0]);
});

test("the newest 10,000 are kept, in as many records at any time", async () => {
  const { audit, account, event, kv } = await openLog();
  const keys = new Set<string>();
  const commit = kv.commit.bind(kv);
  kv.commit = async (writes) => {
    for (const [key, value] of writes)
      if (value === null) keys.delete(key);
      else keys.add(key);
    await commit(writes);
  };
  for (let at = 0; at < 23; at++) {
    for (let entry = 0; entry < 999; entry++) audit.record(event());
    await audit.append(event());
  }
  expect(numbers(await audit.page(account, {}))).toEqual(downFrom(22_999, 10_000));
  // 10,000 in buckets of 50, and the state.
  expect(keys.size).toBe(201);
  await audit.deleteAll(account.id);
  expect(keys.size).toBe(0);
  expect(numbers(await audit.page(account, {}))).toEqual([]);
});

test("of more entries than the log keeps, the newest are kept, although none is durable yet", async () => {
  const { audit, account, event, kv } = await openLog();
  const written: number[] = [];
  const commit = kv.commit.bind(kv);
  kv.commit = (writes) => {
    written.push(writes.length);
    return commit(writes);
  };
  for (let entry = 0; entry < 2 * maxAuditEntries + 5; entry++) audit.record(event());
  expect(numbers(await audit.page(account, {}))).toEqual(downFrom(2 * maxAuditEntries + 4, maxAuditEntries));
  // In buckets of 50, and the state: nothing that is evicted at once.
  expect(written).toEqual([201]);
});

test("an action and its entry are one commit, and what is pending goes with it", async () => {
  const { watched, kv } = watch(createLateKv());
  const { audit, event, account } = await openLog({ kv });
  audit.record(event());
  audit.record(event());
  watched.commits = 0;
  await audit.commit(event(), [["thing", { a: 1 }]]);
  expect(watched.commits).toBe(1);
  expect(await kv.get("thing")).toEqual({ a: 1 });
  expect(numbers(await audit.page(account, {}))).toEqual([2, 1, 0]);
  expect(watched.commits).toBe(1);
});

test("a page after a cursor, which has older entries only, stores nothing", async () => {
  const { watched, kv } = watch(createLateKv());
  const { audit, event, account } = await openLog({ kv });
  for (let entry = 0; entry < 3; entry++) audit.record(event());
  const { next } = await audit.page(account, { limit: 1 });
  audit.record(event());
  watched.fails = true;
  expect(numbers(await audit.page(account, { cursor: next! }))).toEqual([1, 0]);
});

test("an action that cannot be committed has no entry, in the file neither, and what was pending is kept", async () => {
  const { watched, kv } = watch(createLateKv());
  const { audit, event, account, written } = await openLog({ kv });
  audit.record(event());
  watched.fails = true;
  await expect(audit.commit(event(), [["thing", {}]])).rejects.toThrow("disk full");
  audit.record(event());
  await expect(audit.page(account, {})).rejects.toThrow("disk full");
  watched.fails = false;
  expect(numbers(await audit.page(account, {}))).toEqual([2, 0]);
  expect(written).toEqual(["key:0", "key:2"]);
});

test("a log that is deleted loses what is pending too", async () => {
  const { audit, event, account } = await openLog();
  await audit.append(event());
  audit.record(event());
  await audit.deleteAll(account.id);
  expect(numbers(await audit.page(account, {}))).toEqual([]);
});

test("a log that is deleted loses what is being stored at the same time", async () => {
  const { audit, event, account } = await openLog();
  await Promise.all([audit.append(event()), audit.deleteAll(account.id)]);
  expect(numbers(await audit.page(account, {}))).toEqual([]);
});

test("closing stores what is pending; a storage that fails then is logged with the number of lost entries", async () => {
  const { watched, kv } = watch(createLateKv());
  const { audit, openAnother, event, account, warnings, written, file } = await openLog({ kv });
  audit.record(event());
  await audit.close();
  audit.record(event());
  expect([written, file.isClosed]).toEqual([["key:0"], true]);
  const next = openAnother();
  expect(numbers(await next.page(account, {}))).toEqual([0]);
  for (let entry = 0; entry < 3; entry++) next.record(event());
  watched.fails = true;
  await next.close();
  expect(warnings).toEqual([
    [expect.stringContaining("not stored"), { why: "disk full" }],
    [expect.stringContaining("lost"), { entries: 3 }],
  ]);
});

test("entries of an account that is being deleted are dropped, and none of them counts as lost", async () => {
  const { audit, account, accounts, event, warnings } = await openLog();
  audit.record(event());
  await accounts.beginRemoval(account);
  audit.record(event());
  await audit.append(event());
  expect(numbers(await audit.page(account, {}))).toEqual([]);
  await audit.close();
  expect(warnings).toEqual([]);
});

test("two servers on one storage have one order of all entries", async () => {
  const { audit, openAnother, account, event } = await openLog();
  const logs = [audit, openAnother()];
  await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const own = logs[at % 2]!;
      if (at % 5 === 0) await own.append(event());
      else own.record(event());
    }),
  );
  const [first, second] = [await logs[0]!.page(account, {}), await logs[1]!.page(account, {})];
  // The second list has stored what its server had pending, so the first is read again.
  expect(numbers(await logs[0]!.page(account, {}))).toEqual(numbers(second));
  expect(numbers(second).toSorted((a, b) => b - a)).toEqual(downFrom(199, 200));
  expect(numbers(second).filter((number) => numbers(first).includes(number))).toEqual(numbers(first));
});

test("an entry that exists throughout appears exactly once, however many are added while paging", async () => {
  const step = fc.record({ limit: fc.integer({ min: 1, max: 120 }), added: fc.integer({ min: 0, max: 130 }) });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 400 }), fc.array(step, { minLength: 1 }), async (stored, steps) => {
      const { audit, account, event } = await openLog();
      for (let entry = 0; entry < stored; entry++) audit.record(event());
      const seen: number[] = [];
      let total = stored;
      let cursor: string | null | undefined;
      for (let turn = 0; cursor !== null; turn++) {
        const { limit, added } = steps[turn % steps.length]!;
        const page = await audit.page(account, cursor === undefined ? { limit } : { limit, cursor });
        expect(page.entries.length).toBeLessThanOrEqual(limit);
        seen.push(...numbers(page));
        cursor = page.next;
        // More than are kept would evict entries that the paging has not reached.
        if (total + added >= maxAuditEntries) continue;
        total += added;
        for (let entry = 0; entry < added; entry++) audit.record(event());
        if (added % 2 === 1) {
          total++;
          await audit.append(event());
        }
      }
      expect(seen).toEqual(downFrom(stored - 1, stored));
      await audit.close();
    }),
    { numRuns: 40 },
  );
});

test("a cursor of an entry that was evicted meanwhile ends the list; text that is none is rejected", async () => {
  const { audit, account, event } = await openLog();
  for (let entry = 0; entry < 100; entry++) audit.record(event());
  const { next } = await audit.page(account, { limit: 50 });
  for (let entry = 0; entry < 10_000; entry++) audit.record(event());
  await audit.append(event());
  expect(await audit.page(account, { cursor: next! })).toEqual({ entries: [], next: null });
  for (const cursor of ["", "A", "-1", "1.2", "a".repeat(10)])
    await expect(audit.page(account, { cursor })).rejects.toThrow("`cursor`");
});
