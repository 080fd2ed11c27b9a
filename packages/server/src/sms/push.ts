import { createHash } from "node:crypto";
import type { Input } from "@frontdesk/contract";
import { toTimestamp } from "../clock.ts";
import type { InboxWrite, NewMessage } from "../inbox/inbox-write.ts";
import { type SmsIndex, type StoredSmsSummary, smsPerPhone } from "../inbox/sms-message-store.ts";
import { toSnippet } from "../inbox/snippet.ts";
import { Problem } from "../problem.ts";
import { createClassifier } from "./classify.ts";
import { normalizePhone } from "./phone.ts";
import { parseReceivedAt, toReceived } from "./received-at.ts";

/** A text message of a push, checked. */
export interface PushedSms {
  /** How errors name it: `messages[1]`. */
  where: string;
  /** Normalised. */
  phone: string;
  sender: string;
  body: string;
  /** Ms since 1970, as the phone said or, where it said nothing, now. */
  sentAt: number;
}

type Push = Input<"pushSms">["body"];
type PushedMessage = NonNullable<Push["messages"]>[number];

/** Every list shows the sender, so it must stay small. */
const mostSenderLength = 256;
/** Digests remembered: twice what is kept, because a phone may send its last twenty again and again. */
const digestsKept = 4 * smsPerPhone;

/** The texts of a push, every one of them checked. @throws Problem `invalid_request` naming the message and its field */
export function readPush(push: Push, now: number): PushedSms[] {
  return messagesOf(push).map((message, index) => {
    const where = `messages[${index}]`;
    const written = isBlank(message.phone) ? push.phone : message.phone;
    if (isBlank(written)) throw refuse(`${where}.phone`, "is missing, and there is none at the top level");
    const phone = normalizePhone(written);
    if (phone === null) throw refuse(`${where}.phone`, "must be a phone number of 7 to 15 digits");
    const { sender, body } = message;
    if (isBlank(sender)) throw refuse(`${where}.sender`, sender === undefined ? "is missing" : "must not be blank");
    if (sender.length > mostSenderLength)
      throw refuse(`${where}.sender`, `must have at most ${mostSenderLength} characters`);
    if (isBlank(body)) throw refuse(`${where}.body`, body === undefined ? "is missing" : "must not be blank");
    const sentAt = isAbsent(message.received_at) ? now : parseReceivedAt(message.received_at);
    if (sentAt === null)
      throw refuse(`${where}.received_at`, "must be a time as of RFC 3339, or epoch seconds or milliseconds");
    return { where, phone, sender, body, sentAt };
  });
}

/** What a push adds to an SMS token's inbox. @throws Problem `token_full` when a third number is among it */
export function toDelivery(
  texts: readonly PushedSms[],
  index: SmsIndex,
  now: number,
): { delivery: InboxWrite<StoredSmsSummary, SmsIndex>; duplicates: number } {
  const { phones, classify } = createClassifier(index.phones);
  const digests = new Set(index.digests);
  const arrivals: NewMessage<StoredSmsSummary>[] = [];
  for (const { where, phone, sender, body, sentAt } of texts) {
    const number = classify(phone, where);
    const digest = digestOf(number.id, sender, body, sentAt);
    if (digests.has(digest)) continue;
    digests.add(digest);
    const received_at = toTimestamp(toReceived(sentAt, now));
    number.last_received_at = received_at;
    arrivals.push({
      summary: { sender, snippet: toSnippet(body), received_at, phone_id: number.id, phone: number.phone },
      body,
    });
  }
  return {
    delivery:
      arrivals.length > 0
        ? { messages: arrivals, indexChanges: { phones, digests: [...digests].slice(-digestsKept) } }
        : { messages: arrivals },
    duplicates: texts.length - arrivals.length,
  };
}

/** A single message at the top level counts as a list of one. */
function messagesOf(push: Push): PushedMessage[] {
  if (push.messages) return push.messages;
  if (push.sender === undefined && push.body === undefined) throw refuse("messages", "is missing");
  return [push];
}

/** A message is known again by its number, sender, text and second, however often its phone sends it. */
function digestOf(phoneId: string, sender: string, body: string, sentAt: number): string {
  const facts = JSON.stringify([phoneId, sender, body, Math.floor(sentAt / 1000)]);
  return createHash("sha256").update(facts).digest("base64url").slice(0, 22);
}

function isAbsent<T>(value: T | null | undefined): value is null | undefined {
  return value === undefined || value === null;
}

function isBlank(value: string | null | undefined): value is "" | null | undefined {
  return isAbsent(value) || value.trim() === "";
}

function refuse(field: string, what: string): Problem {
  return new Problem("invalid_request", `\`${field}\` ${what}.`);
}
