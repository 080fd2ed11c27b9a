import { EventEmitter } from "node:events";
import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createSenderLimiter } from "../../src/smtp/sender-limits.ts";

test("a flood of IPs does not fill the memory: inactive senders are deleted", async () => {
  let time = 60_000_000;
  let address = 0;
  const senderLimiter = createSenderLimiter({
    limits: { maxConnections: 10, maxUnknownRecipients: 1, maxNonMailCommands: 0, maxBytesPerMinute: 1_000 },
    now: () => time,
    delay: async () => {},
  });
  await leavesNothing(
    async () => {
      for (let at = 0; at < 12_000; at++) {
        const remoteAddress = `${10 + ((address >> 24) & 127)}.${(address >> 16) & 255}.${(address >> 8) & 255}.${address++ & 255}`;
        const connection = Object.assign(new EventEmitter(), { remoteAddress });
        senderLimiter.admit(connection);
        await senderLimiter.countUnknownRecipient({}, remoteAddress);
        senderLimiter.countBytes(remoteAddress, 1);
        connection.emit("close");
      }
      time += 120_000;
    },
    // Kept, the senders of a call take more than 200 bytes each.
    { calls: 5, bytesPerCall: 1_000_000 },
  );
});
