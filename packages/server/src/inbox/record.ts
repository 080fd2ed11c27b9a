import type { Link } from "@frontdesk/visible";
import type { Kv, Write } from "../storage/types.ts";

/** What an inbox's index record keeps of each message; the body lies beside it under a key of its own. */
export interface StoredSummary {
  id: string;
  /** When the server took it, ms since 1970: for retention only, order comes from the id alone. */
  arrived: number;
}

/** What is stored of a message beside what lists show. */
export interface StoredBody {
  body: string;
  /** Of mails; those stored by earlier versions have none. */
  links?: readonly Link[];
  /** Set if the mail's text is longer than `body`; mails stored by earlier versions do not say. */
  truncated?: true;
}

/** A message with its text. */
export type FullMessage<S extends StoredSummary> = S & StoredBody;

/** What one inbox received. */
export interface NewMessages {
  inbox: string;
  messages: readonly FullMessage<StoredSummary>[];
}

/** Commits the writes of a delivery. Called under the inboxes' locks. */
export type CommitMessages = (received: readonly NewMessages[], writes: readonly Write[]) => Promise<void>;

/** All that reading a list of messages needs, in one record of bounded size. It is the commit point of a delivery. */
export interface InboxIndex<S extends StoredSummary> {
  /** Number of the newest message ever delivered. */
  sequence: number;
  /** Oldest first. */
  messages: S[];
  /** Number of the newest message when the inbox was last emptied. */
  cleared?: number;
  /** The hour for which the expiry calendar has this inbox. */
  due?: number;
}

export const inboxLock = (inbox: string) => `inbox:${inbox}`;
export const inboxTopic = (inbox: string) => `inbox:${inbox}`;
export const indexKey = (inbox: string) => `inbox:${inbox}`;
export const bodyKey = (inbox: string, id: string) => `message:${inbox}:${id}`;

/** The write that gives a new inbox an index of its own from the start. */
export function initialIndexWrite<I extends InboxIndex<StoredSummary>>(inbox: string, index: I): Write {
  return [indexKey(inbox), index];
}

/** The writes that remove all that an inbox holds. The caller has its lock. */
export async function inboxDeletionWrites(kv: Kv, inbox: string): Promise<Write[]> {
  const index = await kv.get<InboxIndex<StoredSummary>>(indexKey(inbox));
  if (!index) return [];
  return [[indexKey(inbox), null], ...bodyDeletionWrites(inbox, index.messages)];
}

/** The writes that remove these messages' bodies. */
export function bodyDeletionWrites(inbox: string, messages: readonly StoredSummary[]): Write[] {
  return messages.map(({ id }) => [bodyKey(inbox, id), null]);
}
