import type { Link } from "@frontdesk/visible";
import type { Clock } from "../clock.ts";
import { Problem } from "../problem.ts";
import type { Bus, Kv, Locks, Write } from "../storage/types.ts";
import { cursorAt, isCursorOf, messageId, nextSequence, sequenceOf } from "./cursor.ts";
import { createHolds } from "./holds.ts";
import { bodyKey, type InboxIndex, inboxLock, inboxTopic, indexKey, removeBodies, type Summary } from "./record.ts";
import { createRetention } from "./retention.ts";

/** What is stored of a message beside what lists show. */
export interface StoredBody {
  body: string;
  /** Of mails; those stored by earlier versions have none. */
  links?: readonly Link[];
}

/** A message about to be stored. */
export interface Arrival<S extends Summary> {
  summary: Omit<S, "id" | "arrived">;
  body: string;
  /** Beside the body, for whoever reads the message whole. */
  links?: readonly Link[];
}

/** What one inbox is to receive. */
export interface Delivery<S extends Summary, I extends InboxIndex<S>> {
  arrivals: Arrival<S>[];
  /** Changes of the index record beside its messages. */
  changes?: Partial<Omit<I, keyof InboxIndex<S>>>;
}

export interface ReadOptions {
  /** How many messages at most. */
  count: number;
  /** Only messages that arrived after this cursor or message id. @throws Problem `invalid_request` */
  after?: string | undefined;
  /** Milliseconds to hold while there is none. @default 0 */
  wait?: number;
  /** Ends the hold when the client goes away. */
  signal?: AbortSignal | undefined;
  /** Called after each wake-up; throws when the reader's token no longer opens this inbox. */
  authorize?: () => Promise<void>;
}

/** Where every message lands and every reader waits, whatever channel it came by. */
export interface Inbox<S extends Summary, I extends InboxIndex<S>> {
  /**
   * Stores messages in one or several inboxes, all or none, and wakes their readers. `compose` sees each inbox as it is,
   * under its lock, and may throw to refuse everything. Inboxes that were deleted meanwhile are left out: resolves with
   * those that are there.
   */
  deliver(inboxes: readonly string[], compose: (inbox: string, index: I) => Delivery<S, I>): Promise<string[]>;
  /** Messages newest first; with `wait`, holds until one arrives or the time runs out. */
  read(inbox: string, options: ReadOptions): Promise<{ messages: S[]; cursor: string; index: I }>;
  /** One message with its body, and the links that were stored with it, or `null`. */
  message(inbox: string, id: string): Promise<(S & StoredBody) | null>;
  index(inbox: string): Promise<I>;
  /** Waits held now, on this server. */
  held(): number;
  /** Ends every hold with what there is; resolves when each has been answered. */
  close(): Promise<void>;
}

interface InboxParts<S extends Summary, I extends InboxIndex<S>> {
  kv: Kv;
  locks: Locks;
  bus: Bus;
  clock: Clock;
  /** Of this kind of inbox: `mail`, `sms`. */
  name: string;
  /** The index of an inbox that has received nothing yet. */
  empty: I;
  /** Messages of one group roll on their own: one group for a mailbox, one for each number of an SMS token. */
  groupOf: (summary: S) => string;
  /** How many messages of a group are kept. */
  keep: number;
  /** Milliseconds after which a message is gone. */
  retention: number;
  /** How many waits may be held on one inbox. */
  maxWaits: number;
  /** Whether the inbox still exists, asked under its lock. */
  exists: (inbox: string) => Promise<boolean>;
}

