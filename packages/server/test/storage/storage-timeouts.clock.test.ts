import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { StorageError } from "../../src/problem.ts";
import { createCallTimeout } from "../../src/storage/call-timeout.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";
import { limitStorageCalls } from "../../src/storage/storage-timeouts.ts";

const limit = 10_000;

/** A call that ends when it is told to. */
function openCall<T = void>() {
  let end = (_value: T) => {};
  let fail = (_error: Error) => {};
  const call = new Promise<T>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { call, end, fail };
}

/** A storage with a read that hangs until it is told to end. */
function guardHanging({ close = async () => {} }: { close?: () => Promise<void> } = {}) {
  const read = openCall<null>();
  const kv = { ...createMemoryKv(), get: () => read.call };
  const locks = createLocalLocks();
  return { read, locks, guarded: limitStorageCalls({ kv, locks, close }, { timeoutMs: limit }) };
}

/** What became of a call by now. */
function watch(call: Promise<unknown>) {
  const seen = { outcome: "pending" };
  call.then(
    () => (seen.outcome = "ended"),
    (error: unknown) => (seen.outcome = error instanceof StorageError ? error.fault : String(error)),
  );
  return seen;
}

/** A call is given up in the turn after its timer's, which is not faked. */
const faked: ("setTimeout" | "clearTimeout" | "setInterval" | "clearInterval" | "performance")[] = [
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "performance",
];
async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await new Promise(setImmediate);
}

