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
  const gone: string[] = [];
  const room = createBufferLimits<StoredSummary>(({ inbox }) => void gone.push(inbox));
  return { room, gone };
}

test.each([
  ["whatever arrives", null, 10_000],
  ["an address", "ann+x@desk.test", 300_000],
])("a seat for %s is kept so long for a reader who comes back, and no longer", (_what, address, milliseconds) => {
  const { room, gone } = setUp();
  const seat = room.open("inbox", address);
  for (let time = 0; time < 3; time++) {
    room.leave(seat, true);
    vi.advanceTimersByTime(milliseconds - 1);
    expect(gone).toEqual([]);
    room.take(seat);
    expect(vi.getTimerCount()).toBe(0);
  }
  room.leave(seat, true);
  vi.advanceTimersByTime(milliseconds);
  expect(gone).toEqual(["inbox"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a seat whose reader does not come back goes at once, but not from under another reader", () => {
  const { room, gone } = setUp();
  const seat = room.open("inbox", null);
  room.take(seat);
  room.leave(seat, false);
  expect(gone).toEqual([]);
  room.leave(seat, false);
  expect(gone).toEqual(["inbox"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a reader who leaves for good takes no time from one who comes back", () => {
  const { room, gone } = setUp();
  const seat = room.open("inbox", null);
  room.take(seat);
  room.leave(seat, true);
  vi.advanceTimersByTime(4_000);
  room.leave(seat, false);
  vi.advanceTimersByTime(5_999);
  expect(gone).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(gone).toEqual(["inbox"]);
});

test("closing gives up every seat without a reader, with its timer, once", () => {
  const { room, gone } = setUp();
  for (const inbox of ["a", "b"]) room.leave(room.open(inbox, null), true);
  room.open("read", null);
  room.close();
  room.close();
  expect(gone).toEqual(["a", "b"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("the timers of seats hold no process open", () => {
  vi.useRealTimers();
  const timers = vi.spyOn(globalThis, "setTimeout");
  const { room } = setUp();
  room.leave(room.open("inbox", null), true);
  const held = timers.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef());
  timers.mockRestore();
  room.close();
  expect(held).toEqual([false]);
});

test("a seat holds a hundred messages, in order, each once, and says from where on it is complete", () => {
  const { room } = setUp();
  const seat = room.open("inbox", null);
  for (let sequence = 1; sequence <= 100; sequence++) expect(room.keep(seat, message(sequence))).toBe(true);
  expect([seat.messages.length, seat.completeSince]).toEqual([100, null]);
  expect(room.keep(seat, message(50))).toBe(false);
  expect(seat.messages).toHaveLength(100);
  room.keep(seat, message(102));
  room.keep(seat, message(101));
  const kept = seat.messages.map(({ id }) => sequenceOf(id));
  expect(kept).toEqual(Array.from({ length: 100 }, (_, at) => at + 3));
  expect(seat.completeSince).toBe(2);
});

test("a seat holds 4 MiB of text, and one message of any length", () => {
  const { room } = setUp();
  const seat = room.open("inbox", null);
  for (let sequence = 1; sequence <= 4; sequence++) room.keep(seat, message(sequence, mebibyte));
  expect([seat.messages.length, seat.completeSince]).toEqual([4, null]);
  room.keep(seat, message(5));
  expect([seat.messages.length, seat.completeSince]).toEqual([4, 1]);
  room.keep(seat, message(6, 5 * mebibyte));
  expect(seat.messages.map(({ id }) => sequenceOf(id))).toEqual([6]);
});

test("all seats with readers hold 64 MiB, and the one that gets more lets its own go", () => {
  const { room, gone } = setUp();
  const seats = Array.from({ length: 16 }, (_, at) => room.open(`inbox-${at}`, null));
  for (const [at, seat] of seats.entries()) room.keep(seat, message(at + 1, 4 * mebibyte));
  expect(seats.map(({ messages }) => messages.length)).toEqual(seats.map(() => 1));
  const last = room.open("last", null);
  room.keep(last, message(50));
  expect([last.messages.length, last.completeSince, gone]).toEqual([0, 50, []]);
  expect(seats.map(({ messages }) => messages.length)).toEqual(seats.map(() => 1));
});

test("a seat whose reader came back is not given up for want of one", () => {
  const { room, gone } = setUp();
  const seat = room.open("inbox", null);
  room.leave(seat, true);
  room.take(seat);
  room.close();
  expect(gone).toEqual([]);
  for (let at = 0; at <= 10_000; at++) room.leave(room.open(`inbox-${at}`, null), true);
  expect(gone).toEqual(["inbox-0"]);
  room.close();
});
