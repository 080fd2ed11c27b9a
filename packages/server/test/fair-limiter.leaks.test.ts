import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createFairLimiter } from "../src/fair-limiter.ts";

test.each([
  ["succeeds", async () => {}],
  ["fails", () => Promise.reject(new Error("no"))],
])("forgets owners without running tasks when their task %s", async (_, task) => {
  const limiter = createFairLimiter({ total: 2, perOwner: 1 });
  let owners = 0;
  const useLimiter = async () => {
    const owner = `${owners++}${"x".repeat(40_000)}`;
    // The second waits for the first.
    await Promise.allSettled([limiter.run(owner, task), limiter.run(owner, task)]);
  };
  await leavesNothing(useLimiter, { calls: 50 });
});
