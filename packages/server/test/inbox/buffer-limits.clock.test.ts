import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBufferLimits, type SubscriptionBuffer } from "../../src/inbox/buffer-limits.ts";
import { messageId } from "../../src/inbox/cursor.ts";
import type { StoredSummary } from "../../src/inbox/record.ts";

// Idle buffers are removed by timers, which must not run meanwhile.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const mebibyte = 1024 * 1024;
const large = "a".repeat(3 * mebibyte);
let sequence = 1;
const message = (inbox: string) => ({ id: messageId(inbox, sequence++), arrived: 0, body: large });

function setUp() {
  const removed: string[] = [];
  const limits = createBufferLimits<StoredSummary>(({ inbox }) => void removed.push(inbox));
  /** A buffer that waits for its reader to return. */
  const createIdle = (inbox: string): SubscriptionBuffer<StoredSummary> => {
    const buffer = limits.createBuffer(inbox, null);
    limits.removeReader(buffer, { keepBuffer: true });
    return buffer;
  };
  return { limits, removed, createIdle };
}

test("above the total text limit, removes the buffers without a reader, the longest unused first", () => {
  const { limits, removed, createIdle } = setUp();
  const buffers = Array.from({ length: 30 }, (_, at) => createIdle(`inbox-${at}`));
  for (const buffer of buffers) limits.add(buffer, message(buffer.inbox));
  // 21 times 3 MiB fit into 64 MiB.
  expect(removed).toEqual(Array.from({ length: 9 }, (_, at) => `inbox-${at}`));
});

test("does not count the text of removed buffers", () => {
  const { limits, removed, createIdle } = setUp();
  for (let turn = 0; turn < 3; turn++) {
    const buffers = Array.from({ length: 21 }, (_, at) => createIdle(`inbox-${at}`));
    for (const buffer of buffers) limits.add(buffer, message(buffer.inbox));
    expect(removed.splice(0)).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(removed.splice(0)).toHaveLength(21);
  }
});

test("does not count the text of dropped messages", () => {
  const { limits, removed, createIdle } = setUp();
  const busy = limits.createBuffer("busy", null);
  const quiet = createIdle("quiet");
  limits.add(quiet, message("quiet"));
  // A buffer keeps 4 MiB, so each message replaces the one before.
  for (let at = 0; at < 40; at++) limits.add(busy, message("busy"));
  expect([busy.messages.length, quiet.messages.length, removed]).toEqual([1, 1, []]);
});

test("counts a message that arrives twice once", () => {
  const { limits, removed, createIdle } = setUp();
  const buffer = createIdle("inbox");
  const twice = message("inbox");
  expect(limits.add(buffer, twice)).toBe(true);
  for (let at = 0; at < 40; at++) expect(limits.add(buffer, twice)).toBe(false);
  limits.add(createIdle("other"), message("other"));
  expect([buffer.messages.length, removed]).toEqual([1, []]);
});

test("keeps at most ten thousand buffers without a reader, the newest", () => {
  const { removed, createIdle } = setUp();
  for (let at = 0; at < 10_000; at++) createIdle(`inbox-${at}`);
  expect(removed).toEqual([]);
  createIdle("another");
  expect(removed).toEqual(["inbox-0"]);
});

test("64 MiB of text are kept exactly", () => {
  const { limits, removed, createIdle } = setUp();
  const ofLength = (inbox: string, length: number) => ({ ...message(inbox), body: "a".repeat(length) });
  const buffers = Array.from({ length: 17 }, (_, at) => createIdle(`inbox-${at}`));
  for (const buffer of buffers.slice(0, 16)) limits.add(buffer, ofLength(buffer.inbox, 4 * mebibyte));
  expect(removed).toEqual([]);
  limits.add(buffers[16]!, ofLength("inbox-16", 1));
  expect(removed).toEqual(["inbox-0"]);
});

test("dropping the oldest of a hundred messages does not make a buffer complete that a failed read left open", () => {
  const { limits } = setUp();
  const buffer = limits.createBuffer("busy", null);
  buffer.completeSince = Number.POSITIVE_INFINITY;
  for (let at = 0; at < 101; at++) limits.add(buffer, { ...message("busy"), body: "a" });
  expect([buffer.messages.length, buffer.completeSince]).toEqual([100, Number.POSITIVE_INFINITY]);
});
