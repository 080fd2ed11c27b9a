import type { Schemas } from "@frontdesk/contract";
import type { MessageExtractor } from "./extraction.ts";
import type { StoredMailSummary } from "./mail-message-store.ts";
import type { FullMessage } from "./record.ts";
import type { StoredSmsSummary } from "./sms-message-store.ts";
import type { Authenticated } from "./verdicts.ts";

/** Converts a stored mail to the form of responses and hooks: without internal fields, with the verdict on its sender, links and codes. */
export function toEmail(
  mail: FullMessage<StoredMailSummary>,
  authenticated: Authenticated,
  extractor: MessageExtractor,
): Schemas["Email"] {
  const { id, subject, sender, recipient, received_at, via, body, truncated } = mail;
  // The API omits a field without a value.
  const optional = { ...(via && { via }), ...(truncated && { truncated }) };
  return { id, subject, sender, recipient, received_at, authenticated, body, ...optional, ...extractor.fromMail(mail) };
}

/** Converts a stored SMS to the form of responses and hooks: without internal fields, with links and codes. */
export function toSms(sms: FullMessage<StoredSmsSummary>, extractor: MessageExtractor): Schemas["Sms"] {
  const { id, sender, body, received_at, phone_id, phone, via } = sms;
  return { id, sender, body, received_at, phone_id, phone, ...(via && { via }), ...extractor.fromSms(sms) };
}
