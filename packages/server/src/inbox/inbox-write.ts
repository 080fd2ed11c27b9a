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

interface WriteParts<S extends StoredSummary> {
  clock: Clock;
  groupOf: (summary: S) => string;
  maxPerGroup: number;
  retention: Retention;
}

/** Returns the new messages with their ids, and the storage writes that add them and remove what they evict. */
export async function toStorageWrites<S extends StoredSummary, I extends InboxIndex<S>>(
  { clock, groupOf, maxPerGroup, retention }: WriteParts<S>,
  inbox: string,
  index: I,
  { messages: incoming, indexChanges }: InboxWrite<S, I>,
): Promise<{ inbox: string; messages: FullMessage<S>[]; writes: Write[] }> {
  if (incoming.length === 0 && !indexChanges) return { inbox, messages: [], writes: [] };
  const arrived = clock.now();
  let { sequence } = index;
  const added = incoming.map(({ summary, body, links, truncated }) => {
    sequence = nextSequence(sequence, arrived);
    // The cast is true: these two fields are what a summary lacks before it is stored.
    const newSummary = { ...summary, id: messageId(inbox, sequence), arrived } as S;
    return { newSummary, storedBody: { body, ...(links && { links }), ...(truncated && { truncated }) } };
  });
  const messages = added.map(({ newSummary, storedBody }): FullMessage<S> => ({ ...newSummary, ...storedBody }));
  const retained = index.messages.filter(retention.isRetained);
  const remaining = evictOldest([...retained, ...added.map(({ newSummary }) => newSummary)], groupOf, maxPerGroup);
  const remainingIds = new Set(remaining.map(({ id }) => id));
  const removed = index.messages.filter(({ id }) => !remainingIds.has(id));
  const expiry = await retention.plan(inbox, index.due, remaining);
  const newIndex = { ...index, ...indexChanges, ...expiry.indexFields, sequence, messages: remaining };
  const writes: Write[] = [
    // More messages may have arrived at once than the inbox keeps.
    ...added
      .filter(({ newSummary }) => remainingIds.has(newSummary.id))
      .map(({ newSummary, storedBody }): Write => [bodyKey(inbox, newSummary.id), storedBody]),
    // The storage shares frozen values instead of copying them, and the readers that this wakes read the index next.
    [indexKey(inbox), Object.freeze(newIndex)],
    ...bodyDeletionWrites(inbox, removed),
    ...expiry.writes,
  ];
  return { inbox, messages, writes };
}
