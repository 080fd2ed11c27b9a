import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";
import type { Webhook, Webhooks } from "../../src/store/webhooks.ts";
import { createCourier } from "../../src/webhooks/courier.ts";
import { enqueue, readHead, settle, webhookKey } from "../../src/webhooks/queue.ts";

test("what must pause is tried again after it, also when what came meanwhile had gone before it was tried", async () => {
  const id = "hook";
  const [kv, locks] = [createMemoryKv(), createLocalLocks()];
  let isUp = false;
  let tries = 0;
  const courier = createCourier({
    kv,
    locks,
    clock: systemClock,
    log: { info() {}, warn() {}, error() {} },
    // The rest of either is not asked for.
    webhooks: { find: async () => ({ id }) as Webhook } as unknown as Webhooks,
    send: async () => {
      tries++;
      return { at: "", status: isUp ? 204 : 503, ms: 1 };
    },
    isLive: async () => true,
    toData: async () => ({}),
  });
  onTestFinished(() => courier.close());
  await kv.commit([[webhookKey(id), { id }]]);
  const arrive = async (...messages: string[]) =>
    kv.commit(
      await enqueue(
        kv,
        id,
        messages.map((name) => ({ id: name, event: "mail", inbox: "a", message: {}, at: Date.now() })),
      ),
    );
  await arrive("waits");
  courier.wake([id]);
  await expect.poll(async () => (await readHead(kv, id)).failures).toBe(1);
  const { next } = await readHead(kv, id);
  await arrive("gone", "gone too");
  await settle(kv, locks, id, { done: [next, next + 1], deliveries: [] });
  isUp = true;
  courier.wake([id]);
  await expect.poll(() => tries, { timeout: 5_000 }).toBe(2);
});
