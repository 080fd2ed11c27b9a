import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createConnectionLimit } from "../../../src/edge/access/connection-limit.ts";

test("networks without counted connections are removed", async () => {
  const limit = createConnectionLimit({ maxPerIp: 1, exempt: [] });
  let next = 0;
  const visitFromManyNetworks = () => {
    for (let at = 0; at < 2_000; at++) {
      const number = (next++).toString(16).padStart(8, "0");
      const remoteAddress = `2001:db8:${number.slice(0, 4)}:${number.slice(4)}::1`;
      const socket = Object.assign(new EventEmitter(), { remoteAddress }) as object as Duplex;
      limit.tryAdd(socket);
      limit.release(socket);
    }
  };
  // Each call would leave some two hundred kilobytes.
  await leavesNothing(visitFromManyNetworks, { calls: 10, bytesPerCall: 60_000 });
});
