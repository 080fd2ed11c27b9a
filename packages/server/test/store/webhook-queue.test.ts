import { expect, test } from "vitest";
import {
  enqueueWrites,
  type QueuedMessage,
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
