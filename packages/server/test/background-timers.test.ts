import { EventEmitter } from "node:events";
import type { Redis } from "ioredis";
import { expect, test, vi } from "vitest";
import { systemClock } from "../src/clock.ts";
import { createRetentionClock } from "../src/lifetime/retention-clock.ts";
import { createRateLimits } from "../src/limits/rate-limits.ts";
import { createCallTimeout } from "../src/storage/call-timeout.ts";
import { createLocalLocks } from "../src/storage/local-locks.ts";
import { createRedisBus } from "../src/storage/redis/redis-bus.ts";
import { limitStorageCalls } from "../src/storage/storage-timeouts.ts";
import { enqueueWrites, readQueueHead, webhookKey } from "../src/store/webhook-queue.ts";
import type { StoredWebhook, WebhookStore } from "../src/store/webhooks.ts";
import { createWebhookDispatcher } from "../src/webhooks/dispatcher.ts";
import { createLateKv } from "./storage/late-commits.ts";

const log = { info() {}, warn() {}, error() {} };
const never = () => new Promise<never>(() => {});

/** What starts each timer that may outlast the work around it, and how it is ended. */
const starts: Record<string, () => Promise<() => unknown>> = {
  async "shares the counts of a cluster"() {
    const none = { requestsOfKey: 0, requestsOfAccount: 0, guesses: 0, aborts: 0, registrations: 0, authorizations: 0 };
    const limits = { ...none, failures: 1 };
    return createRateLimits({ limits, sharedCounters: { add: async () => [] } }).close;
  },
  async "notes the time"() {
    const timeline = createRetentionClock({ clock: systemClock, kv: createLateKv(), log });
    await timeline.start();
    return timeline.close;
  },
  async "limits a call of the storage"() {
    const { run: hold } = createCallTimeout(60_000);
    let end = () => {};
    void hold(new Promise<void>((resolve) => (end = resolve)));
    return () => end();
  },
  async "limits the queue for a lock"() {
    const locks = createLocalLocks();
    const guarded = limitStorageCalls({ kv: createLateKv(), locks, close: async () => {} }, { timeoutMs: 60_000 });
    void locks.with(["key"], never);
    void guarded.locks.with(["key"], never);
    return () => {};
  },
  async "looks after a connection to Redis"() {
    const redis = () => Object.assign(new EventEmitter(), { subscribe: async () => {} }) as unknown as Redis;
    return (await createRedisBus(redis(), redis())).close;
  },
  async "waits for the next try of a webhook"() {
    const [kv, locks] = [createLateKv(), createLocalLocks()];
    const dispatcher = createWebhookDispatcher({
      kv,
      locks,
      clock: systemClock,
      log,
      // The rest of either is not asked for.
      webhooks: { find: async () => ({ id: "hook" }) as StoredWebhook } as unknown as WebhookStore,
      send: async () => ({ at: "", status: 503, ms: 1 }),
      removeRevoked: async (found) => [...found],
      toPayloadData: async () => ({}),
    });
    const message = { id: "one", event: "mail" as const, inbox: "a", message: {}, at: Date.now() };
    await kv.commit([[webhookKey("hook"), { id: "hook" }], ...(await enqueueWrites(kv, "hook", [message]))]);
    dispatcher.wake(["hook"]);
    while ((await readQueueHead(kv, "hook")).failures === 0) await new Promise(setImmediate);
    // The round after the failed one sets the timer.
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    return dispatcher.close;
  },
};

test.each(Object.entries(starts))("the timer that %s keeps no program running", async (_what, start) => {
  const spies = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "setInterval")];
  try {
    const end = await start();
    const timers = spies.flatMap(({ mock }) => mock.results.map(({ value }) => value as NodeJS.Timeout));
    expect(timers.map((timer) => timer.hasRef())).toContain(false);
    expect(timers.map((timer) => timer.hasRef())).not.toContain(true);
    await end();
    for (const timer of timers) clearTimeout(timer);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
});
