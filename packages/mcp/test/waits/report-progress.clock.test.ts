import { expect, onTestFinished, test, vi } from "vitest";
import type { ToolCall } from "../../src/calls/tool.ts";
import { reportProgress } from "../../src/waits/report-progress.ts";

/** The progress of a wait of so many seconds, while this time passes. */
function progressOf(seconds: number, elapsedMs: number, stopsAtMs = Number.POSITIVE_INFINITY) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const progress = vi.fn();
  const stop = reportProgress("mail to box@desk.test", seconds, { progress } as unknown as ToolCall); // It uses no more.
  vi.advanceTimersByTime(Math.min(elapsedMs, stopsAtMs));
  if (stopsAtMs < elapsedMs) stop();
  vi.advanceTimersByTime(Math.max(0, elapsedMs - stopsAtMs));
  return progress.mock.calls;
}

test("a wait reports its progress every five seconds, but not at its end, when the result arrives", () => {
  expect(progressOf(15, 20_000)).toEqual([
    [5, 15, "Waiting for mail to box@desk.test, 5 of 15 s"],
    [10, 15, "Waiting for mail to box@desk.test, 10 of 15 s"],
  ]);
});

test("a short wait reports no progress", () => {
  expect(progressOf(5, 60_000)).toEqual([]);
});

test("a wait that has ended reports no more", () => {
  expect(progressOf(55, 60_000, 7_000)).toHaveLength(1);
});
