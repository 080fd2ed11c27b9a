import type { Clock } from "../clock.ts";
import type { Kv, Locks, ServerBus, Write } from "../storage/types.ts";
import { type Compose, createDeliveries, type Delivered } from "./deliveries.ts";
import type { MessagePage } from "./page.ts";
import { createReader, type ReadOptions } from "./read-messages.ts";
import {
  type Amendments,
  amend,
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
import { encodeAmendedEvent, encodeStoredEvent } from "./stored-event.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { createWaiters, type WaitersOptions } from "./waiters.ts";

/** Stores the messages of all inboxes of one channel and serves all readers, including long polls. */
export interface MessageStore<S extends StoredSummary, I extends InboxIndex<S>> {
  /**
   * Stores messages in one or several inboxes, all or none, and wakes their readers. `compose` is called for each inbox with
   * its current index, under its lock; if it throws, nothing is stored. Skips inboxes that were deleted meanwhile.
   *
   * @returns the inboxes that still exist, with the messages that were added.
   */
  deliver(inboxIds: readonly string[], compose: Compose<S, I>): Promise<Delivered<S>>;
  /**
   * Returns messages, newest first. With `waitMs`, waits until one arrives or the time runs out. A message that arrives during
   * the wait is returned even if it is evicted before the response is built.
   */
  read(inboxId: string, options: ReadOptions): Promise<MessagePage<S> & { index: I }>;
  /**
   * Changes fields of stored messages, by inbox and message id, and wakes readers. Skips messages that no longer exist; a
   * message that is only buffered is changed too.
   */
  amend(changes: ReadonlyMap<string, Amendments<S>>): Promise<void>;
  /** Makes the pending long polls of an inbox on this server look again. */
  wake(inboxId: string): void;
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
  /** Returns whether the sender of a message is authentic. @default `none` */
  verdictOf?: (summary: S) => "pass" | "fail" | "none" | "pending";
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

/** Creates the message store of one channel (mail or SMS). */
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
  const { verdictOf = () => "none", prepare } = parts;

  /** Returns the index of an inbox, which lists its messages, without expired ones. */
  async function loadRetained(inboxId: string): Promise<I> {
    const index = await loadIndex(inboxId);
    return { ...index, messages: index.messages.filter(isRetained) };
  }

  const readerParts = { clock, waiters, subscriptions, loadBody, isRetained, addressOf, verdictOf, prepare };
  const read = createReader<S, I>({ ...readerParts, loadIndex: loadRetained });

  const store = createDeliveries<S, I>({
    ...{ locks, clock, groupOf, maxPerGroup, retention, loadIndex, commit },
    exists: parts.exists,
    /** Wakes the readers on this server, and publishes the new messages to the other servers if they share the storage. */
    async onCommitted(delivered) {
      const added = delivered.filter(({ messages }) => messages.length > 0);
      // Before the first `await`, while the caller holds the locks of the inboxes: so subscriptions receive messages in the order of
      // their sequence numbers.
      for (const { inbox, messages } of added) subscriptions.addMessages(inbox, messages);
      if (!bus.isShared) return;
      await Promise.all(
        added.map(({ inbox, messages }) => bus.publish(inboxTopic(inbox), encodeStoredEvent(messages))),
      );
    },
  });

  /**
   * Returns the write that changes fields of stored messages, such as the verdict on their sender; `null` if the inbox has none
   * of the messages any more.
   */
  async function toAmendmentWrite(inboxId: string, amendments: Amendments<S>): Promise<Write | null> {
    const index = await loadIndex(inboxId);
    if (!index.messages.some(({ id }) => amendments.has(id))) return null;
    return [indexKey(inboxId), { ...index, messages: index.messages.map((summary) => amend(summary, amendments)) }];
  }

  return {
    /**
     * Commits what `compose` returns for each inbox, under the inboxes' locks, which also wakes their readers. Then reports the
     * messages to `onStored`.
     */
    async deliver(inboxIds, compose) {
      const delivered = await store(inboxIds, compose);
      for (const { inbox, messages } of delivered) {
        // Empty if the delivery had only duplicates.
        if (messages.length > 0) parts.onStored?.(inbox, messages);
      }
      return delivered;
    },

    read,

    /**
     * Changes fields of stored messages: adds the verdict on their sender, which is known later. Commits the changes of all
     * inboxes at once, then wakes the readers here and on servers that share the storage, because some wait for a verdict.
     */
    async amend(changes) {
      const inboxIds = [...changes.keys()];
      await locks.with(inboxIds.map(inboxLock), async () => {
        const writes = await Promise.all(
          [...changes].map(([inboxId, amendments]) => toAmendmentWrite(inboxId, amendments)),
        );
        // `null`: the inbox has none of the messages any more.
        const necessary = writes.filter((write) => write !== null);
        if (necessary.length > 0) await kv.commit(necessary);
      });
      for (const [inboxId, amendments] of changes) subscriptions.amendMessages(inboxId, amendments);
      if (!bus.isShared) return;
      await Promise.all(
        [...changes].map(([id, amendments]) => bus.publish(inboxTopic(id), encodeAmendedEvent(amendments))),
      );
    },

    wake: subscriptions.wake,

    /** Deletes all messages of an inbox. Cursors stay valid, because the sequence number continues. */
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
      const body = summary && (await loadBody(inboxId, id));
      return body ? { ...summary, ...body } : null;
    },

    index: loadRetained,

    pending: waiters.pending,

    /** Ends every long poll, which returns what it has. Waits until all polls and a running sweep have ended. */
    async close() {
      // The subscriptions last, because long polls use them until they have ended.
      await Promise.all([waiters.close(), retention.close()]);
      subscriptions.close();
    },
  };
}
