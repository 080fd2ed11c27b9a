import type { Input } from "@frontdesk/contract";
import { toTimestamp } from "../clock.ts";
import type { InboxWrite, NewMessage } from "../inbox/inbox-write.ts";
import { type SmsIndex, type StoredSmsSummary, smsPerPhone } from "../inbox/sms-message-store.ts";
import { toSnippet } from "../inbox/snippet.ts";
import { Problem } from "../problem.ts";
import { createPhoneClassifier } from "./classify.ts";
import { toKeyedDigest, toMessageDigest } from "./message-digest.ts";
import { normalizePhone } from "./phone.ts";
import { clampReceivedAt, parseReceivedAt } from "./received-at.ts";

/** An SMS message of a push, after validation. */
export interface CheckedSms {
  /** Name in errors: `messages[1]`. */
  field: string;
  /** Normalised. */
  phone: string;
  sender: string;
  body: string;
  /** Time from the phone, or of the push if it sent none. Ms since 1970. */
  sentAt: number;
}

type Push = Input<"pushSms">["body"];
type PushedMessage = NonNullable<Push["messages"]>[number];

/** Limited because every list includes the sender. */
const maxSenderLength = 256;
/** Twice the messages kept by an inbox, because an app may push its last twenty repeatedly. */
const maxDigests = 4 * smsPerPhone;

/**
 * Validates all messages of a push. One without a number of its own has that of the push.
 *
 * @throws Problem `invalid_request` naming the message and its field
 */
export function readPush(push: Push, now: number): CheckedSms[] {
  return messagesOf(push).map((message, index) => {
    const field = `messages[${index}]`;
    const writtenPhone = isBlank(message.phone) ? push.phone : message.phone;
    if (isBlank(writtenPhone)) throw invalidField(`${field}.phone`, "is missing, also at the top level");
    const phone = normalizePhone(writtenPhone);
    if (phone === null) throw invalidField(`${field}.phone`, "must be a phone number of 7 to 15 digits");
    const { sender, body } = message;
    if (isBlank(sender))
      throw invalidField(`${field}.sender`, sender === undefined ? "is missing" : "must not be blank");
    if (sender.length > maxSenderLength)
      throw invalidField(`${field}.sender`, `must have at most ${maxSenderLength} characters`);
    if (isBlank(body)) throw invalidField(`${field}.body`, body === undefined ? "is missing" : "must not be blank");
    const sentAt = isAbsent(message.received_at) ? now : parseReceivedAt(message.received_at);
    if (sentAt === null)
      throw invalidField(`${field}.received_at`, "must be an RFC 3339 time, or epoch seconds or milliseconds");
    return { field, phone, sender, body, sentAt };
  });
}

/**
 * Returns the new messages of a push, and the inbox's numbers and digests with what the push changes. Messages whose digest the
 * inbox has already are duplicates. Digests are HMACs with `key`; those that an earlier version stored without it are converted first.
 * `via` says who sent the messages: `phone`, or a provider's name.
 *
 * @throws Problem `token_full` if a number of the push would be the inbox's third
 */
export function toInboxWrite(
  pushed: readonly CheckedSms[],
  index: SmsIndex,
  { now, via, key }: { now: number; via: string; key: Buffer },
): { inboxWrite: InboxWrite<StoredSmsSummary, SmsIndex>; duplicates: number } {
  const { phones, classify } = createPhoneClassifier(index.phones);
  const digests = new Set(index.digests.map((digest) => toKeyedDigest(digest, key)));
  const messages: NewMessage<StoredSmsSummary>[] = [];
  for (const { field, phone, sender, body, sentAt } of pushed) {
    const storedPhone = classify(phone, field);
    const digest = toMessageDigest({ phoneId: storedPhone.id, sender, body, sentAt }, key);
    const wasPushedBefore = digests.has(digest);
    if (wasPushedBefore) continue;
    digests.add(digest);
    const received_at = toTimestamp(clampReceivedAt(sentAt, now));
    // Changes an entry of `phones`, which is a copy.
    const isLatest = received_at > (storedPhone.last_received_at ?? "");
    if (isLatest) storedPhone.last_received_at = received_at;
    const { id: phone_id, phone: knownPhone } = storedPhone;
    messages.push({
      summary: { sender, snippet: toSnippet(body), received_at, phone_id, phone: knownPhone, via },
      body,
    });
  }
  return {
    inboxWrite:
      messages.length > 0
        ? { messages, indexChanges: { phones, digests: [...digests].slice(-maxDigests) } }
        : { messages },
    duplicates: pushed.length - messages.length,
  };
}

/** Returns the messages of a push. A single message at the top level counts as a list of one. */
function messagesOf(push: Push): PushedMessage[] {
  if (push.messages) return push.messages;
  if (push.sender === undefined && push.body === undefined) throw invalidField("messages", "is missing");
  return [push];
}

/** Returns whether a field is missing or `null`. */
function isAbsent<T>(value: T | null | undefined): value is null | undefined {
  return value === undefined || value === null;
}

/** Returns whether a text is absent, empty or only white space. */
function isBlank(value: string | null | undefined): value is "" | null | undefined {
  return isAbsent(value) || value.trim() === "";
}

/** Returns the error for one field: "`messages[1].body` is missing." */
function invalidField(field: string, problem: string): Problem {
  return new Problem("invalid_request", `\`${field}\` ${problem}.`);
}
