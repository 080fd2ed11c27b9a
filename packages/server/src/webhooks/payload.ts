import type { Extractor } from "../inbox/extraction.ts";
import type { StoredMailSummary } from "../inbox/mail-message-store.ts";
import { toEmail, toSms } from "../inbox/messages.ts";
import type { FullMessage } from "../inbox/record.ts";
import type { StoredSmsSummary } from "../inbox/sms-message-store.ts";
import type { MailboxStore } from "../store/mailboxes.ts";
import type { SmsInboxStore } from "../store/sms-inboxes.ts";
import type { QueuedMessage } from "../store/webhook-queue.ts";

interface PayloadParts {
  extractor: Extractor;
  mailboxes: Pick<MailboxStore, "exists">;
  smsInboxes: Pick<SmsInboxStore, "exists">;
}

/**
 * Returns a function that builds the payload's `data`: the message as `full=true` returns it, and its inbox's id. It resolves
 * with `null` if the inbox was deleted.
 */
export function createPayloadBuilder({ extractor, mailboxes, smsInboxes }: PayloadParts) {
  return async ({ event, inbox, message }: QueuedMessage): Promise<object | null> => {
    // The casts are true because the outbox queues messages as this kind of inbox stores them.
    if (event === "mail") {
      if (!(await mailboxes.exists(inbox))) return null;
      return { mailbox_id: inbox, ...toEmail(message as FullMessage<StoredMailSummary>, extractor) };
    }
    if (!(await smsInboxes.exists(inbox))) return null;
    return { sms_id: inbox, ...toSms(message as FullMessage<StoredSmsSummary>, extractor) };
  };
}
