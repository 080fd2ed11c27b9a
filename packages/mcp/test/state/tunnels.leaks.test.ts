import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createLocalTunnels } from "../../src/state/tunnels.ts";

test("a subdomain whose tunnel was stopped, or never ran, is not remembered", async () => {
  const tunnels = createLocalTunnels();
  let count = 0;
  // Each call has a subdomain of its own, whose id takes more than what a call may leave.
  await leavesNothing(async () => void (await tunnels.stop(String(count++).padEnd(40_000, "x"))), { calls: 50 });
});
