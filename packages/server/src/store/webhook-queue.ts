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
const maxDeliveriesShown = 20;

export const webhookKey = (id: string) => `webhook:${id}`;
export const webhookLock = (id: string) => `webhook:${id}`;
const headKey = (id: string) => `webhook-queue:${id}`;
const itemKey = (id: string, number: number) => `webhook-queue:${id}:${number}`;
const emptyHead: QueueHead = { first: 0, next: 0, failures: 0, due: 0, deliveries: [] };

/** Returns the state of a queue; that of an empty one if the webhook has none yet. */
export const readQueueHead = async (kv: Kv, id: string) => (await kv.get<QueueHead>(headKey(id))) ?? emptyHead;

/** Returns the writes that append messages to a queue. The caller holds the webhook's lock. */
export async function enqueueWrites(kv: Kv, id: string, messages: readonly QueuedMessage[]): Promise<Write[]> {
  const head = await readQueueHead(kv, id);
  const next = head.next + messages.length;
  // Above the maximum, drops the oldest.
  const first = Math.max(head.first, next - maxQueued);
  return [
    ...messages.map((message, index): Write => [itemKey(id, head.next + index), message]),
    ...numbersBetween(head.first, first).map((number): Write => [itemKey(id, number), null]),
    [headKey(id), { ...head, first, next }],
  ];
}

/** Returns the oldest queued messages. */
export async function readOldest(kv: Kv, id: string, maxCount: number) {
  const { first, next } = await readQueueHead(kv, id);
  const oldest: { number: number; message: QueuedMessage }[] = [];
  // Skips numbers whose messages are finished. They are few, because messages are sent from the front.
  for (let number = first; number < next && oldest.length < maxCount; number++) {
    const message = await kv.get<QueuedMessage>(itemKey(id, number));
    if (message) oldest.push({ number, message });
  }
  return oldest;
}

/** Returns those of the last `maxCount` messages that are still queued. */
export async function readNewest(kv: Kv, id: string, maxCount: number) {
  const { first, next } = await readQueueHead(kv, id);
  const newest = await Promise.all(
    numbersBetween(Math.max(first, next - maxCount), next).map(async (number) => {
      const message = await kv.get<QueuedMessage>(itemKey(id, number));
      return message ? { number, message } : null;
    }),
  );
  return newest.filter((entry) => entry !== null);
}

/** Returns the numbers of the queued messages of one inbox. */
export async function findMessagesOfInbox(kv: Kv, id: string, inbox: string): Promise<number[]> {
  const { first, next } = await readQueueHead(kv, id);
  const matches = await mapInChunks(numbersBetween(first, next), async (number) => {
    const message = await kv.get<QueuedMessage>(itemKey(id, number));
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

/** Records the results of attempts in one commit. Does nothing if the webhook was deleted meanwhile. */
export async function recordAttempts(kv: Kv, locks: Locks, id: string, results: AttemptResults): Promise<void> {
  const { finished, toRetry = [], deliveries, failures, due } = results;
  await locks.with([webhookLock(id)], async () => {
    if (!(await kv.get(webhookKey(id)))) return;
    const head = await readQueueHead(kv, id);
    const retried = await Promise.all(toRetry.map((number) => kv.get<QueuedMessage>(itemKey(id, number))));
    const appended = retried.filter((message) => message !== null);
    const removed = new Set([...finished, ...toRetry]);
    // Skips finished messages at the front, so that later reads do not try their numbers.
    let { first } = head;
    while (first < head.next && (removed.has(first) || (await kv.get(itemKey(id, first))) === null)) first++;
    const newHead: QueueHead = {
      ...head,
      first,
      next: head.next + appended.length,
      failures: failures ?? head.failures,
      due: due ?? head.due,
      deliveries: [...deliveries, ...head.deliveries].slice(0, maxDeliveriesShown),
    };
    await kv.commit([
      ...[...removed].map((number): Write => [itemKey(id, number), null]),
      ...appended.map((message, index): Write => [itemKey(id, head.next + index), message]),
      [headKey(id), newHead],
    ]);
  });
}

/** Returns the writes that delete a queue with all its messages. The caller holds the webhook's lock. */
export async function queueDeletionWrites(kv: Kv, id: string): Promise<Write[]> {
  const { first, next } = await readQueueHead(kv, id);
  return [...numbersBetween(first, next).map((number): Write => [itemKey(id, number), null]), [headKey(id), null]];
}

/** Returns the numbers from `from` up to, but not including, `to`. */
const numbersBetween = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
