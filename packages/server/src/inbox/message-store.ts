import type { Link } from "@frontdesk/visible";
import type { Clock } from "../clock.ts";
import type { Bus, Kv, Locks, Write } from "../storage/types.ts";
import { messageId, nextSequence, parseCursor } from "./cursor.ts";
import { evictOldest } from "./eviction.ts";
import {
  type InboxPage,
  type PageRequest,
  pauseBeforeReread,
  selectFullPage,
  selectPage,
  sequenceBeforeTime,
} from "./page.ts";
import {
  bodyDeletionWrites,
  bodyKey,
  type CommitMessages,
  type FullMessage,
  type InboxIndex,
  inboxLock,
  inboxTopic,
  indexKey,
  type StoredBody,
  type StoredSummary,
} from "./record.ts";
import { createRetention } from "./retention.ts";
import { encodeStoredEvent } from "./stored-event.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { createWaiters, type WaitersOptions } from "./waiters.ts";

/** A message about to be stored. */
export interface IncomingMessage<S extends StoredSummary> {
  summary: Omit<S, "id" | "arrived">;
  body: string;
  /** Beside the body, for whoever reads the message whole. */
  links?: readonly Link[];
  /** Set if the text is longer than `body`. */
  truncated?: true;
}

/** What one inbox is to receive. */
export interface InboxWrite<S extends StoredSummary, I extends InboxIndex<S>> {
  messages: IncomingMessage<S>[];
  /** Changes of the index record beside its messages. */
  indexChanges?: Partial<Omit<I, keyof InboxIndex<S>>>;
}

export interface ReadOptions {
  /** How many messages at most. */
  count: number;
  /** Only messages that arrived after this cursor or message id. @throws Problem `invalid_request` */
  after?: string | undefined;
  /** Instead of `after`: only messages that arrived at most so many milliseconds ago. */
  lookbackMs?: number | undefined;
  /** Only messages for this address, in whatever letter case. */
  to?: string | undefined;
  /** With their texts. @default false */
  full?: boolean;
  /** Milliseconds to hold while there is none. @default 0 */
  waitMs?: number;
  /** Ends the hold when the client goes away. */
  signal?: AbortSignal | undefined;
  /** Called after each wake-up; throws when the reader's token no longer opens this inbox. */
  authorize?: () => Promise<void>;
}

/** Where every message lands and every reader waits, whatever channel it came by. */
export interface MessageStore<S extends StoredSummary, I extends InboxIndex<S>> {
  /**
   * Stores messages in one or several inboxes, all or none, and wakes their readers. `compose` sees each inbox as it is,
   * under its lock, and may throw to refuse everything. Inboxes that were deleted meanwhile are left out: resolves with
   * those that are there.
   */
  deliver(inboxes: readonly string[], compose: (inbox: string, index: I) => InboxWrite<S, I>): Promise<string[]>;
  /**
   * Messages newest first; with `wait`, holds until one arrives or the time runs out. What arrives during the hold is
   * answered, also where it rolled out before the answer was put together.
   */
  read(inbox: string, options: ReadOptions): Promise<InboxPage<S> & { index: I }>;
  /** Removes all messages. */
  clear(inbox: string): Promise<void>;
  /** One message with its body, and the links that were stored with it, or `null`. */
  message(inbox: string, id: string): Promise<FullMessage<S> | null>;
  index(inbox: string): Promise<I>;
  /** Waits held now, on this server. */
  pending(): number;
  /** Ends every hold with what there is; resolves when each has been answered. */
  close(): Promise<void>;
}