export function createInbox<S extends Summary, I extends InboxIndex<S>>(parts: InboxParts<S, I>): Inbox<S, I> {
  const { kv, locks, bus, clock, groupOf, keep } = parts;
  const holds = createHolds(parts);
  const retention = createRetention(parts);
  const { isFresh } = retention;

  const load = async (inbox: string): Promise<I> => (await kv.get<I>(indexKey(inbox))) ?? parts.empty;

  async function loadFresh(inbox: string): Promise<I> {
    const index = await load(inbox);
    return { ...index, messages: index.messages.filter(isFresh) };
  }

  async function writesFor(inbox: string, compose: (inbox: string, index: I) => Delivery<S, I>): Promise<Write[]> {
    const index = await load(inbox);
    const { arrivals, changes } = compose(inbox, index);
    if (arrivals.length === 0 && !changes) return [];
    const arrived = clock.now();
    let { sequence } = index;
    const fresh = arrivals.map(({ summary, body, links }) => {
      sequence = nextSequence(sequence, arrived);
      const stored = { ...summary, id: messageId(inbox, sequence), arrived } as S;
      return { stored, body: links ? { body, links } : { body } };
    });
    const kept = rollOut([...index.messages.filter(isFresh), ...fresh.map(({ stored }) => stored)], groupOf, keep);
    const keptIds = new Set(kept.map(({ id }) => id));
    const plan = await retention.plan(inbox, index.due, kept);
    return [
      ...fresh
        .filter(({ stored }) => keptIds.has(stored.id))
        .map(({ stored, body }): Write => [bodyKey(inbox, stored.id), body]),
      // Frozen, because the readers whom this wakes look at it next.
      [indexKey(inbox), Object.freeze({ ...index, ...changes, ...plan.due, sequence, messages: kept })],
      ...removeBodies(
        inbox,
        index.messages.filter(({ id }) => !keptIds.has(id)),
      ),
      ...plan.writes,
    ];
  }

  return {
    async deliver(inboxes, compose) {
      const there = await locks.with(inboxes.map(inboxLock), async () => {
        const exist = await Promise.all(inboxes.map(parts.exists));
        const found = inboxes.filter((_inbox, at) => exist[at]);
        const writes = (await Promise.all(found.map((inbox) => writesFor(inbox, compose)))).flat();
        if (writes.length > 0) await kv.commit(writes);
        return found;
      });
      await Promise.all(inboxes.map((inbox) => bus.publish(inboxTopic(inbox))));
      return there;
    },

    async read(inbox, { count, after, wait = 0, signal, authorize }) {
      let position = after === undefined ? 0 : positionOf(inbox, after);
      // Subscribe first, read second: a message stored between the two finds the listener already there.
      const hold = wait > 0 ? holds.open(inbox, wait, signal) : null;
      try {
        for (;;) {
          const index = await loadFresh(inbox);
          // Ahead of an inbox stands who has read what a backup put back does not hold; nothing new is behind him.
          position = Math.min(position, index.sequence);
          const messages = index.messages.filter(({ id }) => sequenceOf(id) > position);
          if (messages.length > 0 || !hold || hold.ended()) {
            return { messages: messages.slice(-count).reverse(), cursor: cursorAt(inbox, index.sequence), index };
          }
          await hold.wake();
          await authorize?.();
        }
      } finally {
        hold?.release();
      }
    },

    async message(inbox, id) {
      const summary = (await load(inbox)).messages.find((message) => message.id === id && isFresh(message));
      const stored = summary && (await kv.get<StoredBody>(bodyKey(inbox, id)));
      return stored ? { ...summary, ...stored } : null;
    },

    index: loadFresh,

    held: holds.count,

    async close() {
      await Promise.all([holds.close(), retention.close()]);
    },
  };
}

/** The newest `keep` of each group, order unchanged. */
function rollOut<S>(messages: S[], groupOf: (message: S) => string, keep: number): S[] {
  const room = new Map<string, number>();
  return messages
    .toReversed()
    .filter((message) => {
      const group = groupOf(message);
      const left = room.get(group) ?? keep;
      room.set(group, left - 1);
      return left > 0;
    })
    .reverse();
}

function positionOf(inbox: string, cursor: string): number {
  if (!isCursorOf(inbox, cursor))
    throw new Problem(
      "invalid_request",
      "`after` must be the cursor of an earlier answer, or a message id, of this inbox.",
    );
  return sequenceOf(cursor);
}
