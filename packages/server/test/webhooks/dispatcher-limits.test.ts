import { expect, test } from "vitest";
import { webhookKey } from "../../src/store/webhook-queue.ts";
import type { StoredWebhook } from "../../src/store/webhooks.ts";
import { openDispatcher, settled } from "./dispatcher-bed.ts";

test("512 attempts run at once for all accounts together, and the next begins when one ends", async () => {
  const { bed, dispatcher } = openDispatcher();
  const ends: ((status: number) => void)[] = [];
  bed.answer = () => new Promise((resolve) => ends.push(resolve));
  const hooks = Array.from({ length: 80 }, (_, at) => ({ id: `hook-${at}`, account: `account-${at % 5}` }));
  for (const { id } of hooks) await bed.kv.commit([[webhookKey(id), { id }]]);
  const tests = hooks.flatMap((hook) =>
    Array.from({ length: 8 }, () => dispatcher.sendTest(hook as unknown as StoredWebhook)),
  );
  await settled();
  expect(bed.sent).toHaveLength(512);
  ends[0]?.(204);
  await settled();
  expect(bed.sent).toHaveLength(513);
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end(204);
    await settled();
  }
  expect((await Promise.all(tests)).map(({ status }) => status)).toEqual(Array(640).fill(204));
});
