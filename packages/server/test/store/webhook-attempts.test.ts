import { expect, test } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import {
  enqueueWrites,
  findMessagesOfInbox,
  queueDeletionWrites,
  readNewest,
  readOldest,
  readQueueHead,
  recordAttempts,
  webhookKey,
  webhookLock,
} from "../../src/store/webhook-queue.ts";
import { createLateKv } from "../storage/late-commits.ts";

const id = "hook";
const itemKey = (number: number) => `webhook-queue:${id}:${number}`;
const delivery = (at: number) => ({ at: `${at}`, status: 204, ms: 1 });

/** A queue with so many messages, of inboxes `a` and `b` in turn. */
async function open(count: number) {
  const [kv, locks] = [createLateKv(), createLocalLocks()];
  await kv.commit([[webhookKey(id), { id }]]);
  const messages = Array.from({ length: count }, (_, at) => {
    return { id: `m${at}`, event: "mail" as const, inbox: at % 2 === 0 ? "a" : "b", message: {}, at };
  });
  await kv.commit(await enqueueWrites(kv, id, messages));
  const waiting = async () => (await readOldest(kv, id, 100)).map(({ message }) => message.id);
  return {
    kv,
    locks,
    waiting,
    settle: (outcome: Parameters<typeof recordAttempts>[3]) => recordAttempts(kv, locks, id, outcome),
  };
}

test("deletes finished messages, and moves the front to the next queued one", async () => {
  const { kv, waiting, settle } = await open(5);
  await settle({ finished: [1, 2], deliveries: [] });
  expect([await waiting(), (await readQueueHead(kv, id)).first]).toEqual([["m0", "m3", "m4"], 0]);
  await settle({ finished: [0], deliveries: [] });
  expect([await waiting(), (await readQueueHead(kv, id)).first]).toEqual([["m3", "m4"], 3]);
  expect(await Promise.all([0, 1, 2].map((number) => kv.get(itemKey(number))))).toEqual([null, null, null]);
  await settle({ finished: [3, 4], deliveries: [] });
  expect(await readQueueHead(kv, id)).toMatchObject({ first: 5, next: 5 });
});

test("moves messages to retry to the end, each once and in order", async () => {
  const { kv, waiting, settle } = await open(4);
  await settle({ finished: [1], toRetry: [0, 2], deliveries: [] });
  expect(await waiting()).toEqual(["m3", "m0", "m2"]);
  expect(await readQueueHead(kv, id)).toMatchObject({ first: 3, next: 6 });
});

test("does not put back messages that were deleted meanwhile", async () => {
  const { kv, waiting, settle } = await open(3);
  await settle({ finished: [1], deliveries: [] });
  await settle({ finished: [], toRetry: [1], deliveries: [] });
  expect(await waiting()).toEqual(["m0", "m2"]);
  expect(await readQueueHead(kv, id)).toMatchObject({ first: 0, next: 3 });
});

test("shows the latest twenty attempts, newest first", async () => {
  const { kv, settle } = await open(0);
  for (let at = 0; at < 20; at++) await settle({ finished: [], deliveries: [delivery(at)] });
  expect((await readQueueHead(kv, id)).deliveries).toHaveLength(20);
  await settle({ finished: [], deliveries: [delivery(20), delivery(21)] });
  const { deliveries } = await readQueueHead(kv, id);
  expect([deliveries.length, deliveries[0]?.at, deliveries[1]?.at, deliveries[2]?.at]).toEqual([20, "20", "21", "19"]);
});

test("keeps the backoff if the results do not change it", async () => {
  const { kv, settle } = await open(1);
  await settle({ finished: [], deliveries: [], failures: 3, due: 99 });
  await settle({ finished: [], deliveries: [delivery(1)] });
  expect(await readQueueHead(kv, id)).toMatchObject({ failures: 3, due: 99 });
  await settle({ finished: [], deliveries: [], failures: 0, due: 0 });
  expect(await readQueueHead(kv, id)).toMatchObject({ failures: 0, due: 0 });
});

test("records nothing for a webhook that was deleted meanwhile", async () => {
  const { kv, settle } = await open(1);
  await kv.commit([[webhookKey(id), null], ...(await queueDeletionWrites(kv, id))]);
  await settle({ finished: [0], deliveries: [delivery(1)] });
  expect(await Promise.all([`webhook-queue:${id}`, itemKey(0)].map((key) => kv.get(key)))).toEqual([null, null]);
});

test("waits for the webhook's lock", async () => {
  const { kv, locks, settle } = await open(1);
  let release = () => {};
  const held = locks.with([webhookLock(id)], () => new Promise<void>((resolve) => (release = resolve)));
  const noted = settle({ finished: [0], deliveries: [] });
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  expect((await readQueueHead(kv, id)).first).toBe(0);
  release();
  await Promise.all([held, noted]);
  expect((await readQueueHead(kv, id)).first).toBe(1);
});

test("finds the messages of one inbox, and the oldest and newest queued ones", async () => {
  const { kv, settle } = await open(5);
  expect(await findMessagesOfInbox(kv, id, "b")).toEqual([1, 3]);
  await settle({ finished: [1, 4], deliveries: [] });
  expect((await readOldest(kv, id, 2)).map(({ number }) => number)).toEqual([0, 2]);
  expect((await readNewest(kv, id, 2)).map(({ number }) => number)).toEqual([3]);
  expect((await readNewest(kv, id, 100)).map(({ number }) => number)).toEqual([0, 2, 3]);
});
