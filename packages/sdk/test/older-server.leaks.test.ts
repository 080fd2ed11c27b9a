import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { InboxSource, MessageSummary } from "../src/waiting/inbox-source.ts";
import { waitFor } from "../src/waiting/wait.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a wait on a server without cursors, which must pause between its reads, ends at once with its signal", async () => {
  const recent = vi.fn(async () => ({ messages: [], cursor: undefined, more: false, missed: 0, now: Date.now() }));
  const source: InboxSource<MessageSummary> = {
    address: "a@b.example",
    channel: "email",
    recent,
    body: async () => null,
  };
  const place = { cursor: { type: "seen" as const, ids: new Set<string>() }, returned: new Set<string>() };
  const stop = new AbortController();
  const search = { target: "message", pick: "first" as const, inspect: () => ({ found: true }) };
  const waiting = waitFor(source, async () => place, search, { signal: stop.signal });
  const settled = vi.fn();
  waiting.then(settled, settled);
  await vi.advanceTimersByTimeAsync(100);
  expect([recent.mock.calls.length, settled.mock.calls.length]).toEqual([1, 0]);
  const reason = new Error("no longer wanted");
  stop.abort(reason);
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toHaveBeenCalledExactlyOnceWith(reason);
  expect(vi.getTimerCount()).toBe(0);
});
