import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHolds } from "../../src/inbox/holds.ts";

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
  const hold = createHolds({ maxWaits: 1 }).open("inbox", 5_000, undefined)!;
  const woken = hold.wake();
  await vi.advanceTimersByTimeAsync(4_999);
  expect([hold.ended(), await isSettled(woken)]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect([hold.ended(), await isSettled(woken)]).toEqual([true, true]);
});

test("a client that goes away ends its hold, also one that had gone before", async () => {
  const holds = createHolds({ maxWaits: 2 });
  const leaving = new AbortController();
  const hold = holds.open("inbox", 5_000, leaving.signal)!;
  const woken = hold.wake();
  expect(hold.ended()).toBe(false);
  leaving.abort();
  expect([hold.ended(), await isSettled(woken)]).toEqual([true, true]);
  const late = holds.open("inbox", 5_000, leaving.signal)!;
  expect([late.ended(), await isSettled(late.wake())]).toEqual([true, true]);
});

test("a wake-up before the wait is not lost, counts once, and ends no hold", async () => {
  const hold = createHolds({ maxWaits: 1 }).open("inbox", 5_000, undefined)!;
  hold.wakeUp();
  hold.wakeUp();
  expect(await isSettled(hold.wake())).toBe(true);
  expect(hold.ended()).toBe(false);
  const second = hold.wake();
  expect(await isSettled(second)).toBe(false);
  hold.wakeUp();
  expect(await isSettled(second)).toBe(true);
});

test("an inbox has as many waits as it may, and 0 is any number", () => {
  const holds = createHolds({ maxWaits: 2 });
  const open = () => holds.open("inbox", 5_000, undefined);
  const first = open();
  open();
  expect(open).toThrow(
    expect.objectContaining({ code: "rate_limited", headers: { "retry-after": "1" } }) as unknown as Error,
  );
  expect(holds.count()).toBe(2);
  first?.release();
  expect(holds.count()).toBe(1);
  open();
  expect(open).toThrow("2 waits are held");
  const many = createHolds({ maxWaits: 0 });
  for (let at = 0; at < 100; at++) expect(many.open("inbox", 5_000, undefined)).not.toBeNull();
});

test("closing ends every hold, waits until each was answered, and takes no other", async () => {
  const holds = createHolds({ maxWaits: 5 });
  const open = [1, 2].map(() => holds.open("inbox", 5_000, undefined)!);
  const closing = holds.close();
  expect(holds.open("inbox", 5_000, undefined)).toBeNull();
  for (const hold of open) {
    expect([hold.ended(), await isSettled(hold.wake()), await isSettled(closing)]).toEqual([true, true, false]);
    hold.release();
  }
  expect(await isSettled(closing)).toBe(true);
  expect(await isSettled(holds.close())).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("what is told of an answer is the time since the first wake-up, and nothing where none woke it", async () => {
  const told: number[] = [];
  const holds = createHolds({ maxWaits: 5, onWake: (milliseconds) => void told.push(milliseconds) });
  const hold = holds.open("inbox", 5_000, undefined)!;
  vi.advanceTimersByTime(10);
  hold.answered();
  expect(told).toEqual([]);
  hold.wakeUp();
  vi.advanceTimersByTime(30);
  hold.wakeUp();
  vi.advanceTimersByTime(10);
  hold.answered();
  expect(told).toEqual([40]);
});
