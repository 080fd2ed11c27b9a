import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWaiters } from "../../src/inbox/waiters.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return settled;
}

test("a hold ends when its time is over, not before", async () => {
  const hold = createWaiters({ maxWaits: 1 }).open("inbox", 5_000, undefined)!;
  const woken = hold.next();
  await vi.advanceTimersByTimeAsync(4_999);
  expect([hold.hasEnded(), await isSettled(woken)]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect([hold.hasEnded(), await isSettled(woken)]).toEqual([true, true]);
});

test("a client that goes away ends its hold, also one that had gone before", async () => {
  const holds = createWaiters({ maxWaits: 2 });
  const leaving = new AbortController();
  const hold = holds.open("inbox", 5_000, leaving.signal)!;
  const woken = hold.next();
  expect(hold.hasEnded()).toBe(false);
  leaving.abort();
  expect([hold.hasEnded(), await isSettled(woken)]).toEqual([true, true]);
  const late = holds.open("inbox", 5_000, leaving.signal)!;
  expect([late.hasEnded(), await isSettled(late.next())]).toEqual([true, true]);
});

test("a wake-up before the wait is not lost, counts once, and ends no hold", async () => {
  const hold = createWaiters({ maxWaits: 1 }).open("inbox", 5_000, undefined)!;
  hold.wake();
  hold.wake();
  expect(await isSettled(hold.next())).toBe(true);
  expect(hold.hasEnded()).toBe(false);
  const second = hold.next();
  expect(await isSettled(second)).toBe(false);
  hold.wake();
  expect(await isSettled(second)).toBe(true);
});

test("an inbox has as many waits as it may, and 0 is any number", () => {
  const holds = createWaiters({ maxWaits: 2 });
  const open = () => holds.open("inbox", 5_000, undefined);
  const first = open();
  open();
  expect(open).toThrow(
    expect.objectContaining({ code: "rate_limited", headers: { "retry-after": "1" } }) as unknown as Error,
  );
  expect(holds.pending()).toBe(2);
  first?.release();
  expect(holds.pending()).toBe(1);
  open();
  expect(open).toThrow("2 waits are held");
  const many = createWaiters({ maxWaits: 0 });
  for (let at = 0; at < 100; at++) expect(many.open("inbox", 5_000, undefined)).not.toBeNull();
});

test("closing ends every hold, waits until each was answered, and takes no other", async () => {
  const holds = createWaiters({ maxWaits: 5 });
  const open = [1, 2].map(() => holds.open("inbox", 5_000, undefined)!);
  const closing = holds.close();
  expect(holds.open("inbox", 5_000, undefined)).toBeNull();
  for (const hold of open) {
    expect([hold.hasEnded(), await isSettled(hold.next()), await isSettled(closing)]).toEqual([true, true, false]);
    hold.release();
  }
  expect(await isSettled(closing)).toBe(true);
  expect(await isSettled(holds.close())).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("what is told of an answer is the time since the first wake-up, and nothing where none woke it", async () => {
  const told: number[] = [];
  const holds = createWaiters({ maxWaits: 5, onWake: (milliseconds) => void told.push(milliseconds) });
  const hold = holds.open("inbox", 5_000, undefined)!;
  vi.advanceTimersByTime(10);
  hold.reportLatency();
  expect(told).toEqual([]);
  hold.wake();
  vi.advanceTimersByTime(30);
  hold.wake();
  vi.advanceTimersByTime(10);
  hold.reportLatency();
  expect(told).toEqual([40]);
});
