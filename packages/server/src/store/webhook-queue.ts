import type { Schemas } from "@frontdesk/contract";
import type { Kv, Locks, Write } from "../storage/types.ts";
import { mapInChunks } from "../text/chunked.ts";

/** A message that waits to be sent, as it was when it came. */
export interface QueuedMessage {
  /** Names it to the receiver, however often it is sent. */
  id: string;
  event: Schemas["WebhookEvent"];
  inbox: string;
  /** The whole message as the inbox stored it. */
  message: object;
  /** Ms since 1970. */
  at: number;
}

/** What is known of one webhook's queue; its messages lie beside it under their numbers. */
export interface QueueHead {
  first: number;
  next: number;
  /** Tries in a row that failed. */
  failures: number;
  /** Ms since 1970 before which nothing is tried. */
  due: number;
  /** The latest tries, newest first. */
  deliveries: Schemas["WebhookDelivery"][];
}

/** Messages that may wait for one webhook; beyond, the oldest goes. */
const maxQueued = 10_000;
/** Tries that are shown. */
const maxDeliveriesShown = 20;

export const webhookKey = (id: string) => `webhook:${id}`;
export const webhookLock = (id: string) => `webhook:${id}`;
const headKey = (id: string) => `webhook-queue:${id}`;
const itemKey = (id: string, number: number) => `webhook-queue:${id}:${number}`;
const emptyHead: QueueHead = { first: 0, next: 0, failures: 0, due: 0, deliveries: [] };

export const readQueueHead = async (kv: Kv, id: string) => (await kv.get<QueueHead>(headKey(id))) ?? emptyHead;

/** The writes that put messages behind the others. The caller has the webhook's lock. */
export async function enqueueWrites(kv: Kv, id: string, messages: readonly QueuedMessage[]): Promise<Write[]> {
  const head = await readQueueHead(kv, id);
  const next = head.next + messages.length;
  const first = Math.max(head.first, next - maxQueued);
  return [
    ...messages.map((message, index): Write => [itemKey(id, head.next + index), message]),
    ...numbers(head.first, first).map((number): Write => [itemKey(id, number), null]),
    [headKey(id), { ...head, first, next }],
  ];
}

/** The oldest messages that wait. */
export async function readOldest(kv: Kv, id: string, most: number) {
  const { first, next } = await readQueueHead(kv, id);
  const found: { number: number; message: QueuedMessage }[] = [];
  // Numbers whose messages have gone are passed over; they are few, for what was sent goes from the front.
  for (let number = first; number < next && found.length < most; number++) {
    const message = await kv.get<QueuedMessage>(itemKey(id, number));
    if (message) found.push({ number, message });
  }
  return found;
}

/** The messages that wait behind all others. */
export async function readNewest(kv: Kv, id: string, most: number) {
  const { first, next } = await readQueueHead(kv, id);
  const found = await Promise.all(
    numbers(Math.max(first, next - most), next).map(async (number) => {
      const message = await kv.get<QueuedMessage>(itemKey(id, number));
      return message ? { number, message } : null;
    }),
  );
  return found.filter((each) => each !== null);
}

/** The numbers of the messages of one inbox that wait. */
export async function findMessagesOfInbox(kv: Kv, id: string, inbox: string): Promise<number[]> {
  const { first, next } = await readQueueHead(kv, id);
  const found = await mapInChunks(numbers(first, next), async (number) => {
    const message = await kv.get<QueuedMessage>(itemKey(id, number));
    return message?.inbox === inbox ? number : null;
  });
  return found.filter((number) => number !== null);
}

/** What came of a try. */
export interface AttemptResults {
  /** Numbers that need not be sent again. */
  finished: readonly number[];
  /** Numbers whose messages go behind all others. */
  toRetry?: readonly number[];
  deliveries: readonly Schemas["WebhookDelivery"][];
  /** Tries in a row that failed, with this one; what is absent stays as it is. */
  failures?: number;
  /** Ms since 1970 of the next try. */
  due?: number;
}

/** Notes what came of a try, in one commit. */
export async function recordAttempts(kv: Kv, locks: Locks, id: string, outcome: AttemptResults): Promise<void> {
  const { finished: done, toRetry: again = [], deliveries, ...paused } = outcome;
  await locks.with([webhookLock(id)], async () => {
    // It may have been deleted meanwhile.
    if (!(await kv.get(webhookKey(id)))) return;
    const known = await readQueueHead(kv, id);
    const waiting = await Promise.all(again.map((number) => kv.get<QueuedMessage>(itemKey(id, number))));
    const back = waiting.filter((message) => message !== null);
    const gone = new Set([...done, ...again]);
    let { first } = known;
    while (first < known.next && (gone.has(first) || (await kv.get(itemKey(id, first))) === null)) first++;
    const head: QueueHead = {
      ...known,
      first,
      next: known.next + back.length,
      failures: paused.failures ?? known.failures,
      due: paused.due ?? known.due,
      deliveries: [...deliveries, ...known.deliveries].slice(0, maxDeliveriesShown),
    };
    await kv.commit([
      ...[...gone].map((number): Write => [itemKey(id, number), null]),
      ...back.map((message, index): Write => [itemKey(id, known.next + index), message]),
      [headKey(id), head],
    ]);
  });
}

/** The writes that remove a queue with all that waits in it. The caller has the webhook's lock. */
export async function queueDeletionWrites(kv: Kv, id: string): Promise<Write[]> {
  const { first, next } = await readQueueHead(kv, id);
  return [...numbers(first, next).map((number): Write => [itemKey(id, number), null]), [headKey(id), null]];
}

const numbers = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
