import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBufferLimits, type SubscriptionBuffer } from "../../src/inbox/buffer-limits.ts";
import { messageId } from "../../src/inbox/cursor.ts";
import type { StoredSummary } from "../../src/inbox/record.ts";

// Lingering seats go by the clock, which must not run meanwhile.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const mebibyte = 1024 * 1024;
const large = "a".repeat(3 * mebibyte);
let sequence = 1;
const message = (inbox: string) => ({ id: messageId(inbox, sequence++), arrived: 0, body: large });

function setUp() {
  const gone: string[] = [];
  const room = createBufferLimits<StoredSummary>(({ inbox }) => void gone.push(inbox));
  /** A seat whose reader has left for a moment. */
  const openLingering = (inbox: string): SubscriptionBuffer<StoredSummary> => {
    const seat = room.open(inbox, null);
    room.leave(seat, true);
    return seat;
  };
  return { room, gone, openLingering };
}

test("beyond the text of all seats those without a reader go, the one left longest ago first", () => {
  const { room, gone, openLingering } = setUp();
  const seats = Array.from({ length: 30 }, (_, at) => openLingering(`inbox-${at}`));
  for (const seat of seats) room.keep(seat, message(seat.inbox));
  // 21 times 3 MiB fit into 64 MiB.
  expect(gone).toEqual(Array.from({ length: 9 }, (_, at) => `inbox-${at}`));
});

test("the text of seats that went makes room for others", () => {
  const { room, gone, openLingering } = setUp();
  for (let turn = 0; turn < 3; turn++) {
    const seats = Array.from({ length: 21 }, (_, at) => openLingering(`inbox-${at}`));
    for (const seat of seats) room.keep(seat, message(seat.inbox));
    expect(gone.splice(0)).toEqual([]);
    room.close();
    expect(gone.splice(0)).toHaveLength(21);
  }
});

test("the text of messages that gave way makes room for others", () => {
  const { room, gone, openLingering } = setUp();
  const busy = room.open("busy", null);
  const quiet = openLingering("quiet");
  room.keep(quiet, message("quiet"));
  // A seat holds 4 MiB, so each message takes the place of the one before.
  for (let at = 0; at < 40; at++) room.keep(busy, message("busy"));
  expect([busy.messages.length, quiet.messages.length, gone]).toEqual([1, 1, []]);
});

test("seats without a reader are ten thousand at most, the newest", () => {
  const { gone, openLingering } = setUp();
  for (let at = 0; at < 10_000; at++) openLingering(`inbox-${at}`);
  expect(gone).toEqual([]);
  openLingering("another");
  expect(gone).toEqual(["inbox-0"]);
});
