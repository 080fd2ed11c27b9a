import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createFairLimiter } from "../../src/webhooks/fair-limiter.ts";

test.each([
  ["succeeds", async () => {}],
  ["fails", () => Promise.reject(new Error("no"))],
])("owners of whom nothing runs any more are forgotten when their work %s", async (_, work) => {
  const slots = createFairLimiter({ most: 2, mostEach: 1 });
  let owners = 0;
  const useSlots = async () => {
    const owner = `${owners++}${"x".repeat(40_000)}`;
    // The second waits for the first.
    await Promise.allSettled([slots.run(owner, work), slots.run(owner, work)]);
  };
  await leavesNothing(useSlots, { calls: 50 });
});
