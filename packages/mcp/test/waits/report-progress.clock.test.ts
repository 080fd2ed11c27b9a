import { expect, onTestFinished, test, vi } from "vitest";
import type { ToolCall } from "../../src/calls/tool.ts";
import { tools } from "../../src/tools/index.ts";
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

test("a wait for a request through a tunnel reports its progress until the request comes, and no more", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const progress = vi.fn();
  let arrive: (request: null) => void = () => {};
  const log = {
    next: () => new Promise((resolve) => (arrive = resolve)),
    unread: () => [],
  };
  const call = {
    frontdesk: { subdomains: { list: async () => [{ id: "D1", name: "demo", domain: "demo.t.example" }] } },
    state: { maxWaitSeconds: 50, tunnels: { requestsOf: () => log } },
    signal: new AbortController().signal,
    progress,
  };
  const tool = tools.find(({ name }) => name === "tunnel_wait_request")!;
  // The tool reads no more of a call.
  const waiting = tool.run({ subdomain: "demo", waitSeconds: 20 }, call as unknown as ToolCall);
  await vi.advanceTimersByTimeAsync(12_000);
  arrive(null);
  await waiting;
  await vi.advanceTimersByTimeAsync(12_000);
  expect(progress.mock.calls).toEqual([
    [5, 20, "Waiting for a request to demo.t.example, 5 of 20 s"],
    [10, 20, "Waiting for a request to demo.t.example, 10 of 20 s"],
  ]);
});

test("a wait that has ended reports no more", () => {
  expect(progressOf(55, 60_000, 7_000)).toHaveLength(1);
});
