import { leavesNothing } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { createSendBufferBudget } from "../../../src/edge/connections/send-buffers.ts";

test("tunnels and peers without buffered bytes are removed, whether they have read or were closed", async () => {
  const budget = createSendBufferBudget({ connection: 100 });
  let count = 0;
  await leavesNothing(
    ({ largeArray }) => {
      for (const how of ["reads", "is closed", "leaves"]) {
        // A name as long as this is one of its own in memory.
        const ledger = budget.forTunnel(`${count++}${Buffer.alloc(20_000, "a")}`);
        const held = { largeArray: [...largeArray], bytes: 100 };
        const createOwner = { bufferedBytes: () => held.bytes, close() {} };
        ledger.track(createOwner);
        held.bytes = how === "is closed" ? 101 : 0;
        if (how === "is closed") ledger.track(createOwner);
        else if (how === "leaves") ledger.untrack(createOwner);
        else budget.recheck();
      }
      expect(budget.totalBytes()).toBe(0);
    },
    { calls: 60 },
  );
});
