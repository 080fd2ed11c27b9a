import type { Schemas } from "@frontdesk/contract";
import type { MessageExtractor } from "./inbox/extraction.ts";
import type { StoredMailSummary } from "./inbox/mail-message-store.ts";
import { toEmail, toSms } from "./inbox/messages.ts";
import type { FullMessage } from "./inbox/record.ts";
import type { StoredSmsSummary } from "./inbox/sms-message-store.ts";
import type { Authenticated } from "./inbox/verdicts.ts";
import type { Log } from "./log.ts";
import type { RejectedRecipient } from "./store/rejected-mail.ts";

/** A message that this server has stored durably. */
export type ReceivedMessage =
  | { channel: "mail"; mailboxId: string; message: Schemas["Email"] }
  | { channel: "sms"; smsTokenId: string; message: Schemas["Sms"] };

/** Callbacks of a program that embeds the server. Errors that they throw, or reject with, are logged and affect no request. */
export interface ServerHooks {
  /** Called with each message that was received through this server. */
  onMessage?: ((received: ReceivedMessage) => void) | undefined;
  /** Called with each recipient that this server rejected. */
  onRejected?: ((rejected: Pick<RejectedRecipient, "recipient" | "reason">) => void) | undefined;
}

export type SafeHooks = ReturnType<typeof createSafeHooks>;

/**
 * Wraps an embedding program's hooks for the message stores and the mail intake. Stored messages are converted to the API's form,
 * and errors of hooks are logged. The result is `undefined` for hooks that are not set.
 */
export function createSafeHooks({ onMessage, onRejected }: ServerHooks, extractor: MessageExtractor, log: Log) {
  /**
   * Calls a hook and logs its error, also if it is an `async` function. The message is stored by now, so a broken hook must not make its
   * delivery fail, or end the process. Does not wait for the hook.
   */
  function callSafely(name: string, call: () => unknown) {
    const logError = (error: unknown) => log.error(`The hook ${name} failed`, error);
    try {
      Promise.resolve(call()).catch(logError);
    } catch (error) {
      logError(error);
    }
  }
  return {
    onMail:
      onMessage &&
      ((mailboxId: string, mails: readonly FullMessage<StoredMailSummary>[]) => {
        for (const mail of mails) {
          const authenticated = toVerdict(mail.authenticated);
          callSafely("onMessage", () =>
            onMessage({ channel: "mail", mailboxId, message: toEmail(mail, authenticated, extractor) }),
          );
        }
      }),
    onSms:
      onMessage &&
      ((smsTokenId: string, messages: readonly FullMessage<StoredSmsSummary>[]) => {
        for (const sms of messages)
          callSafely("onMessage", () => onMessage({ channel: "sms", smsTokenId, message: toSms(sms, extractor) }));
      }),
    onRejected:
      onRejected &&
      ((rejected: Pick<RejectedRecipient, "recipient" | "reason">) =>
        callSafely("onRejected", () => onRejected(rejected))),
  };
}

/**
 * Returns what a hook gets as the verdict on a sender. It is called as soon as the mail is stored, so perhaps before the check
 * ends.
 */
function toVerdict(stored: StoredMailSummary["authenticated"]): Authenticated {
  // The mail is not checked. Any value but a text says that its check still runs.
  if (stored === undefined) return "none";
  return typeof stored === "string" ? stored : "pending";
}
