import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";
import { accountLock, createAccountStore } from "../../src/store/accounts.ts";
import { createAuditLog } from "../../src/store/audit-log.ts";

// The log takes the module's timers, which nothing fakes.
vi.mock("node:timers", () => ({
  setTimeout: (...given: Parameters<typeof setTimeout>) => setTimeout(...given),
  clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
}));

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** A log, and how often it has written to the storage. */
async function openLog() {
  const kv = createMemoryKv();
  const clock = { now: Date.now };
  const locks = createLocalLocks();
  const account = await createAccountStore({ kv, locks, clock }).create("shop");
  const commit = vi.spyOn(kv, "commit");
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const audit = createAuditLog({ kv, locks, clock, log });
  const record = (of = account) =>
    audit.record({ account: of, key_id: "k1", action: "message.returned", target: "mailbox:m1", ip: null });
  return { kv, locks, clock, audit, account, commit, log, record };
}

test("entries are stored within a second, all of it in one write", async () => {
  const { kv, account, commit, record } = await openLog();
  for (let at = 0; at < 90; at++) {
    record();
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(commit).toHaveBeenCalledTimes(1);
  expect(await kv.get<object>(`audit:${account.id}`)).toMatchObject({ next: 90 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([commit.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
});

test("entries that are pending for a while are stored with the next commit, and only once", async () => {
  const { kv, account, audit, commit, record } = await openLog();
  record();
  await vi.advanceTimersByTimeAsync(599);
  audit.storeWithNextCommit();
  await vi.advanceTimersByTimeAsync(0);
  expect(commit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  audit.storeWithNextCommit();
  audit.storeWithNextCommit();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(commit).toHaveBeenCalledTimes(1);
  expect(await kv.get<object>(`audit:${account.id}`)).toMatchObject({ next: 1 });
});

test("an account whose entries wait for its lock keeps those of no other from being stored with a commit", async () => {
  const { kv, locks, clock, account, audit, record } = await openLog();
  const other = await createAccountStore({ kv, locks, clock }).create("other");
  record();
  await vi.advanceTimersByTimeAsync(300);
  record(other);
  let release = () => {};
  const held = locks.with([accountLock(account.id)], () => new Promise<void>((resolve) => (release = resolve)));
  await vi.advanceTimersByTimeAsync(300);
  audit.storeWithNextCommit();
  await vi.advanceTimersByTimeAsync(300);
  audit.storeWithNextCommit();
  await vi.advanceTimersByTimeAsync(0);
  const stored = () => Promise.all([account, other].map(({ id }) => kv.get<object>(`audit:${id}`)));
  expect(await stored()).toEqual([null, expect.objectContaining({ next: 1 })]);
  release();
  await held;
  await vi.advanceTimersByTimeAsync(0);
  expect(await stored()).toMatchObject([{ next: 1 }, { next: 1 }]);
});

test("entries whose account could not be locked are stored a second later", async () => {
  const { kv, locks, account, log, record } = await openLog();
  vi.spyOn(locks, "with").mockRejectedValueOnce(new Error("no lock"));
  record();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log.warn.mock.calls).toEqual([["Audit log not stored; it is tried again", { why: "no lock" }]]);
  expect(await kv.get(`audit:${account.id}`)).toBeNull();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await kv.get(`audit:${account.id}`)).toMatchObject({ next: 1 });
});

test("a storage that fails is tried again, and logged once until it works, and again when it fails later", async () => {
  const { kv, account, commit, log, record } = await openLog();
  commit.mockRejectedValue(new Error("disk full"));
  for (let at = 0; at < 5; at++) {
    record();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(log.warn.mock.calls).toEqual([["Audit log not stored; it is tried again", { why: "disk full" }]]);
  commit.mockRestore();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await kv.get<object>(`audit:${account.id}`)).toMatchObject({ next: 5 });
  vi.spyOn(kv, "commit").mockRejectedValueOnce(new Error("disk full again"));
  record();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log.warn).toHaveBeenCalledTimes(2);
});

test("entries whose write has begun are listed when it has ended", async () => {
  const { kv, audit, account, commit, record } = await openLog();
  commit.mockRestore();
  const original = kv.commit.bind(kv);
  kv.commit = async (writes) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await original(writes);
  };
  record();
  await vi.advanceTimersByTimeAsync(1_000);
  const listed = audit.page(account, {});
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await listed).entries).toHaveLength(1);
});

test.each([
  ["and stores what came since", 1],
  ["also if nothing came since", 0],
])("closing waits for a write that has begun, %s, and leaves no timer", async (_what, pending) => {
  const { kv, audit, commit, record } = await openLog();
  let resume = () => {};
  const promise = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const original = kv.commit.bind(kv);
  commit.mockRestore();
  kv.commit = async (writes) => {
    await promise;
    await original(writes);
  };
  record();
  await vi.advanceTimersByTimeAsync(1_000);
  for (let entry = 0; entry < pending; entry++) record();
  let isClosed = false;
  const closed = audit.close().then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isClosed).toBe(false);
  resume();
  await closed;
  expect(vi.getTimerCount()).toBe(0);
});

test("entries that are stored with an action's own commit leave no timer", async () => {
  const { audit, account, commit, record } = await openLog();
  record();
  const event = { account, key_id: "k1", action: "key.created", target: "key:k2", ip: null } as const;
  await audit.commit(event, [["a", {}]]);
  expect([commit.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
  // What comes later has its own second.
  await vi.advanceTimersByTimeAsync(500);
  record();
  await vi.advanceTimersByTimeAsync(500);
  expect(commit).toHaveBeenCalledTimes(1);
});

test("entries whose write failed stay older than those that came meanwhile", async () => {
  const { audit, account, commit, record } = await openLog();
  const add = (target: string) => audit.record({ account, key_id: "k1", action: "message.returned", target, ip: null });
  record();
  commit.mockImplementationOnce(async () => {
    add("mailbox:later");
    throw new Error("disk full");
  });
  await vi.advanceTimersByTimeAsync(1_000);
  const targets = async () => (await audit.page(account, {})).entries.map(({ target }) => target);
  expect(await targets()).toEqual(["mailbox:later", "mailbox:m1"]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await targets()).toEqual(["mailbox:later", "mailbox:m1"]);
});

test("entries that wait for their account's lock ask for it once, however many commits come meanwhile", async () => {
  const { locks, account, audit, commit, record } = await openLog();
  record();
  await vi.advanceTimersByTimeAsync(600);
  let release = () => {};
  const held = locks.with([accountLock(account.id)], () => new Promise<void>((resolve) => (release = resolve)));
  const lock = vi.spyOn(locks, "with");
  for (let commits = 0; commits < 3; commits++) audit.storeWithNextCommit();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(lock).toHaveBeenCalledTimes(1);
  release();
  await held;
  await vi.advanceTimersByTimeAsync(2_000);
  expect([lock.mock.calls.length, commit.mock.calls.length, vi.getTimerCount()]).toEqual([1, 1, 0]);
});

test("an action that cannot be committed leaves no timer if nothing else is pending", async () => {
  const { audit, account, commit } = await openLog();
  commit.mockRejectedValueOnce(new Error("disk full"));
  const event = { account, key_id: "k1", action: "key.created", target: "key:k2", ip: null } as const;
  await expect(audit.commit(event, [])).rejects.toThrow("disk full");
  expect(vi.getTimerCount()).toBe(0);
});
