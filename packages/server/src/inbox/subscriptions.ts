import type { Bus } from "../storage/types.ts";
import { createBufferLimits, type SubscriptionBuffer } from "./buffer-limits.ts";
import { countMessagesBetween, sequenceOf } from "./cursor.ts";
import type { FullMessage, InboxIndex, StoredBody, StoredSummary } from "./record.ts";
import { decodeStoredEvent } from "./stored-event.ts";

/** Where the readers of one inbox and address sit: what arrives meanwhile is kept here, although it rolls out. */
export interface Subscription<S extends StoredSummary> {
  /** What was kept, oldest first. */
  buffered(): readonly FullMessage<S>[];
  /** Behind this number nothing is lacking here; `null` until `begin`. */
  completeSince(): number | null;
  /** Called with the inbox's number as it was read after the seat was taken: nothing later can be lacking here. */
  startAt(sequence: number): void;
  /** Calls back when something was kept, or when the inbox itself changed. */
  onChange(wake: () => void): () => void;
  /** Gives the seat up; with `linger` it is kept for a reader who comes back with its next request. */
  unsubscribe(linger: boolean): void;
}

/** The seats of this server. */
export interface Subscriptions<S extends StoredSummary> {
  /** Takes the seat for an address, or with `null` the one for whatever arrives. */
  subscribe(inbox: string, address: string | null): Subscription<S>;
  /** The same, but only where there is one. */
  joinExisting(inbox: string, address: string | null): Subscription<S> | null;
  /** Hands over what was just stored, in the order of its numbers. */
  addMessages(inbox: string, messages: readonly FullMessage<S>[]): void;
  close(): void;
}

interface SubscriptionParts<S extends StoredSummary> {
  bus: Bus;
  topicOf: (inbox: string) => string;
  /** The address by which a reader may ask for this message, in lower case. */
  addressOf: (summary: S) => string | null;
  load: (inbox: string) => Promise<InboxIndex<S>>;
  loadBody: (inbox: string, id: string) => Promise<StoredBody | null>;
}

interface InboxSubscriptions<S extends StoredSummary> {
  seats: Map<string | null, SubscriptionBuffer<S>>;
  /** Up to this number every message was offered or looked for. */
  latest: number;
  looking: Promise<void> | null;
  lookAgain: boolean;
  stop: () => void;
}

export function createSubscriptions<S extends StoredSummary>({
  bus,
  topicOf,
  addressOf,
  load,
  loadBody,
}: SubscriptionParts<S>): Subscriptions<S> {
  const rows = new Map<string, InboxSubscriptions<S>>();
  const room = createBufferLimits<S>((seat) => {
    const row = rows.get(seat.inbox);
    row?.seats.delete(seat.address);
    if (!row || row.seats.size > 0) return;
    row.stop();
    rows.delete(seat.inbox);
  });
  const stopGaps = bus.onGap(() => {
    for (const [inbox, row] of rows) void look(inbox, row).then(() => wakeAll(row));
  });

  function openRow(inbox: string): InboxSubscriptions<S> {
    const stop = bus.subscribe(topicOf(inbox), (text) => {
      const news = decodeStoredEvent<S>(text);
      if (news === null) wakeAll(row);
      else if (news.sequence <= row.latest) return;
      else if (news.messages) offer(inbox, news.messages);
      else void look(inbox, row);
    });
    const row: InboxSubscriptions<S> = { seats: new Map(), latest: 0, looking: null, lookAgain: false, stop };
    rows.set(inbox, row);
    return row;
  }

  function place(row: InboxSubscriptions<S>, message: FullMessage<S>) {
    for (const address of new Set([null, addressOf(message)])) {
      const seat = row.seats.get(address);
      if (!seat || !room.keep(seat, message)) continue;
      for (const wake of [...seat.listeners]) wake();
    }
  }

  function offer(inbox: string, messages: readonly FullMessage<S>[]): void {
    const row = rows.get(inbox);
    const [first] = messages;
    if (!row || !first) return;
    for (const message of messages) place(row, message);
    const isNext = row.latest === 0 || countMessagesBetween(row.latest, sequenceOf(first.id)) === 1;
    // Otherwise another server's message stands between, of which its own word is still on the way.
    if (isNext) row.latest = sequenceOf(messages.at(-1)?.id ?? first.id);
    else void look(inbox, row);
  }

  /** Fetches what other servers stored where the bus tells that there is something, not what. */
  function look(inbox: string, row: InboxSubscriptions<S>): Promise<void> {
    row.lookAgain = true;
    row.looking ??= lookAll(inbox, row).finally(() => {
      row.looking = null;
    });
    return row.looking;
  }

  async function lookAll(inbox: string, row: InboxSubscriptions<S>): Promise<void> {
    while (row.lookAgain) {
      row.lookAgain = false;
      await fetchNew(inbox, row).catch(() => {
        // The reader meets the storage's failure itself; here nothing is known of the time in between.
        for (const seat of row.seats.values()) seat.completeSince = Number.POSITIVE_INFINITY;
        wakeAll(row);
      });
    }
  }

  async function fetchNew(inbox: string, row: InboxSubscriptions<S>): Promise<void> {
    const from = row.latest;
    const index = await load(inbox);
    const fresh = index.messages.filter(({ id }) => sequenceOf(id) > from);
    const bodies = await Promise.all(fresh.map(({ id }) => loadBody(inbox, id)));
    const found = fresh.flatMap((summary, at) => {
      const body = bodies[at];
      return body ? [{ ...summary, ...body }] : [];
    });
    if (countMessagesBetween(from, index.sequence) > found.length)
      for (const seat of row.seats.values()) seat.completeSince = Math.max(seat.completeSince ?? 0, index.sequence);
    row.latest = Math.max(row.latest, index.sequence);
    for (const message of found) place(row, message);
  }

  function toSeat(row: InboxSubscriptions<S>, seat: SubscriptionBuffer<S>): Subscription<S> {
    return {
      buffered: () => seat.messages,
      completeSince: () => seat.completeSince,
      startAt(sequence) {
        if (row.latest === 0) row.latest = sequence;
        if (seat.completeSince === null || seat.completeSince === Number.POSITIVE_INFINITY)
          seat.completeSince = sequence;
      },
      onChange(wake) {
        seat.listeners.add(wake);
        return () => seat.listeners.delete(wake);
      },
      unsubscribe: (linger) => room.leave(seat, linger),
    };
  }

  function find(inbox: string, address: string | null): Subscription<S> | null {
    const row = rows.get(inbox);
    const seat = row?.seats.get(address);
    if (!row || !seat) return null;
    room.take(seat);
    return toSeat(row, seat);
  }

  return {
    joinExisting: find,

    subscribe(inbox, address) {
      const there = find(inbox, address);
      if (there) return there;
      const row = rows.get(inbox) ?? openRow(inbox);
      const seat = room.open(inbox, address);
      row.seats.set(address, seat);
      return toSeat(row, seat);
    },

    addMessages: offer,

    close() {
      stopGaps();
      room.close();
    },
  };
}

function wakeAll<S extends StoredSummary>(row: InboxSubscriptions<S>) {
  for (const seat of row.seats.values()) for (const wake of [...seat.listeners]) wake();
}
