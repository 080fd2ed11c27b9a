import { toUSVString } from "node:util";
import { maxEntries } from "@frontdesk/basics";
import { LRUCache } from "lru-cache";
import type { Services } from "../context.ts";
import { initialIndexWrite } from "../inbox/record.ts";
import { emptySmsIndex, type SmsIndex } from "../inbox/sms-message-store.ts";
import { Problem } from "../problem.ts";
import { toStoredPhone } from "../sms/classify.ts";
import { isSamePhone, normalizePhone } from "../sms/phone.ts";
import { toInboxWrite } from "../sms/push.ts";
import { mapInChunks } from "../text/chunked.ts";
import { type ProviderAccess, requireChannel } from "./access.ts";
import type { OutgoingSms } from "./outgoing.ts";
import { ProviderError } from "./provider-error.ts";

/** SMS inboxes among which the one with a number is looked for. An account has five, unless the operator allows more. */
const maxSearchedInboxes = 1_000;
/** Numbers whose SMS inbox is remembered. */
const maxKnownNumbers = 10_000;
/** Characters of a sender that lists show. */
const maxSenderLength = 256;

/**
 * Returns whether a text is a number in international form, as providers require it (`+15550100001`), that an SMS inbox can
 * have: at least seven digits must follow the country code, because inboxes store numbers without it.
 */
export function isPhoneNumber(text: string): boolean {
  const isInternational = /^\+[1-9]\d{6,14}$/.test(text);
  // `null` if fewer than seven digits follow the country code.
  return isInternational && normalizePhone(text) !== null;
}

/** How an SMS came: for the message, and for the log. */
interface SmsOrigin {
  via: string;
  client: string;
}

interface SmsToStore extends Pick<OutgoingSms, "sender" | "body">, Pick<SmsOrigin, "via"> {
  /** Normalised. */
  phone: string;
}

/** Creates the sender of SMS. It remembers which SMS inbox has a number. */
export function createSmsSender({
  sms,
  smsInboxes,
  accounts,
  limits,
  clock,
  log,
  metrics,
  loadSmsDigestKey,
}: Services) {
  /** Ids of SMS inboxes by account and number. An entry is checked at each use. */
  const inboxIdByNumber = new LRUCache<string, string>(maxEntries(maxKnownNumbers));
  /** Registrations that are running, by account and number, so that two SMS to a new number register one inbox. */
  const registrations = new Map<string, Promise<string | null>>();

  return { send };

  /**
   * Stores an SMS in an SMS inbox of the caller. For a number that no inbox has, registers one if the caller may;
   * otherwise the SMS is dropped, as a real provider does.
   */
  async function send(message: OutgoingSms, access: ProviderAccess, { via, client }: SmsOrigin): Promise<void> {
    requireChannel(access, "sms");
    const phone = normalizePhone(message.to);
    if (phone === null) throw new ProviderError("invalid", `${message.to} is not a phone number.`, { field: "to" });
    const find = access.mayRegisterInbox ? findOrRegister : findInbox;
    // An SMS key delivers to its own inbox, whatever the number.
    const inbox = access.smsInboxId ?? (await find(phone, access));
    if (inbox !== null) await store(inbox, { phone, via, ...message });
    log.info(inbox === null ? "SMS dropped: no SMS inbox has its number" : "SMS received", {
      sms_token: inbox,
      client,
    });
  }

  /**
   * Stores the message in an SMS inbox. An SMS that a phone pushes again is recognized by a digest. A provider's SDK does not push
   * again, so here the message is compared with no earlier one, and adds no digest.
   */
  async function store(inbox: string, { phone, via, sender, body }: SmsToStore): Promise<void> {
    const now = clock.now();
    const key = await loadSmsDigestKey();
    const checkedSms = {
      field: "to", // for errors about the number, which is known to be valid here
      phone,
      // JSON can hold half a character, and cutting can leave one. No text in UTF-8 can.
      sender: toUSVString(sender.slice(0, maxSenderLength)),
      body: toUSVString(body),
      sentAt: now,
    };
    const delivered = await sms.deliver([inbox], (_id, index) => {
      const indexToCompare = { ...index, digests: [] };
      const { inboxWrite } = toInboxWrite([checkedSms], indexToCompare, { now, via, key });
      return { ...inboxWrite, indexChanges: { ...inboxWrite.indexChanges, digests: index.digests } };
    });
    if (delivered.length === 0) throw new ProviderError("not_found", "This SMS inbox was deleted just now.");
    const [stored, duplicates] = [1, 0];
    metrics.recordSms(stored, duplicates);
  }

  /**
   * Returns the account's SMS inbox that has the number, or `null`. Looks for it among a thousand at most, because each is a
   * read. An account has five, unless the operator allows more. Remembers the result.
   */
  async function findInbox(phone: string, { account }: ProviderAccess): Promise<string | null> {
    const key = toCacheKey(account, phone);
    const cachedId = inboxIdByNumber.get(key);
    if (cachedId !== undefined && (await isAttached(cachedId, phone, account))) return cachedId;
    const { records } = await smsInboxes.page(account, { limit: maxSearchedInboxes });
    const matches = await mapInChunks(records, async ({ id }) => hasNumber(await sms.index(id), phone));
    const inbox = records.find((_record, index) => matches[index]);
    if (inbox === undefined) return null;
    inboxIdByNumber.set(key, inbox.id);
    return inbox.id;
  }

  /** Returns whether an SMS inbox still exists, belongs to the account and has the number. */
  async function isAttached(id: string, phone: string, account: string): Promise<boolean> {
    const isOwn = (await smsInboxes.find(id))?.account === account;
    return isOwn && hasNumber(await sms.index(id), phone);
  }

  /**
   * Returns the account's SMS inbox that has the number, or registers one; `null` if the account may have no more of them. Calls at the
   * same time share one registration.
   */
  async function findOrRegister(phone: string, access: ProviderAccess): Promise<string | null> {
    const key = toCacheKey(access.account, phone);
    const findElseRegister = async () => (await findInbox(phone, access)) ?? (await register(phone, access.account));
    const running = registrations.get(key) ?? findElseRegister().finally(() => registrations.delete(key));
    registrations.set(key, running);
    return running;
  }

  /** Registers an SMS inbox with the number and returns its id; `null` if the account has reached its limit of them. */
  async function register(phone: string, account: string): Promise<string | null> {
    try {
      // Called under the account's lock. Reads the account again, because its limit may have been changed.
      const limit = async () => limits.smsInboxes(await accounts.get(account));
      const { id } = await smsInboxes.register(account, limit, (id) => [
        initialIndexWrite(id, { ...emptySmsIndex, phones: [toStoredPhone(phone)] }),
      ]);
      return id;
    } catch (error) {
      const isLimitReached = error instanceof Problem && error.code === "limit_reached";
      if (!isLimitReached) throw error;
      return null;
    }
  }
}

const toCacheKey = (account: string, phone: string) => `${account} ${phone}`;

function hasNumber({ phones }: SmsIndex, phone: string): boolean {
  return phones.some((entry) => isSamePhone(entry.phone, phone));
}