interface MessageStoreParts<S extends StoredSummary, I extends InboxIndex<S>> extends WaitersOptions {
  kv: Kv;
  locks: Locks;
  bus: Bus;
  clock: Clock;
  /** The address by which a reader may ask for a message, in lower case. */
  addressOf?: (summary: S) => string;
  /** Of this kind of inbox: `mail`, `sms`. */
  channel: string;
  /** The index of an inbox that has received nothing yet. */
  emptyIndex: I;
  /** Messages of one group roll on their own: one group for a mailbox, one for each number of an SMS token. */
  groupOf: (summary: S) => string;
  /** How many messages of a group are kept. */
  maxPerGroup: number;
  /** Milliseconds after which a message is gone. */
  retentionMs: number;
  /** Whether the inbox still exists, asked under its lock. */
  exists: (inbox: string) => Promise<boolean>;
  /** Commits what inboxes received, perhaps with more. @default the writes alone */
  commit?: CommitMessages;
  /** Told of a message that is about to be answered whole, while the storage is asked whether it may be. Must not throw. */
  prepare?: ((message: FullMessage<S>) => void) | undefined;
  /** Told of messages once they are durable. Must not throw. */
  onStored?: ((inbox: string, messages: readonly FullMessage<S>[]) => void) | undefined;
}

