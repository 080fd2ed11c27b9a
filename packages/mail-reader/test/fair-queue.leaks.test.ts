import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createCpuUsage } from "../src/worker/cpu-usage.ts";
import { createFairQueue } from "../src/worker/fair-queue.ts";

test("keeps nothing of senders and mailboxes whose jobs were taken or removed", async () => {
  const queue = createFairQueue<{ parties: string[] }>(createCpuUsage(() => 0));
  let next = 0;
  /** Adds a thousand jobs, each of other parties, and takes or removes them. */
  function fillAndEmpty() {
    for (let job = 0; job < 500; job++) {
      queue.push({ parties: [`sender ${next++}`, `mailbox ${next++}`] });
      queue.take();
      queue.push({ parties: [`sender ${next++}`, `mailbox ${next++}`] });
      queue.remove(() => true);
    }
  }
  // Each call would leave 2,000 names if they were kept.
  await leavesNothing(fillAndEmpty, { calls: 20, bytesPerCall: 40_000 });
});
