import { randomBytes } from "node:crypto";
import { leavesNothing } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { createWaiters } from "../../src/inbox/waiters.ts";

test("a released wait leaves no listener on the request's signal, and no timer", async () => {
  const waiters = createWaiters({ maxWaits: 10 });
  await leavesNothing(({ signal }) => waiters.open("an-inbox", 50_000, signal)?.release(), {
    sizes: () => ({ waits: waiters.pending() }),
  });
});

test("counts waits per inbox, and forgets an inbox without waits", async () => {
  const waiters = createWaiters({ maxWaits: 1 });
  const first = waiters.open("first", 50_000, undefined);
  waiters.open("second", 50_000, undefined)?.release();
  expect(() => waiters.open("first", 50_000, undefined)).toThrow("1 waits are pending");
  first?.release();
  waiters.open("first", 50_000, undefined)?.release();
  await leavesNothing(() => waiters.open(randomBytes(16_000).toString("hex"), 50_000, undefined)?.release());
});
