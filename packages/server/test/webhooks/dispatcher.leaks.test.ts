import { leavesNothing } from "@frontdesk/test-kit";
import { onTestFinished, test, vi } from "vitest";
import { queueDeletionWrites, webhookKey } from "../../src/store/webhook-queue.ts";
import type { StoredWebhook } from "../../src/store/webhooks.ts";
import { openCourier } from "./dispatcher-bed.ts";

test("a webhook that failed, was tried again, was asked for a message and went leaves nothing behind", async () => {
  const { bed, courier } = openCourier();
  // Pauses are over at once.
  const set = globalThis.setTimeout;
  vi.stubGlobal("setTimeout", (act: () => void) => set(act, 0));
  onTestFinished(() => void vi.unstubAllGlobals());
  let count = 0;
  const name = () => `${count++}${"x".repeat(1_500)}`;
  const live = async () => {
    const id = name();
    bed.hooks = new Map([[id, {}]]);
    let tries = 0;
    bed.answer = async () => (tries++ === 0 ? 503 : 204);
    await bed.enqueue(id, "one");
    courier.wake([id]);
    for (let head = await bed.head(id); head.first < head.next || tries < 2; head = await bed.head(id)) {
      bed.now = Math.max(bed.now, head.due);
      await new Promise(setImmediate);
    }
    await courier.sendTest({ ...(await bed.find(id)), account: name() } as StoredWebhook);
    // The last round has ended.
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
