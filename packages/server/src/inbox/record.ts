import type { VisibleLink } from "@frontdesk/visible";
import type { Kv, Write } from "../storage/types.ts";

/** Fields that the index record of an inbox has for each message. The body has a key of its own. */
export interface StoredSummary {
  id: string;
  /** Time of arrival at the server, ms since 1970. For retention only: the order comes from the id alone. */
  arrived: number;
  /** How it arrived, as responses say it. Messages stored by earlier versions have none. */
  via?: string;
}

/** Stored fields of a message that lists do not show. */
export interface StoredBody {
  body: string;
  /** For mails only. Mails stored by earlier versions have none. */
  links?: readonly VisibleLink[];
  /** Set if the mail's text is longer than `body`. Never set for mails stored by earlier versions. */
  truncated?: true;
}

/** A message with its text. */
export type FullMessage<S extends StoredSummary> = S & StoredBody;

/** Messages that a delivery added to one inbox. */
export interface AddedMessages {
  inbox: string;
  messages: readonly FullMessage<StoredSummary>[];
}

/** Commits the writes of a delivery. Called under the inboxes' locks. */
export type CommitMessages = (added: readonly AddedMessages[], writes: readonly Write[]) => Promise<void>;

/** Everything needed to list messages, in one record of bounded size. Writing it commits a delivery. */
export interface InboxIndex<S extends StoredSummary> {
  /** Sequence number of the newest message ever delivered. */
  sequence: number;
  /** Oldest first. */
  messages: S[];
  /** Sequence number of the newest message when the inbox was last cleared. */
  cleared?: number;
  /** The hour for which the expiry calendar has this inbox. */
  due?: number;
}

/** Fields to change in stored messages, by message id. */
export type Amendments<S extends StoredSummary> = ReadonlyMap<string, Partial<S>>;

/** Returns a copy of the message with the changes for its id; the message itself if there are none. */
export function amend<S extends StoredSummary, M extends S>(message: M, amendments: Amendments<S>): M {
  const changes = amendments.get(message.id);
  return changes ? { ...message, ...changes } : message;
}

export const inboxLock = (inbox: string) => `inbox:${inbox}`;
export const inboxTopic = (inbox: string) => `inbox:${inbox}`;
export const indexKey = (inbox: string) => `inbox:${inbox}`;
export const bodyKey = (inbox: string, id: string) => `message:${inbox}:${id}`;

/** Returns the write that gives a new inbox its first index record. */
export function initialIndexWrite<I extends InboxIndex<StoredSummary>>(inbox: string, index: I): Write {
  return [indexKey(inbox), index];
}

/** Returns the writes that delete an inbox with its messages. The caller holds its lock. */
export async function inboxDeletionWrites(kv: Kv, inbox: string): Promise<Write[]> {
  const index = await kv.get<InboxIndex<StoredSummary>>(indexKey(inbox));
  // Nothing was received yet.
  if (!index) return [];
  return [[indexKey(inbox), null], ...bodyDeletionWrites(inbox, index.messages)];
}

/** Returns the writes that delete these messages' bodies. */
export function bodyDeletionWrites(inbox: string, messages: readonly StoredSummary[]): Write[] {
  return messages.map(({ id }) => [bodyKey(inbox, id), null]);
}
