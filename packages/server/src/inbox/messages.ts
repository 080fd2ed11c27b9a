import type { Schemas } from "@frontdesk/contract";
import type { Extractor } from "./extraction.ts";
import type { StoredMailSummary } from "./mail-message-store.ts";
import type { FullMessage } from "./record.ts";
import type { StoredSmsSummary } from "./sms-message-store.ts";

// Whole messages as answers and hooks show them: without what only the store needs, with what stands in them.

export function toEmail(mail: FullMessage<StoredMailSummary>, { fromMail: inMail }: Extractor): Schemas["Email"] {
  const { id, subject, sender, recipient, received_at, body, truncated } = mail;
  return { id, subject, sender, recipient, received_at, body, ...(truncated && { truncated }), ...inMail(mail) };
}

export function toSms(text: FullMessage<StoredSmsSummary>, { fromSms: inText }: Extractor): Schemas["Sms"] {
  const { id, sender, body, received_at, phone_id, phone } = text;
  return { id, sender, body, received_at, phone_id, phone, ...inText(text) };
}
