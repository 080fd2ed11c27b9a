import { EventEmitter } from "node:events";
import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createFairness } from "../../src/smtp/fairness.ts";

test("a flood of addresses does not fill the memory: those of whom nothing counts any more are forgotten", async () => {
  let time = 60_000_000;
  let address = 0;
  const fairness = createFairness({
    limits: { connections: 10, refusals: 1, noops: 0, bytes: 1_000 },
    now: () => time,
    pause: async () => {},
  });
  await leavesNothing(
    async () => {
      for (let at = 0; at < 12_000; at++) {
        const remoteAddress = `${10 + ((address >> 24) & 127)}.${(address >> 16) & 255}.${(address >> 8) & 255}.${address++ & 255}`;
        const connection = Object.assign(new EventEmitter(), { remoteAddress });
        fairness.admit(connection);
        await fairness.refused({}, remoteAddress);
        fairness.received(remoteAddress, 1);
        connection.emit("close");
      }
      time += 120_000;
    },
    // Kept, the senders of a call take more than 200 bytes each.
    { calls: 5, bytesPerCall: 1_000_000 },
  );
});
