import { expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { enqueueWrites, readQueueHead, recordAttempts, webhookKey } from "../../src/store/webhook-queue.ts";
import type { StoredWebhook, WebhookStore } from "../../src/store/webhooks.ts";
import { createWebhookDispatcher } from "../../src/webhooks/dispatcher.ts";
import { createLateKv } from "../storage/late-commits.ts";
import { openDispatcher, settled } from "./dispatcher-bed.ts";

test("a failed message is retried after its backoff, even if a message queued meanwhile is already gone", async () => {
  const id = "hook";
  const [kv, locks] = [createLateKv(), createLocalLocks()];
  let isUp = false;
  let attempts = 0;
  const dispatcher = createWebhookDispatcher({
    kv,
    locks,
    clock: systemClock,
    log: { info() {}, warn() {}, error() {} },
    // No other methods are used.
    webhooks: { find: async () => ({ id }) as StoredWebhook } as unknown as WebhookStore,
    send: async () => {
      attempts++;
      return { at: "", status: isUp ? 204 : 503, ms: 1 };
    },
    removeRevoked: async (found) => [...found],
    toPayloadData: async () => ({}),
  });
  onTestFinished(() => dispatcher.close());
  await kv.commit([[webhookKey(id), { id }]]);
  const arrive = async (...messages: string[]) =>
    kv.commit(
      await enqueueWrites(
        kv,
        id,
        messages.map((name) => ({ id: name, event: "mail", inbox: "a", message: {}, at: Date.now() })),
      ),
    );
  await arrive("waits");
  dispatcher.wake([id]);
  await expect.poll(async () => (await readQueueHead(kv, id)).failures).toBe(1);
  const { next } = await readQueueHead(kv, id);
  await arrive("gone", "gone too");
  await recordAttempts(kv, locks, id, { finished: [next, next + 1], deliveries: [] });
  isUp = true;
  dispatcher.wake([id]);
  await expect.poll(() => attempts).toBe(2);
});

test("slow receivers of one account do not delay another account's", async () => {
  const [kv, locks] = [createLateKv(), createLocalLocks()];
  const slow = Array.from({ length: 64 }, (_, index) => `slow-${index}`);
  const sent: string[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const dispatcher = createWebhookDispatcher({
    kv,
    locks,
    clock: systemClock,
    log: { info() {}, warn() {}, error() {} },
    // No other methods are used.
    webhooks: {
      find: async (id: string) => ({ id, account: id === "prompt" ? "b" : "a", url: id }) as StoredWebhook,
    } as unknown as WebhookStore,
    send: async ({ url }) => {
      sent.push(url);
      if (url !== "prompt") await ended;
      return { at: "", status: 204, ms: 1 };
    },
    removeRevoked: async (found) => [...found],
    toPayloadData: async () => ({}),
  });
  onTestFinished(() => {
    end();
    return dispatcher.close();
  });
  for (const id of [...slow, "prompt"]) {
    const messages = Array.from({ length: id === "prompt" ? 1 : 8 }, (_, index) => {
      return { id: `${id}-${index}`, event: "mail" as const, inbox: "a", message: {}, at: Date.now() };
    });
    await kv.commit([[webhookKey(id), { id }], ...(await enqueueWrites(kv, id, messages))]);
  }
  dispatcher.wake(slow);
  await expect.poll(() => sent.length).toBe(128);
  dispatcher.wake(["prompt"]);
  await expect.poll(() => sent).toContain("prompt");
});

test("tests count towards the limits, and one webhook has at most as many as a batch", async () => {
  const [kv, locks] = [createLateKv(), createLocalLocks()];
  let sent = 0;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const dispatcher = createWebhookDispatcher({
    kv,
    locks,
    clock: systemClock,
    log: { info() {}, warn() {}, error() {} },
    webhooks: {} as WebhookStore, // Not used.
    send: async () => {
      sent++;
      await ended;
      return { at: "", status: 204, ms: 1 };
    },
    removeRevoked: async (found) => [...found],
    toPayloadData: async () => ({}),
  });
  onTestFinished(() => dispatcher.close());
  const hooks = Array.from(
    { length: 20 },
    (_, index) => ({ id: `hook-${index}`, account: "a", url: "u" }) as StoredWebhook,
  );
  for (const { id } of hooks) await kv.commit([[webhookKey(id), { id }]]);
  // As many of each webhook as there are places for all.
  const asked = hooks.flatMap((hook) => Array.from({ length: 30 }, () => dispatcher.sendTest(hook)));
  const outcomes = Promise.allSettled(asked);
  await expect.poll(() => sent).toBe(128);
  end();
  const refused = (await outcomes).filter((outcome) => outcome.status === "rejected");
  expect(refused).toHaveLength(20 * (30 - 8));
  expect(refused[0]?.reason).toMatchObject({
    code: "rate_limited",
    message: "8 tests of this webhook are running. Try again in a second.",
    headers: { "retry-after": "1" },
  });
  expect(sent).toBe(20 * 8);
  await expect(dispatcher.sendTest(hooks[0]!)).resolves.toMatchObject({ status: 204 });
});

test("a message queued during a backoff is sent at once and does not extend it", async () => {
  const id = "hook";
  const [kv, locks] = [createLateKv(), createLocalLocks()];
  let now = 1_000_000;
  const tried: string[] = [];
  const dispatcher = createWebhookDispatcher({
    kv,
    locks,
    clock: { now: () => now },
    log: { info() {}, warn() {}, error() {} },
    // No other methods are used.
    webhooks: { find: async () => ({ id }) as StoredWebhook } as unknown as WebhookStore,
    send: async ({ id: message }) => {
      tried.push(message);
      return { at: message, status: 503, ms: 1 };
    },
    removeRevoked: async (found) => [...found],
    toPayloadData: async () => ({}),
  });
  onTestFinished(() => dispatcher.close());
  await kv.commit([[webhookKey(id), { id }]]);
  const arrive = async (name: string) => {
    const message = { id: name, event: "mail" as const, inbox: "a", message: {}, at: now };
    await kv.commit(await enqueueWrites(kv, id, [message]));
    dispatcher.wake([id]);
    await expect.poll(async () => (await readQueueHead(kv, id)).deliveries.some(({ at }) => at === name)).toBe(true);
  };
  await arrive("first");
  const { due, failures } = await readQueueHead(kv, id);
  expect(due).toBeGreaterThan(now);
  for (const name of ["second", "third"]) {
    now += 10;
    await arrive(name);
    expect(await readQueueHead(kv, id)).toMatchObject({ due, failures });
  }
  expect(tried[0]).toBe("first");
});

test("a deleted inbox whose webhooks or messages cannot be deleted is logged, and ends nothing", async () => {
  const { bed, dispatcher } = openDispatcher();
  const fail = async () => {
    throw new Error("disk gone");
  };
  await bed.enqueue("hook", "one");
  const commit = vi.spyOn(bed.kv, "commit").mockImplementation(fail);
  dispatcher.onInboxDeleted("a", "a");
  await settled();
  expect(bed.logged).toHaveLength(1);
  commit.mockRestore();
  bed.hooks = new Map([["own", { mailbox_id: "a" }]]);
  bed.remove = fail;
  dispatcher.onInboxDeleted("a", "a");
  await settled();
  expect(bed.logged).toHaveLength(2);
});
