import type { Schemas } from "@frontdesk/contract";
import type { Findings } from "./findings.ts";
import type { MailSummary } from "./mail.ts";
import type { Whole } from "./record.ts";
import type { SmsSummary } from "./sms.ts";

// Whole messages as answers and hooks show them: without what only the store needs, with what stands in them.

export function toEmail(mail: Whole<MailSummary>, { inMail }: Findings): Schemas["Email"] {
  const { id, subject, sender, recipient, received_at, body, truncated } = mail;
  return { id, subject, sender, recipient, received_at, body, ...(truncated && { truncated }), ...inMail(mail) };
}

export function toSms(text: Whole<SmsSummary>, { inText }: Findings): Schemas["Sms"] {
  const { id, sender, body, received_at, phone_id, phone } = text;
  return { id, sender, body, received_at, phone_id, phone, ...inText(text) };
}
