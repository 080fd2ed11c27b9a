import type { Handlers, Schemas } from "@frontdesk/contract";
import type { Contexts, Services } from "../context.ts";
import { initialIndexWrite } from "../inbox/record.ts";
import { emptySmsIndex } from "../inbox/sms-message-store.ts";
import { Problem } from "../problem.ts";
import { toStoredPhone } from "../sms/classify.ts";
import { normalizePhone } from "../sms/phone.ts";
import { toPhoneList, toSmsSummary } from "../sms/records.ts";
import { countWithRecords } from "../store/owned-list.ts";
import type { StoredSmsInbox } from "../store/sms-inboxes.ts";
import { mapInChunks } from "../text/chunked.ts";
import { recordReturned, toEventOf } from "./audit.ts";

/** Operations on SMS inboxes, authenticated with an agent key. */
export const smsInboxOperations = {
  /** Registers an SMS inbox, with a first phone number if the body has one. @throws Problem `limit_reached` or `invalid_request` */
  async registerSmsInbox({ body }, services) {
    const { account, accounts, limits, smsInboxes } = services;
    const phone = body.phone === undefined ? undefined : normalizePhone(body.phone);
    if (phone === null) throw new Problem("invalid_request", "`phone` must be a phone number of 7 to 15 digits.");
    // The first number is stored in the same commit as the inbox. The store reads the limit under the account's lock.
    const smsInbox = await smsInboxes.register(
      account.id,
      async () => limits.smsInboxes(await accounts.get(account.id)),
      (id) =>
        phone === undefined ? [] : [initialIndexWrite(id, { ...emptySmsIndex, phones: [toStoredPhone(phone)] })],
    );
    return { sms_token: await toSmsInboxRecord(smsInbox, services) };
  },

  /**
   * Returns the account's SMS inboxes, all or a page of them, with the number of inboxes that it has and may have. For old clients, also
   * lists the phone numbers of these inboxes together (`phones`).
   */
  async listSmsInboxes({ query }, services) {
    const { account, limits, smsInboxes } = services;
    const page = await smsInboxes.page(account.id, query);
    const { records: stored, ...nextCursor } = page;
    const records = await mapInChunks(stored, (smsInbox) => toSmsInboxRecord(smsInbox, services));
    return {
      sms_tokens: records,
      phones: toLegacyPhones(records),
      limit: limits.smsInboxes(account),
      used: await countWithRecords(page, query, () => smsInboxes.count(account.id)),
      ...nextCursor,
    };
  },

  /** Returns the newest SMS messages of an inbox, or of one of its numbers, without bodies. Recorded in the audit log. */
  async listSmsInboxMessages(input, context) {
    const { account, smsInboxes, sms } = context;
    const { id } = await smsInboxes.getOwned(input.path.id, account.id);
    const { limit, phone_id } = input.query;
    const { messages, phones } = await sms.index(id);
    if (phone_id !== undefined && !phones.some((phone) => phone.id === phone_id))
      throw new Problem("not_found", "There is no number with this `phone_id` in this SMS inbox.");
    const messagesOfPhone = messages.filter((message) => phone_id === undefined || message.phone_id === phone_id);
    // The index has the oldest first.
    const newest = messagesOfPhone.slice(-limit).reverse();
    recordReturned(context, "sms", id, newest);
    return { messages: newest.map(toSmsSummary) };
  },

  /** Gives an SMS inbox a new key. The old one is invalid at once. */
  async rotateSmsInboxKey({ path }, context) {
    const toEvent = toEventOf(context, "secret.rotated", "sms");
    const smsInbox = await context.smsInboxes.rotate(path.id, context.account.id, toEvent);
    return { sms_token: await toSmsInboxRecord(smsInbox, context) };
  },

  /** Deletes an SMS inbox with its messages. Its webhooks and undelivered webhook messages are deleted in the background. */
  async deleteSmsInbox({ path }, { account, webhookDispatcher, smsInboxes }) {
    await smsInboxes.remove(path.id, account.id);
    webhookDispatcher.onInboxDeleted(account.id, path.id);
    return {};
  },
} satisfies Partial<Handlers<Contexts>>;

/** Returns the public record of an SMS inbox, with its phone numbers. */
export async function toSmsInboxRecord(smsInbox: StoredSmsInbox, { sms }: Services): Promise<Schemas["SmsInbox"]> {
  const { id, token, created_at } = smsInbox;
  const index = await sms.index(id);
  return { id, token, ...toPhoneList(index), message_count: index.messages.length, created_at };
}

/** Returns the numbers of all inboxes in one list, for clients older than SMS inboxes. */
function toLegacyPhones(smsInboxes: Schemas["SmsInbox"][]): Schemas["LegacyPhone"][] {
  return smsInboxes.flatMap(({ id: sms_id, phones }) =>
    phones.map(({ id, phone, message_count }) => ({ id, phone, sms_id, message_count })),
  );
}
