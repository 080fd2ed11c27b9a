import { collectGarbage, leavesNothing } from "@frontdesk/test-kit";
import { expect, onTestFinished, test, vi } from "vitest";
import { queueDeletionWrites, webhookKey } from "../../src/store/webhook-queue.ts";
import type { StoredWebhook } from "../../src/store/webhooks.ts";
import { openDispatcher, settled } from "./dispatcher-bed.ts";

test("a webhook that failed, was retried, was tested and was deleted leaves nothing", async () => {
  const { bed, dispatcher } = openDispatcher();
  // Backoffs end at once.
  const set = globalThis.setTimeout;
  vi.stubGlobal("setTimeout", (act: () => void) => set(act, 0));
  onTestFinished(() => void vi.unstubAllGlobals());
  let count = 0;
  const name = () => `${count++}${"x".repeat(1_500)}`;
  const live = async () => {
    const id = name();
    bed.hooks = new Map([[id, {}]]);
    let attempts = 0;
    bed.answer = async () => (attempts++ === 0 ? 503 : 204);
    await bed.enqueue(id, "one");
    dispatcher.wake([id]);
    for (let head = await bed.head(id); head.first < head.next || attempts < 2; head = await bed.head(id)) {
      bed.now = Math.max(bed.now, head.due);
      await new Promise(setImmediate);
    }
    await dispatcher.sendTest({ ...(await bed.find(id)), account: name() } as StoredWebhook);
    // The last batch has ended.
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    bed.sent.length = 0;
    bed.signals.length = 0;
    bed.hooks.clear();
    await bed.kv.commit([[webhookKey(id), null], ...(await queueDeletionWrites(bed.kv, id))]);
  };
  await leavesNothing(
    async () => {
      for (let at = 0; at < 10; at++) await live();
    },
    { calls: 10, bytesPerCall: 8_000 },
  );
});

test("a webhook that was woken before its retry keeps nothing of the cancelled timer", async () => {
  const { bed, dispatcher } = openDispatcher();
  const timers: WeakRef<NodeJS.Timeout>[] = [];
  const set = globalThis.setTimeout;
  vi.stubGlobal("setTimeout", (act: () => void, delayMs: number) => {
    const timer = set(act, delayMs);
    timers.push(new WeakRef(timer));
    return timer;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  bed.answer = async () => 503;
  await bed.enqueue("hook", "one");
  dispatcher.wake(["hook"]);
  // Until the first attempt has failed.
  await settled();
  expect(timers).toHaveLength(1);
  bed.answer = async () => 204;
  bed.now = (await bed.head()).due;
  dispatcher.wake(["hook"]);
  await settled();
  expect(bed.sent).toHaveLength(2);
  await collectGarbage();
  expect(timers.filter((timer) => timer.deref() !== undefined)).toEqual([]);
});

test("inboxes that are deleted leave nothing in a server that goes on running", async () => {
  const { bed, dispatcher } = openDispatcher();
  await bed.enqueue("hook");
  await leavesNothing(
    async () => {
      for (let at = 0; at < 20; at++) dispatcher.onInboxDeleted("a", "inbox");
      await settled();
    },
    // Kept, each deletion takes more than 100 bytes.
    { calls: 50, bytesPerCall: 1_500 },
  );
});
