import { leavesNothing } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { createUnreadBudget } from "../../../src/edge/connections/unread.ts";

test("tunnels and peers of which nothing waits any more are forgotten, whether they have read or were closed", async () => {
  const budget = createUnreadBudget({ connection: 100 });
  let count = 0;
  await leavesNothing(
    ({ ballast }) => {
      for (const how of ["reads", "is closed", "leaves"]) {
        // A name as long as this is one of its own in memory.
        const ledger = budget.of(`${count++}${Buffer.alloc(20_000, "a")}`);
        const held = { ballast: [...ballast], bytes: 100 };
        const peer = { unread: () => held.bytes, close() {} };
        ledger.note(peer);
        held.bytes = how === "is closed" ? 101 : 0;
        if (how === "is closed") ledger.note(peer);
        else if (how === "leaves") ledger.forget(peer);
        else budget.sweep();
      }
      expect(budget.total).toBe(0);
    },
    { calls: 60 },
  );
});
