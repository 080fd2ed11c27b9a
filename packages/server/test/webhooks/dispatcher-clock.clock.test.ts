import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";
import { enqueueWrites, readQueueHead, recordAttempts, webhookKey } from "../../src/store/webhook-queue.ts";
import type { StoredWebhook, WebhookStore } from "../../src/store/webhooks.ts";
import { createWebhookDispatcher } from "../../src/webhooks/dispatcher.ts";

const id = "hook";
const day = 86_400_000;

/** A dispatcher whose receiver is down at first, and what it has been sent. */
async function open() {
  const [kv, locks] = [createMemoryKv(), createLocalLocks()];
  const state = { now: Date.UTC(2026, 0, 2), isUp: false, sent: [] as string[] };
  const start = () =>
    createWebhookDispatcher({
      kv,
      locks,
      clock: { now: () => state.now },
      log: { info() {}, warn() {}, error() {} },
      // No other methods are used.
      webhooks: {
        find: async () => ({ id }) as StoredWebhook,
        async *all() {
          yield id;
        },
      } as unknown as WebhookStore,
      send: async (request) => {
        state.sent.push(request.id);
        // A dispatcher without a backoff would never let the test end.
        if (state.sent.length > 50) throw new Error("There are too many attempts");
        return { at: "", status: state.isUp ? 204 : 503, ms: 1 };
      },
      removeRevoked: async (found) => [...found],
      toPayloadData: async () => ({}),
    });
  const arrive = async (name: string, at = state.now) =>
    kv.commit(await enqueueWrites(kv, id, [{ id: name, event: "mail", inbox: "a", message: {}, at }]));
  await kv.commit([[webhookKey(id), { id }]]);
  return { kv, locks, state, start, arrive };
}

/** Lets time pass by both clocks. */
const pass = async (state: { now: number }, milliseconds: number) => {
  state.now += milliseconds;
  await vi.advanceTimersByTimeAsync(milliseconds);
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each([true, false])("a clock that is set back delays no attempt (restart: %s)", async (restarts) => {
  const { kv, state, start, arrive } = await open();
  let dispatcher = start();
  await arrive("one");
  dispatcher.wake([id]);
  await pass(state, 0);
  expect([state.sent, (await readQueueHead(kv, id)).failures]).toEqual([["one"], 1]);
  state.now -= 10 * day;
  if (restarts) {
    await dispatcher.close();
    dispatcher = start();
    dispatcher.resume();
  }
  await pass(state, 1_200);
  expect(state.sent.length).toBeGreaterThan(1);
  await dispatcher.close();
  expect(vi.getTimerCount()).toBe(0);
});

test("waits exactly as long as the longest backoff", async () => {
  for (const random of [0, 1]) {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const { kv, locks, state, start, arrive } = await open();
    await arrive("one");
    await recordAttempts(kv, locks, id, { finished: [], deliveries: [], failures: 30, due: 0 });
    const dispatcher = start();
    dispatcher.wake([id]);
    await pass(state, 0);
    expect(state.sent).toHaveLength(1);
    await pass(state, 600_000 * (random === 0 ? 0.8 : 1.2) - 1);
    expect(state.sent).toHaveLength(1);
    await pass(state, 1);
    expect(state.sent).toHaveLength(2);
    await dispatcher.close();
  }
});

test("a message is retried for a day, then given up", async () => {
  for (const [age, sent] of [
    [day, ["old"]],
    [day + 1, []],
  ] as const) {
    const { kv, state, start, arrive } = await open();
    state.isUp = true;
    const dispatcher = start();
    await arrive("old", state.now - age);
    dispatcher.wake([id]);
    await pass(state, 0);
    const { first, next } = await readQueueHead(kv, id);
    expect([state.sent, next - first]).toEqual([sent, 0]);
    await dispatcher.close();
  }
});

test("a restart resumes the queue, and each backoff is twice the one before", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const { state, start, arrive } = await open();
  const dispatcher = start();
  await arrive("one");
  dispatcher.wake([id]);
  await pass(state, 0);
  for (const [backoff, attempts] of [
    [1_000, 2],
    [2_000, 3],
    [4_000, 4],
  ] as const) {
    await pass(state, backoff - 1);
    expect(state.sent).toHaveLength(attempts - 1);
    await pass(state, 1);
    expect(state.sent).toHaveLength(attempts);
  }
  await dispatcher.close();
  await dispatcher.close();
  await pass(state, 3_600_000);
  expect(state.sent).toHaveLength(4);
  const next = start();
  state.isUp = true;
  next.resume();
  await pass(state, 0);
  expect(state.sent).toHaveLength(5);
  await next.close();
});
