import { expect, test } from "vitest";
import {
  enqueueWrites,
  findMessagesOfInbox,
  type QueuedMessage,
  queueDeletionWrites,
  readNewest,
  readOldest,
  readQueueHead,
} from "../../src/store/webhook-queue.ts";
import { createLateKv } from "../storage/late-commits.ts";

const messages = (count: number): QueuedMessage[] =>
  Array.from({ length: count }, (_, at) => ({ id: `${at}`, event: "mail", inbox: "a", message: {}, at }));

test("a queue has at most ten thousand messages; above, the oldest is dropped from the storage too", async () => {
  const kv = createLateKv();
  await kv.commit(await enqueueWrites(kv, "hook", messages(10_000)));
  expect(await readQueueHead(kv, "hook")).toMatchObject({ first: 0, next: 10_000 });
  await kv.commit(await enqueueWrites(kv, "hook", messages(2)));
  expect(await readQueueHead(kv, "hook")).toMatchObject({ first: 2, next: 10_002 });
  expect((await readOldest(kv, "hook", 1)).map(({ number }) => number)).toEqual([2]);
  expect((await readNewest(kv, "hook", 2)).map(({ number }) => number)).toEqual([10_000, 10_001]);
  expect(await Promise.all([0, 1, 2].map((number) => kv.get(`webhook-queue:hook:${number}`)))).toEqual([
    null,
    null,
    expect.objectContaining({ id: "2" }),
  ]);
});

test("of more messages at once than a queue may have, the last ones are stored", async () => {
  const kv = createLateKv();
  await kv.commit(await enqueueWrites(kv, "hook", messages(10_002)));
  expect(await readQueueHead(kv, "hook")).toMatchObject({ first: 2, next: 10_002 });
  expect(await Promise.all([1, 2].map((number) => kv.get(`webhook-queue:hook:${number}`)))).toEqual([
    null,
    expect.objectContaining({ id: "2" }),
  ]);
});

test("a queue is deleted with each of its messages, and one that has none with its head", async () => {
  const kv = createLateKv();
  await kv.commit(await enqueueWrites(kv, "hook", messages(3)));
  const head = ["webhook-queue:hook", null];
  expect(await queueDeletionWrites(kv, "hook")).toEqual([
    ...[0, 1, 2].map((number) => [`webhook-queue:hook:${number}`, null]),
    head,
  ]);
  await kv.commit(await queueDeletionWrites(kv, "hook"));
  expect(await queueDeletionWrites(kv, "hook")).toEqual([head]);
});

test("messages that were sent already are neither the oldest nor the newest, nor any of their inbox", async () => {
  const kv = createLateKv();
  const queued = messages(6).map((message, at) => ({ ...message, inbox: at % 2 === 0 ? "a" : "b" }));
  await kv.commit(await enqueueWrites(kv, "hook", queued));
  await kv.commit([0, 4].map((number) => [`webhook-queue:hook:${number}`, null]));
  const numbersOf = (entries: { number: number }[]) => entries.map(({ number }) => number);
  expect(numbersOf(await readOldest(kv, "hook", 2))).toEqual([1, 2]);
  expect(numbersOf(await readOldest(kv, "hook", 10))).toEqual([1, 2, 3, 5]);
  expect(numbersOf(await readNewest(kv, "hook", 2))).toEqual([5]);
  expect(numbersOf(await readNewest(kv, "hook", 10))).toEqual([1, 2, 3, 5]);
  expect(await findMessagesOfInbox(kv, "hook", "a")).toEqual([2]);
  expect(await findMessagesOfInbox(kv, "hook", "b")).toEqual([1, 3, 5]);
  expect(await readOldest(kv, "other", 10)).toEqual([]);
});
