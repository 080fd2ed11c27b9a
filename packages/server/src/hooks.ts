import type { Schemas } from "@frontdesk/contract";
import type { Extractor } from "./inbox/extraction.ts";
import type { StoredMailSummary } from "./inbox/mail-message-store.ts";
import { toEmail, toSms } from "./inbox/messages.ts";
import type { FullMessage } from "./inbox/record.ts";
import type { StoredSmsSummary } from "./inbox/sms-message-store.ts";
import type { Log } from "./log.ts";
import type { RejectedRecipient } from "./smtp/rejected-mail.ts";

/** A message that this server has stored, durably. */
export type ReceivedMessage =
  | { channel: "mail"; mailboxId: string; message: Schemas["Email"] }
  | { channel: "sms"; smsTokenId: string; message: Schemas["Sms"] };

/** What a program that embeds the server is told, as it happens. What a hook throws is logged, and disturbs no one. */
export interface ServerHooks {
  /** Of each message that came in through this server. */
  onMessage?: ((arrival: ReceivedMessage) => void) | undefined;
  /** Called with each recipient that this server rejected. */
  onRejected?: ((rejected: Pick<RejectedRecipient, "recipient" | "reason">) => void) | undefined;
}

export type SafeHooks = ReturnType<typeof createSafeHooks>;

/** The hooks as the inboxes and the mail's intake call them; `undefined` where there is none. */
export function createSafeHooks({ onMessage, onRejected }: ServerHooks, extractor: Extractor, log: Log) {
  const callSafely = (what: string, act: () => void) => {
    try {
      act();
    } catch (error) {
      log.error(`The hook ${what} failed`, error);
    }
  };
  return {
    onMails:
      onMessage &&
      ((mailboxId: string, mails: readonly FullMessage<StoredMailSummary>[]) => {
        for (const mail of mails)
          callSafely("onMessage", () => onMessage({ channel: "mail", mailboxId, message: toEmail(mail, extractor) }));
      }),
    onTexts:
      onMessage &&
      ((smsTokenId: string, texts: readonly FullMessage<StoredSmsSummary>[]) => {
        for (const text of texts)
          callSafely("onMessage", () => onMessage({ channel: "sms", smsTokenId, message: toSms(text, extractor) }));
      }),
    onRejected:
      onRejected &&
      ((rejected: Pick<RejectedRecipient, "recipient" | "reason">) =>
        callSafely("onRejected", () => onRejected(rejected))),
  };
}
