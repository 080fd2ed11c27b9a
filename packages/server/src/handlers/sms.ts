import type { Handlers, Output, Schemas } from "@frontdesk/contract";
import type { Contexts, InboxContext, Services } from "../context.ts";
import { toSms } from "../inbox/messages.ts";
import type { MessagePage } from "../inbox/page.ts";
import type { StoredSmsSummary } from "../inbox/sms-message-store.ts";
import { Problem } from "../problem.ts";
import { type CheckedSms, readPush, toInboxWrite } from "../sms/push.ts";
import { toPhoneList, toSmsSummary } from "../sms/records.ts";
import { fromSmsGate } from "../sms/smsgate.ts";
import { toCursorFields, toReadOptions } from "./recent.ts";

/** Reading and filling one SMS token, with its own key. */
export const smsOperations = {
  async getRecentSms({ query }, context) {
    const page = await context.sms.read(context.inboxId, toReadOptions(query, context));
    return {
      messages: page.messages.map((row) => toRecentSms(row, context)),
      ...toPhoneList(page.index),
      ...toCursorFields(page),
    };
  },

  async getSms({ path }, { inboxId, sms, extractor }) {
    const message = await sms.message(inboxId, path.id);
    if (!message)
      throw new Problem(
        "not_found",
        "There is no text with this id on this SMS token; only the latest ten of each number are kept.",
      );
    return { message: toSms(message, extractor) };
  },

  async pushSms({ body }, context) {
    return storePush(readPush(body, context.clock.now()), context);
  },

  async pushFromSmsGate({ body, query }, context) {
    return storePush(readPush(fromSmsGate(body, query), context.clock.now()), context);
  },
} satisfies Partial<Handlers<Contexts>>;

function toRecentSms(
  row: MessagePage<StoredSmsSummary>["messages"][number],
  { extractor }: Services,
): Schemas["RecentSms"] {
  const { body } = row;
  return { ...toSmsSummary(row), ...(body === undefined ? {} : { body, ...extractor.fromSms({ ...row, body }) }) };
}

/** Stores the texts of one push, all or none. */
async function storePush(texts: CheckedSms[], context: InboxContext): Promise<Output<"pushSms">> {
  const { sms, inboxId, clock, authorize, log, metrics } = context;
  let duplicates: number | null = null;
  await sms.deliver([inboxId], (_id, index) => {
    const { inboxWrite, ...counted } = toInboxWrite(texts, index, clock.now());
    duplicates = counted.duplicates;
    return inboxWrite;
  });
  // Not asked to compose: the token was deleted since its key was checked, which this turns into a 401.
  if (duplicates === null) await authorize();
  const counts = { stored: texts.length - (duplicates ?? 0), duplicates: duplicates ?? 0 };
  metrics.recordSms(counts.stored, counts.duplicates);
  log.info("Texts came in", { sms_token: inboxId, ...counts });
  return {
    ...counts,
    ...toPhoneList(await sms.index(inboxId)),
  };
}
