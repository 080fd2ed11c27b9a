import { sequenceOf } from "./cursor.ts";
import type { FullMessage, StoredSummary } from "./record.ts";

/** One seat as it is kept. */
export interface SubscriptionBuffer<S extends StoredSummary> {
  inbox: string;
  address: string | null;
  /** Oldest first. */
  messages: FullMessage<S>[];
  completeSince: number | null;
  listeners: Set<() => void>;
  /** Readers that have it now. */
  readers: number;
  /** Until then it is kept without a reader, by `performance.now()`. */
  until: number;
  timer: NodeJS.Timeout | null;
}

/** Milliseconds that a seat is kept for a reader who comes back: one for an address, and one for whatever arrives. */
const lingerForAddress = 300_000;
const lingerForAll = 10_000;
/** Messages of one seat, and the characters of their texts; of all seats of this server together. */
const mostMessages = 100;
const mostText = 4 * 1024 * 1024;
const mostTextInAll = 64 * 1024 * 1024;
/** Seats without a reader, on this server. */
const mostLingering = 10_000;

/** Bounds what all seats together take. `onGone` is told of each that is given up. */
export function createBufferLimits<S extends StoredSummary>(onGone: (seat: SubscriptionBuffer<S>) => void) {
  /** Those without a reader, the one left longest ago first. */
  const lingering = new Set<SubscriptionBuffer<S>>();
  let textInAll = 0;

  function remove(seat: SubscriptionBuffer<S>) {
    if (seat.timer) clearTimeout(seat.timer);
    lingering.delete(seat);
    for (const { body } of seat.messages.splice(0)) textInAll -= body.length;
    onGone(seat);
  }

  function dropOldest(seat: SubscriptionBuffer<S>) {
    const dropped = seat.messages.shift();
    if (!dropped) return;
    textInAll -= dropped.body.length;
    seat.completeSince = Math.max(seat.completeSince ?? 0, sequenceOf(dropped.id));
  }

  return {
    open(inbox: string, address: string | null): SubscriptionBuffer<S> {
      return {
        inbox,
        address,
        messages: [],
        completeSince: null,
        listeners: new Set(),
        readers: 1,
        until: 0,
        timer: null,
      };
    },

    take(seat: SubscriptionBuffer<S>) {
      seat.readers++;
      lingering.delete(seat);
      if (seat.timer) clearTimeout(seat.timer);
      seat.timer = null;
    },

    /** Whether the message is new to the seat. */
    keep(seat: SubscriptionBuffer<S>, message: FullMessage<S>): boolean {
      const at = seat.messages.findLastIndex(({ id }) => id <= message.id);
      if (seat.messages[at]?.id === message.id) return false;
      seat.messages.splice(at + 1, 0, message);
      textInAll += message.body.length;
      const text = () => seat.messages.reduce((sum, { body }) => sum + body.length, 0);
      while (seat.messages.length > mostMessages || (seat.messages.length > 1 && text() > mostText)) dropOldest(seat);
      for (const other of lingering) {
        if (textInAll <= mostTextInAll) break;
        remove(other);
      }
      while (seat.messages.length > 0 && textInAll > mostTextInAll) dropOldest(seat);
      return true;
    },

    leave(seat: SubscriptionBuffer<S>, linger: boolean) {
      seat.readers--;
      const now = performance.now();
      if (linger) seat.until = now + (seat.address === null ? lingerForAll : lingerForAddress);
      if (seat.readers > 0) return;
      if (seat.until <= now) return remove(seat);
      lingering.add(seat);
      seat.timer = setTimeout(remove, seat.until - now, seat).unref();
      const [oldest] = lingering;
      if (oldest && lingering.size > mostLingering) remove(oldest);
    },

    close() {
      for (const seat of [...lingering]) remove(seat);
    },
  };
}
