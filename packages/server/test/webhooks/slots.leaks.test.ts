import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createSlots } from "../../src/webhooks/slots.ts";

test.each([
  ["succeeds", async () => {}],
  ["fails", () => Promise.reject(new Error("no"))],
])("owners of whom nothing runs any more are forgotten when their work %s", async (_, work) => {
  const slots = createSlots({ most: 2, mostEach: 1 });
  let owners = 0;
  const useSlots = async () => {
    const owner = `${owners++}${"x".repeat(40_000)}`;
    // The second waits for the first.
    await Promise.allSettled([slots.with(owner, work), slots.with(owner, work)]);
  };
  await leavesNothing(useSlots, { calls: 50 });
});
