import { randomBytes } from "node:crypto";
import { leavesNothing } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { createWaiters } from "../../src/inbox/waiters.ts";

test("a wait that is released leaves nothing at the request's signal, and no timer", async () => {
  const holds = createWaiters({ maxWaits: 10 });
  await leavesNothing(({ signal }) => holds.open("an-inbox", 50_000, signal)?.release(), {
    sizes: () => ({ waits: holds.pending() }),
  });
});

test("counts waits of each inbox apart, and forgets an inbox without waits", async () => {
  const holds = createWaiters({ maxWaits: 1 });
  const first = holds.open("first", 50_000, undefined);
  holds.open("second", 50_000, undefined)?.release();
  expect(() => holds.open("first", 50_000, undefined)).toThrow("1 waits are held");
  first?.release();
  holds.open("first", 50_000, undefined)?.release();
  await leavesNothing(() => holds.open(randomBytes(16_000).toString("hex"), 50_000, undefined)?.release());
});
