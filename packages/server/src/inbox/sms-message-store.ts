import { createMessageStore, type MessageStore } from "./message-store.ts";
import type { InboxIndex, StoredSummary } from "./record.ts";

/** A phone number of an SMS inbox. It stays once an SMS arrived on it. */
export interface StoredPhone {
  id: string;
  phone: string;
  last_received_at: string | null;
}

/** Fields of an SMS that lists show. */
export interface StoredSmsSummary extends StoredSummary {
  sender: string;
  snippet: string;
  received_at: string;
  phone_id: string;
  phone: string;
}

/** Index record of an SMS inbox: its numbers and the summaries of the messages on them. */
export interface SmsIndex extends InboxIndex<StoredSmsSummary> {
  phones: StoredPhone[];
  /** Digests of recently stored messages, oldest first, to recognize a message that is pushed again. */
  digests: string[];
}

/** Index of an SMS inbox that has received nothing yet. */
export const emptySmsIndex: SmsIndex = { sequence: 0, messages: [], phones: [], digests: [] };

export type SmsMessageStore = MessageStore<StoredSmsSummary, SmsIndex>;

/** Messages kept for each number (interface section 8). */
export const smsPerPhone = 10;
/** Numbers per SMS inbox (interface section 8). */
export const phonesPerSmsInbox = 2;

/** Creates the message store of all SMS inboxes. Each phone number of an inbox keeps its own newest messages. */
export function createSmsMessageStore(
  parts: Omit<
    Parameters<typeof createMessageStore<StoredSmsSummary, SmsIndex>>[0],
    "channel" | "emptyIndex" | "groupOf" | "maxPerGroup"
  >,
): SmsMessageStore {
  return createMessageStore<StoredSmsSummary, SmsIndex>({
    ...parts,
    channel: "sms",
    emptyIndex: emptySmsIndex,
    groupOf: ({ phone_id }) => phone_id,
    maxPerGroup: smsPerPhone,
  });
}
