import type { Schemas } from "@frontdesk/contract";
import { phonesPerSmsInbox, type SmsIndex, type StoredSmsSummary } from "../inbox/sms-message-store.ts";

/** Converts a stored summary to the form of lists, without internal fields. */
export function toSmsSummary(summary: StoredSmsSummary): Schemas["SmsSummary"] {
  const { id, sender, snippet, received_at, phone_id, phone, via } = summary;
  return { id, sender, snippet, received_at, phone_id, phone, ...(via && { via }) };
}

/** Returns the numbers of an SMS inbox, and whether it has reached their limit (`token_full`: the API calls the inbox a token). */
export function toPhoneList(index: SmsIndex): { phones: Schemas["Phone"][]; token_full: boolean } {
  const phones = index.phones.map(({ id, phone, last_received_at }) => ({
    id,
    phone,
    message_count: index.messages.filter(({ phone_id }) => phone_id === id).length,
    last_received_at,
  }));
  return { phones, token_full: phones.length >= phonesPerSmsInbox };
}
