import type { Clock } from "../clock.ts";
import type { Kv, Locks, ServerBus } from "../storage/types.ts";
import { parseInboxCursor } from "./cursor.ts";
import { type InboxWrite, toStorageWrites } from "./inbox-write.ts";
import {
  type MessagePage,
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
import { createSubscriptions, type Subscription } from "./subscriptions.ts";
import { createWaiters, type WaitersOptions } from "./waiters.ts";

export interface ReadOptions {
  /** Maximum number of messages. */
  count: number;
  /** Cursor or message id. Only messages that arrived after it. @throws Problem `invalid_request` */
  after?: string | undefined;
  /** Milliseconds. Instead of `after`: only messages that arrived at most this long ago. */
  lookbackMs?: number | undefined;
  /** Only messages to this email address, ignoring case. */
  to?: string | undefined;
  /** Includes the texts. @default false */
  full?: boolean;
  /** Milliseconds to wait for a message if there is none. @default 0 */
  waitMs?: number;
  /** Ends the wait when the client disconnects. */
  signal?: AbortSignal | undefined;
  /** Called after each wake-up. Throws if the reader's key no longer opens this inbox. */
  authorize?: () => Promise<void>;
}

/** Stores the messages of all inboxes of one channel and serves all readers, including long polls. */
export interface MessageStore<S extends StoredSummary, I extends InboxIndex<S>> {
  /**
   * Stores messages in one or several inboxes, all or none, and wakes their readers. `compose` is called for each inbox with
   * its current index, under its lock; if it throws, nothing is stored. Skips inboxes that were deleted meanwhile.
   *
   * @returns the ids of the inboxes that still exist.
   */
  deliver(inboxIds: readonly string[], compose: (inboxId: string, index: I) => InboxWrite<S, I>): Promise<string[]>;
  /**
   * Returns messages, newest first. With `waitMs`, waits until one arrives or the time runs out. A message that arrives during
   * the wait is returned even if it is evicted before the response is built.
   */
  read(inboxId: string, options: ReadOptions): Promise<MessagePage<S> & { index: I }>;
  /** Deletes all messages of an inbox. */
  clear(inboxId: string): Promise<void>;
  /** Returns one message with its body and stored links, or `null`. */
  message(inboxId: string, id: string): Promise<FullMessage<S> | null>;
  /** Returns the index record without expired messages. */
  index(inboxId: string): Promise<I>;
  /** Returns how many long polls are pending on this server. */
  pending(): number;
  /** Ends every long poll with what there is. Resolves when each has returned. */
  close(): Promise<void>;
}

interface MessageStoreParts<S extends StoredSummary, I extends InboxIndex<S>> extends WaitersOptions {
  kv: Kv;
  locks: Locks;
  bus: ServerBus;
  clock: Clock;
  /** Returns the email address that a reader can filter by, in lower case. */
  addressOf?: (summary: S) => string;
  /** `mail` or `sms`: part of the storage keys of retention. */
  channel: string;
  /** Index of an inbox that has received nothing yet. */
  emptyIndex: I;
  /** Returns the group in which a message counts towards `maxPerGroup`: one per mailbox, or one per number of an SMS inbox. */
  groupOf: (summary: S) => string;
  /** Messages kept per group; older ones are evicted. */
  maxPerGroup: number;
  /** Milliseconds after which a message expires. */
  retentionMs: number;
  /** Returns whether the inbox still exists. Called under its lock. */
  exists: (inboxId: string) => Promise<boolean>;
  /** Commits the writes of a delivery, possibly together with others. @default commits the writes alone */
  commit?: CommitMessages;
  /** Called early with a message that will be returned in full, to overlap work with storage reads. Must not throw. */
  prepare?: ((message: FullMessage<S>) => void) | undefined;
  /** Called with messages once they are durable. Must not throw. */
  onStored?: ((inboxId: string, messages: readonly FullMessage<S>[]) => void) | undefined;
}

/** Creates the message store of one channel. */
export function createMessageStore<S extends StoredSummary, I extends InboxIndex<S>>(
  parts: MessageStoreParts<S, I>,
): MessageStore<S, I> {
  const { kv, locks, bus, clock, groupOf, maxPerGroup, commit = (_messages, writes) => kv.commit(writes) } = parts;
  const waiters = createWaiters(parts);
  const retention = createRetention(parts);
  const { isRetained } = retention;
  const addressOf = parts.addressOf ?? (() => null);
  const loadIndex = async (inboxId: string): Promise<I> => (await kv.get<I>(indexKey(inboxId))) ?? parts.emptyIndex;
  const loadBody = (inboxId: string, id: string) => kv.get<StoredBody>(bodyKey(inboxId, id));
  const subscriptions = createSubscriptions<S>({ bus, topicOf: inboxTopic, addressOf, loadIndex, loadBody });

  /** Returns the index record without expired messages. */
  async function loadRetained(inboxId: string): Promise<I> {
    const index = await loadIndex(inboxId);
    return { ...index, messages: index.messages.filter(isRetained) };
  }

  /** Returns what `compose` adds to an inbox, as storage writes. Stores nothing itself. */
  async function prepareWrites(inbox: string, compose: (inboxId: string, index: I) => InboxWrite<S, I>) {
    const index = await loadIndex(inbox);
    return toStorageWrites({ clock, groupOf, maxPerGroup, retention }, inbox, index, compose(inbox, index));
  }

  /** Returns a page of the listed and buffered messages; `null` if one was evicted while its text was read. */
  function readPage(inboxId: string, index: I, source: Subscription<S> | null, request: PageRequest<S>, full: boolean) {
    const buffer = {
      messages: source?.buffered().filter(isRetained) ?? [],
      completeSince: source?.completeSince() ?? null,
    };
    if (!full) return selectPage(inboxId, index, buffer, request);
    return selectFullPage(inboxId, index, buffer, request, (id) => loadBody(inboxId, id));
  }

  return {
    /** Commits the messages under the inboxes' locks, then wakes readers here and on other servers. */
    async deliver(inboxIds, compose) {
      const { existingIds, added, published } = await locks.with(inboxIds.map(inboxLock), async () => {
        const existence = await Promise.all(inboxIds.map(parts.exists));
        const existingIds = inboxIds.filter((_inboxId, index) => existence[index]);
        const prepared = await Promise.all(existingIds.map((inboxId) => prepareWrites(inboxId, compose)));
        const writes = prepared.flatMap((addition) => addition.writes);
        if (writes.length > 0) await commit(prepared, writes);
        const added = prepared.filter(({ messages }) => messages.length > 0);
        // Under the lock, so that subscriptions receive messages in the order of their sequence numbers.
        for (const { inbox, messages } of added) subscriptions.addMessages(inbox, messages);
        // Readers of this server are awake by now. Other servers are notified without keeping the lock, so this is not awaited.
        const published = Promise.all(
          (bus.isShared ? added : []).map(({ inbox, messages }) =>
            bus.publish(inboxTopic(inbox), encodeStoredEvent(messages)),
          ),
        );
        return { existingIds, added, published };
      });
      await published;
      for (const { inbox, messages } of added) parts.onStored?.(inbox, messages);
      return existingIds;
    },

    async read(inboxId, { count, after, lookbackMs, to, full = false, waitMs = 0, signal, authorize }) {
      const address = to === undefined ? null : to.toLowerCase();
      const request: PageRequest<S> = {
        count,
        afterSequence: after === undefined ? null : parseInboxCursor(inboxId, after),
        countsMissed: after !== undefined,
        matches: (summary) => address === null || addressOf(summary) === address,
      };
      const earliestArrival = lookbackMs === undefined ? null : clock.now() - lookbackMs;
      // Subscribe before reading: otherwise a message stored between the two would be missed.
      const waiter = waitMs > 0 ? waiters.open(inboxId, waitMs, signal) : null;
      const subscription =
        waiter || to !== undefined
          ? subscriptions.subscribe(inboxId, address)
          : subscriptions.joinExisting(inboxId, address);
      const stopListening = waiter && subscription?.onChange(waiter.wake);
      let keepBuffer = true;
      try {
        let index = await loadRetained(inboxId);
        for (let rereads = 0; ; ) {
          subscription?.startAt(index.sequence);
          if (earliestArrival !== null) request.afterSequence ??= sequenceBeforeTime(index, earliestArrival);
          // After a restore, a cursor can be ahead of the inbox. Clamp it: there is nothing newer to read.
          if (request.afterSequence !== null) request.afterSequence = Math.min(request.afterSequence, index.sequence);
          // A single read of the newest messages returns only what the inbox still has.
          const usesBuffer = waiter !== null || request.afterSequence !== null;
          const page = await readPage(inboxId, index, usesBuffer ? subscription : null, request, full);
          const wasMessageEvicted = page === null;
          if (wasMessageEvicted) {
            rereads++;
            await pauseBeforeReread(inboxId, rereads);
            index = await loadRetained(inboxId);
            continue;
          }
          const hasMessages = page.messages.length > 0;
          const mustRespond = hasMessages || waiter === null || waiter.hasEnded();
          if (mustRespond) {
            if (hasMessages) waiter?.reportLatency();
            // Readers that filter by address, found nothing, or have more to read will probably return.
            keepBuffer = to !== undefined || !hasMessages || page.more === true;
            return { ...page, index };
          }
          await waiter.next();
          const reloaded = Promise.all([loadRetained(inboxId), authorize?.()]);
          // Prepares the newest message while the index is read.
          const newest = full ? subscription?.buffered().at(-1) : undefined;
          if (newest) parts.prepare?.(newest);
          [index] = await reloaded;
        }
      } finally {
        stopListening?.();
        subscription?.unsubscribe({ keepBuffer });
        waiter?.release();
      }
    },

    /** Deletes all messages of an inbox. */
    async clear(inboxId) {
      await locks.with([inboxLock(inboxId)], async () => {
        const index = await kv.get<I>(indexKey(inboxId));
        if (!index) return;
        // `cleared` keeps deleted messages from being counted as missed.
        await kv.commit([
          [indexKey(inboxId), { ...index, messages: [], cleared: index.sequence }],
          ...bodyDeletionWrites(inboxId, index.messages),
        ]);
      });
    },

    /** Returns a message with its body, unless it has expired or was deleted. */
    async message(inboxId, id) {
      const { messages } = await loadIndex(inboxId);
      const summary = messages.find((message) => message.id === id && isRetained(message));
      const stored = summary && (await loadBody(inboxId, id));
      return stored ? { ...summary, ...stored } : null;
    },

    index: loadRetained,

    pending: waiters.pending,

    async close() {
      await Promise.all([waiters.close(), retention.close()]);
      subscriptions.close();
    },
  };
}
