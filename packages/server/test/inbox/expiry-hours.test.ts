import { expect, test, vi } from "vitest";
import { createExpiryCalendar } from "../../src/inbox/expiry-calendar.ts";
import { createRetention } from "../../src/inbox/retention.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import type { Kv } from "../../src/storage/types.ts";
import { createLateKv } from "../storage/late-commits.ts";

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 1, 10);
const hourOf = (time: number) => Math.floor(time / hour);

/** A calendar over a storage whose keys can be seen. */
function open() {
  const stored = new Set<string>();
  const memory = createLateKv();
  const bed = { now: start, stored, failing: false, visited: [] as string[] };
  const kv: Kv = {
    ...memory,
    async commit(writes) {
      if (bed.failing) throw new Error("disk gone");
      await memory.commit(writes);
      for (const [key, value] of writes) value === null ? stored.delete(key) : stored.add(key);
    },
  };
  const parts = { kv, locks: createLocalLocks(), clock: { now: () => bed.now }, name: "mail" };
  const calendar = createExpiryCalendar(parts);
  const enter = async (inbox: string, time: number) => {
    const { hour, write } = await calendar.enter(inbox, time);
    await kv.commit([write]);
    return hour;
  };
  const visit = async (inbox: string) => void bed.visited.push(inbox);
  const sweep = async () => {
    await calendar.sweep(visit);
    return bed.visited.splice(0).sort();
  };
  return { bed, calendar, enter, sweep, visit, parts };
}

test("an inbox is entered for the first full hour after its expiry, and at least two hours from now", async () => {
  const { enter } = open();
  const now = hourOf(start);
  expect(await enter("a", start + 10 * hour - 1)).toBe(now + 10);
  expect(await enter("a", start + 10 * hour)).toBe(now + 11);
  expect(await enter("a", start + hour)).toBe(now + 2);
  expect(await enter("a", start - 100 * hour)).toBe(now + 2);
});

test("it is visited when its hour has begun, not before and once; its entry is deleted", async () => {
  const { bed, enter, sweep } = open();
  await enter("a", start + 10 * hour - 1);
  bed.now = start + 10 * hour - 1;
  expect(await sweep()).toEqual([]);
  bed.now = start + 10 * hour;
  expect(await sweep()).toEqual(["a"]);
  bed.now += hour;
  expect(await sweep()).toEqual([]);
  expect([...bed.stored]).toEqual(["expiry:mail"]);
});

test("an hour that has begun is still upcoming, the one before is not", () => {
  const { bed, calendar } = open();
  bed.now = start + hour / 2;
  expect(calendar.isAhead(hourOf(start))).toBe(true);
  expect(calendar.isAhead(hourOf(start) - 1)).toBe(false);
});

test("more inboxes than a page holds are all visited, and leave no entries", async () => {
  const { bed, enter, sweep } = open();
  const inboxes = Array.from({ length: 513 }, (_, at) => `inbox-${String(at).padStart(3, "0")}`);
  await Promise.all(inboxes.map((inbox) => enter(inbox, start + hour)));
  expect([...bed.stored].filter((key) => /:(1:255|2:255|3:0)$/.test(key))).toHaveLength(3);
  expect([...bed.stored].filter((key) => key.endsWith(":256"))).toEqual([]);
  bed.now += 2 * hour;
  expect(await sweep()).toEqual(inboxes);
  expect([...bed.stored]).toEqual(["expiry:mail"]);
});

test("hours with pages of several servers are swept completely", async () => {
  const { bed, parts, enter, sweep } = open();
  const other = createExpiryCalendar(parts);
  await enter("late", start + 5 * hour);
  await enter("a", start);
  await parts.kv.commit([(await other.enter("b", start)).write]);
  bed.now += 2 * hour;
  expect(await sweep()).toEqual(["a", "b"]);
  bed.now += 4 * hour;
  expect(await sweep()).toEqual(["late"]);
});

test("concurrent sweeps are one sweep, and the next is another", async () => {
  const { bed, calendar, enter } = open();
  await enter("a", start);
  bed.now += 2 * hour;
  let visits = 0;
  const visit = async () => void visits++;
  await Promise.all([calendar.sweep(visit), calendar.sweep(visit)]);
  expect(visits).toBe(1);
  await enter("a", bed.now);
  bed.now += 2 * hour;
  await calendar.sweep(visit);
  expect(visits).toBe(2);
});

test("a failed sweep is followed by another", async () => {
  const { bed, enter, sweep } = open();
  await enter("a", start);
  bed.now += 2 * hour;
  bed.failing = true;
  await expect(sweep()).rejects.toThrow("disk gone");
  bed.failing = false;
  bed.visited.length = 0;
  expect(await sweep()).toEqual(["a"]);
});

test("a page that could not be opened is opened the next time", async () => {
  const { bed, enter } = open();
  bed.failing = true;
  await expect(enter("a", start)).rejects.toThrow("disk gone");
  bed.failing = false;
  expect(await enter("a", start)).toBe(hourOf(start) + 2);
});

