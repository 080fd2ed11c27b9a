import type { Schemas } from "@frontdesk/contract";
import type { Extractor } from "../inbox/extraction.ts";
import type { StoredMailSummary } from "../inbox/mail-message-store.ts";
import { toEmail, toSms } from "../inbox/messages.ts";
import type { FullMessage } from "../inbox/record.ts";
import type { StoredSmsSummary } from "../inbox/sms-message-store.ts";
import type { StoredAgentKey } from "../store/agent-keys.ts";
import type { MailboxStore } from "../store/mailboxes.ts";
import type { SmsInboxStore } from "../store/sms-inboxes.ts";
import type { QueuedMessage } from "../store/webhook-queue.ts";

export const scopeOf = { mail: "mailbox:read", sms: "sms:read" } as const satisfies Record<
  Schemas["WebhookEvent"],
  string
>;

/** Whether a webhook of this key may be sent messages of these kinds. */
export function mayBeSent(
  key: StoredAgentKey | null,
  events: readonly Schemas["WebhookEvent"][],
  now: number,
): boolean {
  if (!key || (key.expiry !== null && Date.parse(key.expiry) <= now)) return false;
  const { scopes } = key;
  return scopes === null || events.every((event) => scopes.includes(scopeOf[event]));
}

interface PayloadParts {
  extractor: Extractor;
  mailboxes: Pick<MailboxStore, "exists">;
  smsInboxes: Pick<SmsInboxStore, "exists">;
}

/** The message as an answer with `full=true` has it, and whose it is; `null` where that was deleted. */
export function createPayloadBuilder({ extractor, mailboxes, smsInboxes }: PayloadParts) {
  return async ({ event, inbox, message }: QueuedMessage): Promise<object | null> => {
    // The outbox put there what this kind of inbox had stored.
    if (event === "mail")
      return (await mailboxes.exists(inbox))
        ? { mailbox_id: inbox, ...toEmail(message as FullMessage<StoredMailSummary>, extractor) }
        : null;
    return (await smsInboxes.exists(inbox))
      ? { sms_id: inbox, ...toSms(message as FullMessage<StoredSmsSummary>, extractor) }
      : null;
  };
}
