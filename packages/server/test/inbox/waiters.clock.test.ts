import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWaiters } from "../../src/inbox/waiters.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return settled;
}

test("a wait ends when its time is over, not before", async () => {
  const waiter = createWaiters({ maxWaits: 1 }).open("inbox", 5_000, undefined)!;
  const woken = waiter.next();
  await vi.advanceTimersByTimeAsync(4_999);
  expect([waiter.hasEnded(), await isSettled(woken)]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect([waiter.hasEnded(), await isSettled(woken)]).toEqual([true, true]);
});

test("a disconnected client ends its wait, also if it disconnected before", async () => {
  const waiters = createWaiters({ maxWaits: 2 });
  const leaving = new AbortController();
  const waiter = waiters.open("inbox", 5_000, leaving.signal)!;
  const woken = waiter.next();
  expect(waiter.hasEnded()).toBe(false);
  leaving.abort();
  expect([waiter.hasEnded(), await isSettled(woken)]).toEqual([true, true]);
  const late = waiters.open("inbox", 5_000, leaving.signal)!;
  expect([late.hasEnded(), await isSettled(late.next())]).toEqual([true, true]);
});

test("a wake-up before the wait is not lost, counts once, and ends no wait", async () => {
  const waiter = createWaiters({ maxWaits: 1 }).open("inbox", 5_000, undefined)!;
  waiter.wake();
  waiter.wake();
  expect(await isSettled(waiter.next())).toBe(true);
  expect(waiter.hasEnded()).toBe(false);
  const second = waiter.next();
  expect(await isSettled(second)).toBe(false);
  waiter.wake();
  expect(await isSettled(second)).toBe(true);
});

test("limits the waits on an inbox; 0 is no limit", () => {
  const waiters = createWaiters({ maxWaits: 2 });
  const open = () => waiters.open("inbox", 5_000, undefined);
  const first = open();
  open();
  expect(open).toThrow(
    expect.objectContaining({ code: "rate_limited", headers: { "retry-after": "1" } }) as unknown as Error,
  );
  expect(waiters.pending()).toBe(2);
  first?.release();
  expect(waiters.pending()).toBe(1);
  open();
  expect(open).toThrow("2 waits are pending on this inbox. End one, or try again in a second.");
  const many = createWaiters({ maxWaits: 0 });
  for (let at = 0; at < 100; at++) expect(many.open("inbox", 5_000, undefined)).not.toBeNull();
});

test("closing ends every wait, resolves when each is released, and accepts no other", async () => {
  const waiters = createWaiters({ maxWaits: 5 });
  const open = [1, 2].map(() => waiters.open("inbox", 5_000, undefined)!);
  const closing = waiters.close();
  expect(waiters.open("inbox", 5_000, undefined)).toBeNull();
  for (const waiter of open) {
    expect([waiter.hasEnded(), await isSettled(waiter.next()), await isSettled(closing)]).toEqual([true, true, false]);
    waiter.release();
  }
  expect(await isSettled(closing)).toBe(true);
  expect(await isSettled(waiters.close())).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("reports the time since the first wake-up, and nothing without a wake-up", async () => {
  const latencies: number[] = [];
  const waiters = createWaiters({ maxWaits: 5, onWake: (milliseconds) => void latencies.push(milliseconds) });
  const waiter = waiters.open("inbox", 5_000, undefined)!;
  vi.advanceTimersByTime(10);
  waiter.reportLatency();
  expect(latencies).toEqual([]);
  waiter.wake();
  vi.advanceTimersByTime(30);
  waiter.wake();
  vi.advanceTimersByTime(10);
  waiter.reportLatency();
  expect(latencies).toEqual([40]);
});

test("a reader that waits on after a wake-up reports the time since the one that ended its wait", async () => {
  const latencies: number[] = [];
  const waiters = createWaiters({ maxWaits: 5, onWake: (milliseconds) => void latencies.push(milliseconds) });
  const waiter = waiters.open("inbox", 5_000, undefined)!;
  await vi.advanceTimersByTimeAsync(30);
  waiter.wake();
  await waiter.next();
  await vi.advanceTimersByTimeAsync(100);
  waiter.wake();
  await waiter.next();
  await vi.advanceTimersByTimeAsync(7);
  waiter.reportLatency();
  expect(latencies).toEqual([7]);
  waiter.release();
});
