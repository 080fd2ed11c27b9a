import type { MessageExtractor } from "../inbox/extraction.ts";
import type { MailMessageStore, StoredMailSummary } from "../inbox/mail-message-store.ts";
import { toEmail, toSms } from "../inbox/messages.ts";
import type { FullMessage } from "../inbox/record.ts";
import type { StoredSmsSummary } from "../inbox/sms-message-store.ts";
import type { MailboxStore } from "../store/mailboxes.ts";
import type { SmsInboxStore } from "../store/sms-inboxes.ts";
import type { QueuedMessage } from "../store/webhook-queue.ts";

interface PayloadParts {
  extractor: MessageExtractor;
  mailboxes: Pick<MailboxStore, "exists">;
  smsInboxes: Pick<SmsInboxStore, "exists">;
  /** Returns the verdict on a queued mail. */
  currentVerdictOf: MailMessageStore["currentVerdictOf"];
}

/**
 * Returns a function that builds the `data` of a webhook's payload: the message as `full=true` returns it, a mail with its current
 * verdict, and the id of its inbox. The function resolves with `null` if the inbox was deleted.
 */
export function createPayloadBuilder({ extractor, mailboxes, smsInboxes, currentVerdictOf }: PayloadParts) {
  return async ({ event, inbox: inboxId, message }: QueuedMessage): Promise<object | null> => {
    // The casts are safe: the outbox queues each message as its inbox stored it, and `event` names the kind of inbox.
    if (event === "mail") {
      if (!(await mailboxes.exists(inboxId))) return null;
      const mail = message as FullMessage<StoredMailSummary>;
      return { mailbox_id: inboxId, ...toEmail(mail, await currentVerdictOf(inboxId, mail), extractor) };
    }
    if (!(await smsInboxes.exists(inboxId))) return null;
    return { sms_id: inboxId, ...toSms(message as FullMessage<StoredSmsSummary>, extractor) };
  };
}