export function createMessageStore<S extends StoredSummary, I extends InboxIndex<S>>(
  parts: MessageStoreParts<S, I>,
): MessageStore<S, I> {
  const {
    kv,
    locks,
    bus,
    clock,
    groupOf,
    maxPerGroup: keep,
    commit = (_received, writes) => kv.commit(writes),
  } = parts;
  const holds = createWaiters(parts);
  const retention = createRetention(parts);
  const { isRetained: isFresh } = retention;
  const addressOf = parts.addressOf ?? (() => null);
  const load = async (inbox: string): Promise<I> => (await kv.get<I>(indexKey(inbox))) ?? parts.emptyIndex;
  const loadBody = (inbox: string, id: string) => kv.get<StoredBody>(bodyKey(inbox, id));
  const seats = createSubscriptions<S>({ bus, topicOf: inboxTopic, addressOf, load, loadBody });

  async function loadFresh(inbox: string): Promise<I> {
    const index = await load(inbox);
    return { ...index, messages: index.messages.filter(isFresh) };
  }

  async function writesFor(inbox: string, compose: (inbox: string, index: I) => InboxWrite<S, I>) {
    const index = await load(inbox);
    const { messages: arrivals, indexChanges: changes } = compose(inbox, index);
    if (arrivals.length === 0 && !changes) return { inbox, messages: [], writes: [] };
    const arrived = clock.now();
    let { sequence } = index;
    const fresh = arrivals.map(({ summary, body, links, truncated }) => {
      sequence = nextSequence(sequence, arrived);
      const stored = { ...summary, id: messageId(inbox, sequence), arrived } as S;
      return { stored, body: { body, ...(links && { links }), ...(truncated && { truncated }) } };
    });
    const messages = fresh.map(({ stored, body }): FullMessage<S> => ({ ...stored, ...body }));
    const kept = evictOldest([...index.messages.filter(isFresh), ...fresh.map(({ stored }) => stored)], groupOf, keep);
    const keptIds = new Set(kept.map(({ id }) => id));
    const plan = await retention.plan(inbox, index.due, kept);
    const writes: Write[] = [
      ...fresh
        .filter(({ stored }) => keptIds.has(stored.id))
        .map(({ stored, body }): Write => [bodyKey(inbox, stored.id), body]),
      // Frozen, because the readers whom this wakes look at it next.
      [indexKey(inbox), Object.freeze({ ...index, ...changes, ...plan.indexFields, sequence, messages: kept })],
      ...bodyDeletionWrites(
        inbox,
        index.messages.filter(({ id }) => !keptIds.has(id)),
      ),
      ...plan.writes,
    ];
    return { inbox, messages, writes };
  }

  return {
    async deliver(inboxes, compose) {
      const { there, stored, told } = await locks.with(inboxes.map(inboxLock), async () => {
        const exist = await Promise.all(inboxes.map(parts.exists));
        const there = inboxes.filter((_inbox, at) => exist[at]);
        const stored = await Promise.all(there.map((inbox) => writesFor(inbox, compose)));
        const writes = stored.flatMap((each) => each.writes);
        if (writes.length > 0) await commit(stored, writes);
        // Under the lock, so that readers are handed everything in the order of its numbers.
        for (const { inbox, messages } of stored) seats.addMessages(inbox, messages);
        // Readers here have them by now; other servers need not wait for the lock to be given back.
        const news = bus.isShared ? stored.filter(({ messages }) => messages.length > 0) : [];
        const told = Promise.all(
          news.map(({ inbox, messages }) => bus.publish(inboxTopic(inbox), encodeStoredEvent(messages))),
        );
        return { there, stored, told };
      });
      await told;
      for (const { inbox, messages } of stored) if (messages.length > 0) parts.onStored?.(inbox, messages);
      return there;
    },

    async read(inbox, { count, after, lookbackMs: lookback, to, full = false, waitMs: wait = 0, signal, authorize }) {
      const address = to === undefined ? null : to.toLowerCase();
      const wanted: PageRequest<S> = {
        count,
        afterSequence: after === undefined ? null : parseCursor(inbox, after),
        countsMissed: after !== undefined,
        matches: (summary) => address === null || addressOf(summary) === address,
      };
      const start = lookback === undefined ? null : clock.now() - lookback;
      // Subscribe first, read second: a message stored between the two finds the listener already there.
      const hold = wait > 0 ? holds.open(inbox, wait, signal) : null;
      const seat = hold || to !== undefined ? seats.subscribe(inbox, address) : seats.joinExisting(inbox, address);
      const stopListening = hold && seat?.onChange(hold.wake);
      let comesBack = true;
      try {
        for (let index = await loadFresh(inbox), lacking = 0; ; ) {
          seat?.startAt(index.sequence);
          if (start !== null) wanted.afterSequence ??= sequenceBeforeTime(index, start);
          // Ahead of an inbox stands who has read what a backup put back does not hold; nothing new is behind him.
          if (wanted.afterSequence !== null) wanted.afterSequence = Math.min(wanted.afterSequence, index.sequence);
          const kept = hold || wanted.afterSequence !== null ? (seat?.buffered().filter(isFresh) ?? []) : [];
          const aside = { messages: kept, completeSince: seat?.completeSince() ?? null };
          const page = full
            ? await selectFullPage(inbox, index, aside, wanted, (id) => loadBody(inbox, id))
            : selectPage(inbox, index, aside, wanted);
          // A message rolled out while its text was read.
          if (page === null) {
            index = await pauseBeforeReread(inbox, ++lacking).then(() => loadFresh(inbox));
            continue;
          }
          if (page.messages.length > 0 || !hold || hold.hasEnded()) {
            if (page.messages.length > 0) hold?.reportLatency();
            comesBack = to !== undefined || page.messages.length === 0 || page.more === true;
            return { ...page, index };
          }
          await hold.next();
          const asked = Promise.all([loadFresh(inbox), authorize?.()]);
          const newest = full ? seat?.buffered().at(-1) : undefined;
          if (newest) parts.prepare?.(newest);
          [index] = await asked;
        }
      } finally {
        stopListening?.();
        seat?.unsubscribe(comesBack);
        hold?.release();
      }
    },

    async clear(inbox) {
      await locks.with([inboxLock(inbox)], async () => {
        const index = await kv.get<I>(indexKey(inbox));
        if (!index) return;
        await kv.commit([
          [indexKey(inbox), { ...index, messages: [], cleared: index.sequence }],
          ...bodyDeletionWrites(inbox, index.messages),
        ]);
      });
    },

    async message(inbox, id) {
      const summary = (await load(inbox)).messages.find((message) => message.id === id && isFresh(message));
      const stored = summary && (await loadBody(inbox, id));
      return stored ? { ...summary, ...stored } : null;
    },

    index: loadFresh,

    pending: holds.pending,

    async close() {
      await Promise.all([holds.close(), retention.close()]);
      seats.close();
    },
  };
}
