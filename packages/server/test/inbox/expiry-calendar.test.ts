import { expect, test } from "vitest";
import { createExpiryCalendar } from "../../src/inbox/expiry-calendar.ts";
import { inboxLock } from "../../src/inbox/record.ts";
import { createRetention } from "../../src/inbox/retention.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createLateKv } from "../storage/late-commits.ts";

const minute = 60_000;

test("a server whose clock is 59 minutes ahead sweeps no page that another still fills", async () => {
  const [kv, locks] = [createLateKv(), createLocalLocks()];
  let now = Date.UTC(2026, 0, 1, 10, 30);
  const create = (ahead: number) => {
    const clock = { now: () => now + ahead };
    return createExpiryCalendar({ kv, locks, clock, name: "mail" });
  };
  const [calendar, fast] = [create(0), create(59 * minute)];
  const visited: string[] = [];
  const visit = async (inbox: string) => void visited.push(inbox);
  const enter = async (inbox: string) => kv.commit([(await calendar.enter(inbox, now)).write]);
  await enter("first");
  await fast.sweep(visit);
  await enter("second");
  now += 180 * minute;
  await calendar.sweep(visit);
  expect(visited.sort()).toEqual(["first", "second"]);
});

test("a page that another server has swept meanwhile is unchanged", async () => {
  const [kv, locks] = [createLateKv(), createLocalLocks()];
  let now = Date.UTC(2026, 0, 1, 10);
  const create = () => createExpiryCalendar({ kv, locks, clock: { now: () => now }, name: "mail" });
  const [slow, quick] = [create(), create()];
  for (const inbox of ["a", "b"]) await kv.commit([(await slow.enter(inbox, now)).write]);
  now += 180 * minute;
  const ends: (() => void)[] = [];
  const sweeping = slow.sweep(() => new Promise<void>((resolve) => ends.push(resolve)));
  while (ends.length < 2) await new Promise(setImmediate);
  const visited: string[] = [];
  await quick.sweep(async (inbox) => void visited.push(inbox));
  expect(visited.sort()).toEqual(["a", "b"]);
  for (const end of ends) end();
  await expect(sweeping).resolves.toBeUndefined();
});

test("the retention is closed only after an inbox that it is visiting", async () => {
  const [kv, locks] = [createLateKv(), createLocalLocks()];
  let now = Date.UTC(2026, 0, 1, 10);
  const parts = { kv, locks, clock: { now: () => now }, channel: "mail", retentionMs: minute };
  const retention = createRetention(parts);
  await kv.commit((await retention.plan("a", undefined, [{ id: "m", arrived: now }])).writes);
  now += 180 * minute;
  const steps: string[] = [];
  let release = () => {};
  const held = locks.with([inboxLock("a")], () => new Promise<void>((resolve) => (release = resolve)));
  const sweeping = retention.sweep().then(() => steps.push("visited"));
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  const closing = retention.close().then(() => steps.push("closed"));
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(steps).toEqual([]);
  release();
  await Promise.all([held, sweeping, closing]);
  expect(steps).toHaveLength(2);
});