test("closing waits for running visits and starts no other, and a second close does nothing", async () => {
  const { bed, calendar, enter } = open();
  for (let at = 0; at < 40; at++) await enter(`inbox-${at}`, start);
  bed.now += 2 * hour;
  const ends: (() => void)[] = [];
  const sweeping = calendar.sweep(() => new Promise<void>((resolve) => ends.push(resolve)));
  while (ends.length < 32) await new Promise(setImmediate);
  let isClosed = false;
  const closing = calendar.close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  for (const end of ends) end();
  await closing;
  await sweeping;
  expect(ends).toHaveLength(32);
  await calendar.sweep(async () => void ends.push(() => {}));
  await calendar.close();
  expect(ends).toHaveLength(32);
  // Inboxes that were not visited are still entered after a restart.
  const entries = [...bed.stored].filter((key) => /:1:\d+$/.test(key));
  expect(entries.length).toBeGreaterThanOrEqual(8);
});

test("close succeeds even if the running sweep fails", async () => {
  const { bed, calendar, enter } = open();
  await enter("a", start);
  bed.now += 2 * hour;
  let end: (() => void) | null = null;
  const sweeping = calendar.sweep(() => new Promise<void>((resolve) => (end = resolve)));
  const failed = expect(sweeping).rejects.toThrow("disk gone");
  await vi.waitUntil(() => end !== null);
  bed.failing = true;
  const closing = calendar.close();
  (end as (() => void) | null)?.();
  await expect(closing).resolves.toBeUndefined();
  await failed;
});

test("visitUpcoming visits what is due within the time, keeps its entry, and stops on close", async () => {
  const { bed, calendar, enter, sweep, visit } = open();
  await enter("soon", start + 10 * hour - 1);
  await enter("later", start + 20 * hour - 1);
  await calendar.visitUpcoming(10 * hour, visit);
  expect(bed.visited.splice(0)).toEqual(["soon"]);
  bed.now += 10 * hour;
  expect(await sweep()).toEqual(["soon"]);
  await calendar.close();
  await calendar.visitUpcoming(100 * hour, visit);
  expect(bed.visited).toEqual([]);
});

test("visitUpcoming visits nothing of a calendar in which nothing was ever entered", async () => {
  const { bed, calendar, visit } = open();
  await calendar.visitUpcoming(100 * hour, visit);
  expect(bed.visited).toEqual([]);
});

test("a message is retained until its time is over, and not from that moment on", async () => {
  const { bed, parts } = open();
  const retention = createRetention({ ...parts, channel: "mail", retentionMs: 1_000 });
  const message = { id: "m", arrived: start };
  bed.now = start + 999;
  expect(retention.isRetained(message)).toBe(true);
  bed.now = start + 1_000;
  expect(retention.isRetained(message)).toBe(false);
  await retention.close();
});

test("an inbox is due with its oldest message, keeps an upcoming hour, and needs none without messages", async () => {
  const { bed, parts } = open();
  const retention = createRetention({ ...parts, channel: "mail", retentionMs: 10 * hour });
  const messages = [start + hour, start, start + 2 * hour].map((arrived, at) => ({ id: `${at}`, arrived }));
  const first = await retention.plan("a", undefined, messages);
  expect(first.indexFields).toEqual({ due: hourOf(start) + 11 });
  expect(first.writes).toHaveLength(1);
  expect(await retention.plan("a", first.indexFields.due, messages)).toEqual({ ...first, writes: [] });
  expect(await retention.plan("a", undefined, [])).toEqual({ indexFields: {}, writes: [] });
  bed.now = start + 12 * hour;
  expect((await retention.plan("a", first.indexFields.due, messages)).writes).toHaveLength(1);
  await retention.close();
});

test("sweeps once a minute, by a timer that does not keep the process alive, until close", async () => {
  const { parts } = open();
  const set = vi.spyOn(globalThis, "setInterval");
  const clear = vi.spyOn(globalThis, "clearInterval");
  const retention = createRetention({ ...parts, channel: "mail", retentionMs: hour });
  const timer = set.mock.results[0]?.value as NodeJS.Timeout;
  expect(set.mock.calls.map(([, time]) => time)).toEqual([60_000]);
  expect(timer.hasRef()).toBe(false);
  await retention.close();
  expect(clear).toHaveBeenCalledWith(timer);
  for (const spy of [set, clear]) spy.mockRestore();
});

test("an inbox whose visit failed is visited again in a later hour, and the others are visited once", async () => {
  const { bed, calendar, enter, sweep, visit } = open();
  await enter("unreadable", start);
  await enter("a", start);
  bed.now += 2 * hour;
  await calendar.sweep(async (inbox) => {
    if (inbox === "unreadable") throw new Error("disk error");
    await visit(inbox);
  });
  expect(bed.visited.splice(0)).toEqual(["a"]);
  bed.now += hour;
  expect(await sweep()).toEqual([]);
  bed.now += hour;
  expect(await sweep()).toEqual(["unreadable"]);
  expect([...bed.stored]).toEqual(["expiry:mail"]);
});

test("a sweep writes nothing if its hour is swept already, or if the clock went back", async () => {
  const { bed, enter, sweep } = open();
  await enter("a", start);
  bed.now += 2 * hour;
  expect(await sweep()).toEqual(["a"]);
  bed.failing = true;
  expect(await sweep()).toEqual([]);
  bed.now -= hour;
  expect(await sweep()).toEqual([]);
});
