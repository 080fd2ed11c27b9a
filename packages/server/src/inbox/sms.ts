import { createInbox, type Inbox } from "./inbox.ts";
import type { InboxIndex, Summary } from "./record.ts";

/** A number of an SMS token, attached for good once a text arrived on it. */
export interface StoredPhone {
  id: string;
  phone: string;
  last_received_at: string | null;
}

/** What lists show of a text message. */
export interface SmsSummary extends Summary {
  sender: string;
  snippet: string;
  received_at: string;
  phone_id: string;
  phone: string;
}

/** An SMS token's index record: its numbers and the summaries of what arrived on them. */
export interface SmsIndex extends InboxIndex<SmsSummary> {
  phones: StoredPhone[];
  /** Hashes by which lately stored messages are known when they are pushed again, oldest first. */
  digests: string[];
}

/** The index of an SMS token that has received nothing yet. */
export const emptySmsIndex: SmsIndex = { sequence: 0, messages: [], phones: [], digests: [] };

export type SmsInbox = Inbox<SmsSummary, SmsIndex>;

/** Texts kept for each number, and numbers an SMS token has room for (interface section 8). */
export const smsPerPhone = 10;
export const phonesPerToken = 2;

export function createSmsInbox(
  parts: Omit<Parameters<typeof createInbox<SmsSummary, SmsIndex>>[0], "name" | "empty" | "groupOf" | "keep">,
): SmsInbox {
  return createInbox<SmsSummary, SmsIndex>({
    ...parts,
    name: "sms",
    empty: emptySmsIndex,
    groupOf: ({ phone_id }) => phone_id,
    keep: smsPerPhone,
  });
}
