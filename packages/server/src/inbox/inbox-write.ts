import type { VisibleLink } from "@frontdesk/visible";
import type { Clock } from "../clock.ts";
import type { Write } from "../storage/types.ts";
import { messageId, nextSequence } from "./cursor.ts";
import { evictOldest } from "./eviction.ts";
import {
  bodyDeletionWrites,
  bodyKey,
  type FullMessage,
  type InboxIndex,
  indexKey,
  type StoredBody,
  type StoredSummary,
} from "./record.ts";
import type { Retention } from "./retention.ts";

/** A message before it is stored. */
export interface NewMessage<S extends StoredSummary> {
  summary: Omit<S, "id" | "arrived">;
  body: string;
  /** Stored with the body and returned with the full message. */
  links?: readonly VisibleLink[];
  /** Set if the original text is longer than `body`. */
  truncated?: true;
}

/** Messages and index changes to commit to one inbox. */
export interface InboxWrite<S extends StoredSummary, I extends InboxIndex<S>> {
  messages: NewMessage<S>[];
  /** Fields of the index record to change in the same commit. */
  indexChanges?: Partial<Omit<I, keyof InboxIndex<S>>>;
}

export interface WriteParts<S extends StoredSummary> {
  clock: Clock;
  groupOf: (summary: S) => string;
  maxPerGroup: number;
  retention: Retention;
}

/** What deliveries add to one inbox, before it is committed. */
export interface InboxDraft<S extends StoredSummary, I extends InboxIndex<S>> {
  /** Returns the index with what was added. */
  index(): I;
  /** Adds messages and index changes. Returns the messages with their ids. */
  add(write: InboxWrite<S, I>): FullMessage<S>[];
  /** Returns the storage writes that add everything and remove what it evicts; none if nothing was added. */
  toWrites(): Promise<Write[]>;
}

/**
 * Creates a draft of an inbox's changes: deliveries of one commit add their messages to it, and `toWrites` returns the writes
 * for all of them. Starts with the stored index, and stores nothing itself.
 */
export function createInboxDraft<S extends StoredSummary, I extends InboxIndex<S>>(
  { clock, groupOf, maxPerGroup, retention }: WriteParts<S>,
  inbox: string,
  stored: I,
): InboxDraft<S, I> {
  let index = stored;
  /** Bodies of added messages that are not evicted yet, by message id. */
  let bodies: (readonly [id: string, body: StoredBody])[] = [];

  return {
    index: () => index,

    /**
     * Adds messages to the index (the inbox's stored list), and changes the index's other fields. Removes expired messages, and
     * evicts the oldest of each group (the mails, or one number's SMS) above the limit. Returns all new messages, also those that
     * are evicted at once: readers that wait still get them.
     */
    add({ messages: incoming, indexChanges }) {
      if (incoming.length === 0 && !indexChanges) return [];
      const arrived = clock.now();
      let { sequence } = index;
      const added = incoming.map(({ summary, body, links, truncated }) => {
        sequence = nextSequence(sequence, arrived);
        const newSummary = toStoredSummary<S>(summary, messageId(inbox, sequence), arrived);
        return { newSummary, storedBody: { body, ...(links && { links }), ...(truncated && { truncated }) } };
      });
      const retained = index.messages.filter(retention.isRetained);
      const messages = evictOldest([...retained, ...added.map(({ newSummary }) => newSummary)], groupOf, maxPerGroup);
      const remainingIds = new Set(messages.map(({ id }) => id));
      const newBodies = added.map(({ newSummary, storedBody }) => [newSummary.id, storedBody] as const);
      bodies = [...bodies, ...newBodies].filter(([id]) => remainingIds.has(id));
      index = { ...index, ...indexChanges, sequence, messages };
      return added.map(({ newSummary, storedBody }): FullMessage<S> => ({ ...newSummary, ...storedBody }));
    },

    /** Returns the writes for all changes so far: the index, new and deleted bodies, and the inbox's entry in the expiry calendar. */
    async toWrites() {
      if (index === stored) return [];
      const remainingIds = new Set(index.messages.map(({ id }) => id));
      const removedMessages = stored.messages.filter(({ id }) => !remainingIds.has(id));
      const expiry = await retention.plan(inbox, stored.due, index.messages);
      return [
        ...bodies.map(([id, body]): Write => [bodyKey(inbox, id), body]),
        // Frozen, so that the storage shares the index with the readers that this commit wakes, instead of copying it for each.
        [indexKey(inbox), Object.freeze({ ...index, ...expiry.indexFields })],
        ...bodyDeletionWrites(inbox, removedMessages),
        ...expiry.writes,
      ];
    },
  };
}

/** Returns the summary with the two fields that it lacks before it is stored; so the cast is true. */
function toStoredSummary<S extends StoredSummary>(summary: NewMessage<S>["summary"], id: string, arrived: number): S {
  return { ...summary, id, arrived } as S;
}
