import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBufferLimits } from "../../src/inbox/buffer-limits.ts";
import { messageId, sequenceOf } from "../../src/inbox/cursor.ts";
import type { StoredSummary } from "../../src/inbox/record.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const mebibyte = 1024 * 1024;
const message = (sequence: number, length = 1) => ({
  id: messageId("inbox", sequence),
  arrived: 0,
  body: "a".repeat(length),
});

function setUp() {
  const removed: string[] = [];
  const limits = createBufferLimits<StoredSummary>(({ inbox }) => void removed.push(inbox));
  return { limits, removed };
}

test.each([
  ["all messages", null, 10_000],
  ["an address", "ann+x@desk.test", 300_000],
])("a buffer for %s is kept this long for its reader to return, and no longer", (_what, address, milliseconds) => {
  const { limits, removed } = setUp();
  const buffer = limits.createBuffer("inbox", address);
  for (let time = 0; time < 3; time++) {
    limits.removeReader(buffer, { keepBuffer: true });
    vi.advanceTimersByTime(milliseconds - 1);
    expect(removed).toEqual([]);
    limits.addReader(buffer);
    expect(vi.getTimerCount()).toBe(0);
  }
  limits.removeReader(buffer, { keepBuffer: true });
  vi.advanceTimersByTime(milliseconds);
  expect(removed).toEqual(["inbox"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a buffer whose reader does not return is removed at once, unless another reader uses it", () => {
  const { limits, removed } = setUp();
  const buffer = limits.createBuffer("inbox", null);
  limits.addReader(buffer);
  limits.removeReader(buffer, { keepBuffer: false });
  expect(removed).toEqual([]);
  limits.removeReader(buffer, { keepBuffer: false });
  expect(removed).toEqual(["inbox"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a reader that does not return does not shorten the time for one that does", () => {
  const { limits, removed } = setUp();
  const buffer = limits.createBuffer("inbox", null);
  limits.addReader(buffer);
  limits.removeReader(buffer, { keepBuffer: true });
  vi.advanceTimersByTime(4_000);
  limits.removeReader(buffer, { keepBuffer: false });
  vi.advanceTimersByTime(5_999);
  expect(removed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(removed).toEqual(["inbox"]);
});

test("closing removes every buffer without a reader, with its timer, once, and the others with their last reader", () => {
  const { limits, removed } = setUp();
  for (const inbox of ["a", "b"]) limits.removeReader(limits.createBuffer(inbox, null), { keepBuffer: true });
  const buffer = limits.createBuffer("read", null);
  limits.close();
  limits.close();
  expect(removed).toEqual(["a", "b"]);
  limits.removeReader(buffer, { keepBuffer: true });
  expect(removed).toEqual(["a", "b", "read"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("the timers of buffers do not keep the process alive", () => {
  vi.useRealTimers();
  const timers = vi.spyOn(globalThis, "setTimeout");
  const { limits } = setUp();
  limits.removeReader(limits.createBuffer("inbox", null), { keepBuffer: true });
  const keepsRunning = timers.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef());
  timers.mockRestore();
  limits.close();
  expect(keepsRunning).toEqual([false]);
});

test("a buffer keeps a hundred messages, in order, each once, and reports since when it is complete", () => {
  const { limits } = setUp();
  const buffer = limits.createBuffer("inbox", null);
  for (let sequence = 1; sequence <= 100; sequence++) expect(limits.add(buffer, message(sequence))).toBe(true);
  expect([buffer.messages.length, buffer.completeSince]).toEqual([100, null]);
  expect(limits.add(buffer, message(50))).toBe(false);
  expect(buffer.messages).toHaveLength(100);
  limits.add(buffer, message(102));
  limits.add(buffer, message(101));
  const sequences = buffer.messages.map(({ id }) => sequenceOf(id));
  expect(sequences).toEqual(Array.from({ length: 100 }, (_, at) => at + 3));
  expect(buffer.completeSince).toBe(2);
});

test("a buffer keeps 4 MiB of text, and one message of any length", () => {
  const { limits } = setUp();
  const buffer = limits.createBuffer("inbox", null);
  for (let sequence = 1; sequence <= 4; sequence++) limits.add(buffer, message(sequence, mebibyte));
  expect([buffer.messages.length, buffer.completeSince]).toEqual([4, null]);
  limits.add(buffer, message(5));
  expect([buffer.messages.length, buffer.completeSince]).toEqual([4, 1]);
  limits.add(buffer, message(6, 5 * mebibyte));
  expect(buffer.messages.map(({ id }) => sequenceOf(id))).toEqual([6]);
});

test("all buffers with readers keep 64 MiB; beyond that, a new message drops those of its own buffer", () => {
  const { limits, removed } = setUp();
  const buffers = Array.from({ length: 16 }, (_, at) => limits.createBuffer(`inbox-${at}`, null));
  for (const [at, buffer] of buffers.entries()) limits.add(buffer, message(at + 1, 4 * mebibyte));
  expect(buffers.map(({ messages }) => messages.length)).toEqual(buffers.map(() => 1));
  const last = limits.createBuffer("last", null);
  limits.add(last, message(50));
  expect([last.messages.length, last.completeSince, removed]).toEqual([0, 50, []]);
  expect(buffers.map(({ messages }) => messages.length)).toEqual(buffers.map(() => 1));
});

test("a buffer whose reader has returned is not removed as idle", () => {
  const { limits, removed } = setUp();
  const buffer = limits.createBuffer("inbox", null);
  limits.removeReader(buffer, { keepBuffer: true });
  limits.addReader(buffer);
  for (let at = 0; at <= 10_000; at++)
    limits.removeReader(limits.createBuffer(`inbox-${at}`, null), { keepBuffer: true });
  expect(removed).toEqual(["inbox-0"]);
  limits.close();
  expect(removed).not.toContain("inbox");
});

test("a buffer that is kept for a reader is removed with another one that leaves after that time", () => {
  const { limits, removed } = setUp();
  const buffer = limits.createBuffer("inbox", null);
  limits.addReader(buffer);
  limits.removeReader(buffer, { keepBuffer: true });
  vi.advanceTimersByTime(10_000);
  expect(removed).toEqual([]);
  limits.removeReader(buffer, { keepBuffer: false });
  expect([removed, vi.getTimerCount()]).toEqual([["inbox"], 0]);
});

test("a message that makes its own buffer too much is counted no longer, once", () => {
  const { limits, removed } = setUp();
  const [first, ...others] = Array.from({ length: 16 }, (_, at) => limits.createBuffer(`inbox-${at}`, null));
  for (const [at, buffer] of others.entries()) limits.add(buffer, message(at + 1, 4 * mebibyte));
  limits.add(first!, message(20, 4 * mebibyte - 1));
  const idle = limits.createBuffer("idle", null);
  limits.removeReader(idle, { keepBuffer: true });
  expect(limits.add(idle, message(21, 2))).toBe(true);
  expect([removed, idle.messages, first!.messages.length]).toEqual([["idle"], [], 1]);
  // One more character fits, and no second one.
  const last = limits.createBuffer("last", null);
  for (const sequence of [22, 23]) limits.add(last, message(sequence));
  expect(last.messages.map(({ id }) => sequenceOf(id))).toEqual([23]);
});