describe("the time limit", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: faked }));
  afterEach(() => void vi.useRealTimers());

  test("leaves no timer for a lock that is rejected", async () => {
    const locks = { ...createLocalLocks(), with: () => Promise.reject(new Error("The locks are closed")) };
    const guarded = limitStorageCalls({ kv: createMemoryKv(), locks, close: async () => {} }, { timeoutMs: limit });
    await expect(guarded.locks.with(["a"], async () => {})).rejects.toThrow("The locks are closed");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("of a call ends it on time, not before", async () => {
    const { run: hold } = createCallTimeout(limit);
    const call = watch(hold(new Promise(() => {})));
    await pass(limit - 1);
    expect(call.outcome).toBe("pending");
    await pass(1);
    expect(call.outcome).toBe("late");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not apply if the response arrived while the process was suspended", async () => {
    const { run: hold } = createCallTimeout(limit);
    const { call, end } = openCall();
    const seen = watch(hold(call));
    vi.advanceTimersByTime(2 * limit);
    end();
    await pass(0);
    expect(seen.outcome).toBe("ended");
  });

  test("of other calls is a second while one is late, and the full limit once it has ended", async () => {
    for (const ends of [true, false]) {
      const { run: hold, isStuck } = createCallTimeout(limit);
      const late = openCall();
      watch(hold(late.call));
      await pass(limit);
      expect(isStuck()).toBe(true);
      if (ends) late.end();
      else late.fail(new Error("gone"));
      await pass(0);
      expect(isStuck()).toBe(false);
      const next = watch(hold(new Promise(() => {})));
      await pass(limit - 1);
      expect(next.outcome).toBe("pending");
      await pass(1);
      expect([next.outcome, isStuck()]).toEqual(["late", true]);
    }
  });

  test("of other calls is exactly a second while one is late, and the errors say how long each took", async () => {
    const { run: hold } = createCallTimeout(limit);
    const first = hold(new Promise(() => {})).catch((error: unknown) => error);
    await pass(limit);
    const second = hold(new Promise(() => {})).catch((error: unknown) => error);
    const seen = watch(second.then((error) => Promise.reject(error)));
    await pass(999);
    expect(seen.outcome).toBe("pending");
    await pass(1);
    expect(await Promise.all([first, second])).toMatchObject(
      [limit, 1_000].map((milliseconds) => ({
        message: "The storage timed out",
        cause: { message: `The storage did not respond within ${milliseconds} ms` },
      })),
    );
  });

  test("keeps no process running, neither for a call nor for a lock", () => {
    const timers = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "setInterval")];
    onTestFinished(() => {
      for (const timer of timers) timer.mockRestore();
    });
    const { guarded } = guardHanging();
    watch(guarded.kv.get("any"));
    watch(guarded.locks.with(["key"], () => new Promise(() => {})));
    expect(timers.map(({ mock }) => mock.results.map(({ value }) => value.hasRef()))).toEqual([[false], [false]]);
  });

  test("of other calls is never longer than the limit, if that is below a second", async () => {
    const { run: hold } = createCallTimeout(200);
    watch(hold(new Promise(() => {})));
    await pass(200);
    const next = watch(hold(new Promise(() => {})));
    await pass(200);
    expect(next.outcome).toBe("late");
  });

  test("is lifted by 0", async () => {
    const { run: hold } = createCallTimeout(0);
    const call = watch(hold(new Promise(() => {})));
    await pass(3_600_000);
    expect([call.outcome, vi.getTimerCount()]).toEqual(["pending", 0]);
    const locks = createLocalLocks();
    const guarded = limitStorageCalls({ kv: createMemoryKv(), locks, close: async () => {} }, { timeoutMs: 0 });
    const first = openCall();
    const [held, queued] = [
      guarded.locks.with(["key"], () => first.call),
      guarded.locks.with(["key"], async () => "had"),
    ];
    expect(vi.getTimerCount()).toBe(0);
    first.end();
    await held;
    expect(await queued).toBe("had");
  });

  test("is checked by one timer for all calls, which a pending call keeps and the last one clears", async () => {
    const { run: hold, close } = createCallTimeout(limit);
    const calls = [openCall(), openCall()];
    const outcomes = calls.map(({ call }) => watch(hold(call)));
    expect(vi.getTimerCount()).toBe(1);
    close();
    expect(vi.getTimerCount()).toBe(1);
    calls[0]?.end();
    await pass(limit);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["ended", "late"]);
    const third = openCall();
    watch(hold(third.call));
    expect(vi.getTimerCount()).toBe(1);
    third.end();
    await pass(0);
    close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("starts with each call, also after an idle period", async () => {
    const { run: hold } = createCallTimeout(limit);
    await hold(Promise.resolve());
    await pass(3 * limit);
    const call = watch(hold(new Promise(() => {})));
    await pass(limit - 1);
    expect(call.outcome).toBe("pending");
    await pass(1);
    expect(call.outcome).toBe("late");
  });

  test("of a caller waiting for a lock ends while a call is late, without a timer and without running its work", async () => {
    const { read, guarded } = guardHanging();
    const worked: string[] = [];
    const holder = openCall();
    const held = watch(guarded.locks.with(["key"], () => holder.call));
    const waiting = guarded.locks.with(["key"], async () => worked.push("queued"));
    const queued = watch(waiting);
    const late = watch(guarded.kv.get("any"));
    await pass(2 * limit);
    expect([held.outcome, queued.outcome, late.outcome]).toEqual(["pending", "late", "late"]);
    await expect(waiting).rejects.toThrow("Gave up waiting for a lock: a storage call hangs");
    expect(vi.getTimerCount()).toBe(0);
    holder.end();
    read.end(null);
    await pass(0);
    expect([held.outcome, worked]).toEqual(["ended", []]);
    expect(await guarded.locks.with(["key"], async () => "had")).toBe("had");
  });

  test("of closing is a second if a call is late, and unlimited otherwise", async () => {
    const closing = openCall();
    const { guarded } = guardHanging({ close: () => closing.call });
    watch(guarded.kv.get("any"));
    await pass(limit);
    const stuck = watch(guarded.close());
    await pass(999);
    expect(stuck.outcome).toBe("pending");
    await pass(1);
    expect([stuck.outcome, vi.getTimerCount()]).toEqual(["ended", 0]);

    const slow = openCall();
    const patient = limitStorageCalls(
      { kv: createMemoryKv(), locks: createLocalLocks(), close: () => slow.call },
      { timeoutMs: limit },
    );
    const closed = watch(patient.close());
    await pass(10 * limit);
    expect(closed.outcome).toBe("pending");
    slow.end();
    await pass(0);
    expect(closed.outcome).toBe("ended");
  });

  test("leaves no timer if the storage closes while a call is late", async () => {
    const { guarded } = guardHanging();
    watch(guarded.kv.get("any"));
    await pass(limit);
    await guarded.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
