import type { Handlers, Output, Schemas } from "@frontdesk/contract";
import type { Contexts, InboxContext, Services } from "../context.ts";
import { toSms } from "../inbox/messages.ts";
import type { MessagePage } from "../inbox/page.ts";
import type { StoredSmsSummary } from "../inbox/sms-message-store.ts";
import { Problem } from "../problem.ts";
import { type CheckedSms, readPush, toInboxWrite } from "../sms/push.ts";
import { toPhoneList, toSmsSummary } from "../sms/records.ts";
import { fromSmsGate } from "../sms/smsgate.ts";
import { prepareRecordReturned } from "./audit.ts";
import { toCursorFields, toReadOptions } from "./recent.ts";

/** Operations that read and fill one SMS inbox, authenticated with its SMS key. */
export const smsOperations = {
  /**
   * Returns the newest SMS messages of the inbox, or those after a cursor, and the inbox's phone numbers. With `wait`, this is a long
   * poll.
   */
  async getRecentSms({ query }, context) {
    const readOptions = toReadOptions(query, context);
    // Called before the read, during which the inbox may be deleted: the audit log needs its account.
    const recordReturned = await prepareRecordReturned(context, "sms");
    const page = await context.sms.read(context.inboxId, readOptions);
    recordReturned(page.messages);
    return {
      messages: page.messages.map((message) => toRecentSms(message, context)),
      ...toPhoneList(page.index),
      ...toCursorFields(page),
    };
  },

  /** Returns one SMS of the inbox with its body, links and codes. Recorded in the audit log. */
  async getSms({ path }, context) {
    const { inboxId, sms, extractor } = context;
    // Called before the read, during which the inbox may be deleted: the audit log needs its account.
    const recordReturned = await prepareRecordReturned(context, "sms");
    const message = await sms.message(inboxId, path.id);
    if (!message)
      throw new Problem(
        "not_found",
        "There is no SMS with this id in this SMS inbox; it keeps the latest ten of each number.",
      );
    recordReturned([message]);
    return { message: toSms(message, extractor) };
  },

  async pushSms({ body }, context) {
    return storePush(readPush(body, context.clock.now()), context);
  },

  async pushFromSmsGate({ body, query }, context) {
    return storePush(readPush(fromSmsGate(body, query), context.clock.now()), context);
  },
} satisfies Partial<Handlers<Contexts>>;

/** Returns an SMS of a response; with body, links and codes if the request was for full messages. */
function toRecentSms(
  message: MessagePage<StoredSmsSummary>["messages"][number],
  { extractor }: Services,
): Schemas["RecentSms"] {
  const { body } = message;
  if (body === undefined) return toSmsSummary(message);
  return { ...toSmsSummary(message), body, ...extractor.fromSms({ ...message, body }) };
}

/**
 * Stores the SMS messages that a phone pushed in one request, all or none. Skips those whose digest shows that it pushed them before.
 * Returns how many were stored and how many were duplicates, and the inbox's phone numbers.
 */
async function storePush(messages: CheckedSms[], context: InboxContext): Promise<Output<"pushSms">> {
  const { sms, inboxId, clock, authorize, log, metrics, loadSmsDigestKey } = context;
  const digestKey = await loadSmsDigestKey();
  /** `null` until the inbox's index was read. */
  let duplicates: number | null = null;
  await sms.deliver([inboxId], (_id, index) => {
    const result = toInboxWrite(messages, index, { now: clock.now(), via: "phone", key: digestKey });
    duplicates = result.duplicates;
    return result.inboxWrite;
  });
  // `null` if the callback was not called: the inbox was deleted after the key check. `authorize()` throws the 401.
  if (duplicates === null) await authorize();
  const counts = { stored: messages.length - (duplicates ?? 0), duplicates: duplicates ?? 0 };
  metrics.recordSms(counts.stored, counts.duplicates);
  log.info("SMS received", { sms_token: inboxId, ...counts });
  return {
    ...counts,
    ...toPhoneList(await sms.index(inboxId)),
  };
}
