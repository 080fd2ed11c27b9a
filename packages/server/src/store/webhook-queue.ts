import type { Schemas } from "@frontdesk/contract";
import type { Kv, Locks, Write } from "../storage/types.ts";
import { mapInChunks } from "../text/chunked.ts";

/** A message to be sent to a webhook, as it was when it arrived. */
export interface QueuedMessage {
  /** Identifies the message to the receiver; the same for every attempt. */
  id: string;
  event: Schemas["WebhookEvent"];
  inbox: string;
  /** The full message as the inbox stored it. */
  message: object;
  /** Time of arrival, ms since 1970. */
  at: number;
}

/** State of one webhook's queue. Each message has a key of its own, by its number. Numbers are never reused. */
export interface QueueHead {
  /** Number of the oldest message that may still be queued. */
  first: number;
  /** Number of the next message to be queued. */
  next: number;
  /** Failed attempts in a row. */
  failures: number;
  /** Time of the next attempt, ms since 1970; 0 for at once. */
  due: number;
  /** The latest attempts, newest first. */
  deliveries: Schemas["WebhookDelivery"][];
}

/** Maximum number of queued messages of one webhook; above, the oldest is dropped. */
const maxQueued = 10_000;
/** The latest attempts, which each batch writes again. */
const maxDeliveriesShown = 20;

export const webhookKey = (id: string) => `webhook:${id}`;
export const webhookLock = (id: string) => `webhook:${id}`;
const headKey = (webhookId: string) => `webhook-queue:${webhookId}`;
const itemKey = (webhookId: string, number: number) => `webhook-queue:${webhookId}:${number}`;
const emptyHead: QueueHead = { first: 0, next: 0, failures: 0, due: 0, deliveries: [] };

/** Returns the state of a queue; that of an empty one if the webhook has none yet. */
export const readQueueHead = async (kv: Kv, webhookId: string) =>
  (await kv.get<QueueHead>(headKey(webhookId))) ?? emptyHead;

/**
 * Returns the writes that append messages to a webhook's queue and drop the oldest above its limit. The caller holds the webhook's
 * lock.
 */
export async function enqueueWrites(kv: Kv, webhookId: string, messages: readonly QueuedMessage[]): Promise<Write[]> {
  const head = await readQueueHead(kv, webhookId);
  const next = head.next + messages.length;
  // The queue for a receiver that is down must not grow for ever.
  const first = Math.max(head.first, next - maxQueued);
  return [
    ...messages.map((message, index): Write => [itemKey(webhookId, head.next + index), message]),
    ...numbersBetween(head.first, first).map((number): Write => [itemKey(webhookId, number), null]),
    [headKey(webhookId), { ...head, first, next }],
  ];
}

/** Returns the oldest messages in a webhook's queue, with their numbers. */
export async function readOldest(kv: Kv, webhookId: string, maxCount: number) {
  const { first, next } = await readQueueHead(kv, webhookId);
  const oldest: { number: number; message: QueuedMessage }[] = [];
  // Skips numbers whose messages are deleted, because they are finished. These are few: messages are sent from the front.
  for (let number = first; number < next && oldest.length < maxCount; number++) {
    const message = await kv.get<QueuedMessage>(itemKey(webhookId, number));
    if (message) oldest.push({ number, message });
  }
  return oldest;
}

/** Returns those of the last `maxCount` messages of a webhook's queue that were not sent yet. */
export async function readNewest(kv: Kv, webhookId: string, maxCount: number) {
  const { first, next } = await readQueueHead(kv, webhookId);
  const newest = await Promise.all(
    numbersBetween(Math.max(first, next - maxCount), next).map(async (number) => {
      const message = await kv.get<QueuedMessage>(itemKey(webhookId, number));
      // Messages that are sent already are deleted.
      return message ? { number, message } : null;
    }),
  );
  return newest.filter((entry) => entry !== null);
}

/** Returns the numbers of the messages in a webhook's queue that arrived in this inbox. */
export async function findMessagesOfInbox(kv: Kv, webhookId: string, inbox: string): Promise<number[]> {
  const { first, next } = await readQueueHead(kv, webhookId);
  const matches = await mapInChunks(numbersBetween(first, next), async (number) => {
    // `null` if it was sent or dropped already.
    const message = await kv.get<QueuedMessage>(itemKey(webhookId, number));
    return message?.inbox === inbox ? number : null;
  });
  return matches.filter((number) => number !== null);
}

/** What a batch of attempts changes in a queue. */
export interface AttemptResults {
  /** Numbers of messages that need not be sent again. */
  finished: readonly number[];
  /** Numbers of messages to move to the end of the queue. */
  toRetry?: readonly number[];
  deliveries: readonly Schemas["WebhookDelivery"][];
  /** Failed attempts in a row, including this one. @default unchanged */
  failures?: number;
  /** Time of the next attempt, ms since 1970. @default unchanged */
  due?: number;
}

/**
 * Records the results of attempts to deliver a webhook's messages in one commit: removes the finished ones, and moves those to retry to
 * the end of the queue, so that one that always fails blocks no other. Adds the attempts to the list that the webhook's owner sees.
 * Without `failures` and `due`, the backoff stays as it is. Ignores a webhook or message that was deleted meanwhile.
 */
export async function recordAttempts(kv: Kv, locks: Locks, webhookId: string, results: AttemptResults): Promise<void> {
  const { finished, toRetry = [], deliveries, failures, due } = results;
  await locks.with([webhookLock(webhookId)], async () => {
    if (!(await kv.get(webhookKey(webhookId)))) return;
    const head = await readQueueHead(kv, webhookId);
    const retried = await Promise.all(toRetry.map((number) => kv.get<QueuedMessage>(itemKey(webhookId, number))));
    const messagesToAppend = retried.filter((message) => message !== null);
    const removed = new Set([...finished, ...toRetry]);
    const isGone = async (number: number) => removed.has(number) || (await kv.get(itemKey(webhookId, number))) === null;
    // Skips messages at the front that are gone, so that later reads do not try their numbers.
    let { first } = head;
    while (first < head.next && (await isGone(first))) first++;
    const newHead: QueueHead = {
      ...head,
      first,
      next: head.next + messagesToAppend.length,
      failures: failures ?? head.failures,
      due: due ?? head.due,
      deliveries: [...deliveries, ...head.deliveries].slice(0, maxDeliveriesShown),
    };
    await kv.commit([
      ...[...removed].map((number): Write => [itemKey(webhookId, number), null]),
      ...messagesToAppend.map((message, index): Write => [itemKey(webhookId, head.next + index), message]),
      [headKey(webhookId), newHead],
    ]);
  });
}

/** Returns the writes that delete a queue with all its messages. The caller holds the webhook's lock. */
export async function queueDeletionWrites(kv: Kv, webhookId: string): Promise<Write[]> {
  const { first, next } = await readQueueHead(kv, webhookId);
  return [
    ...numbersBetween(first, next).map((number): Write => [itemKey(webhookId, number), null]),
    [headKey(webhookId), null],
  ];
}

/** Returns the numbers from `from` up to, but not including, `to`. */
const numbersBetween = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
