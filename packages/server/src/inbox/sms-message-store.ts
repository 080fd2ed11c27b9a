import { createMessageStore, type MessageStore } from "./message-store.ts";
import type { InboxIndex, StoredSummary } from "./record.ts";

/** A number of an SMS token, attached for good once a text arrived on it. */
export interface StoredPhone {
  id: string;
  phone: string;
  last_received_at: string | null;
}

/** What lists show of a text message. */
export interface StoredSmsSummary extends StoredSummary {
  sender: string;
  snippet: string;
  received_at: string;
  phone_id: string;
  phone: string;
}

/** An SMS token's index record: its numbers and the summaries of what arrived on them. */
export interface SmsIndex extends InboxIndex<StoredSmsSummary> {
  phones: StoredPhone[];
  /** Hashes by which lately stored messages are known when they are pushed again, oldest first. */
  digests: string[];
}

/** The index of an SMS token that has received nothing yet. */
export const emptySmsIndex: SmsIndex = { sequence: 0, messages: [], phones: [], digests: [] };

export type SmsMessageStore = MessageStore<StoredSmsSummary, SmsIndex>;

/** Texts kept for each number, and numbers an SMS token has room for (interface section 8). */
export const smsPerPhone = 10;
export const phonesPerSmsInbox = 2;

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
