import { duplexPair } from "node:stream";
import { leavesNothing } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { MOVED } from "../../src/wire/frame-reader.ts";
import { createDataConnection } from "../../src/wire/index.ts";
import { frame } from "./ends.ts";

test("frames about streams that are not open take no memory", async () => {
  const [socket, own] = duplexPair();
  const connection = createDataConnection({ socket: own, now: () => 0, onStream() {} });
  let id = 0;
  const announceMoves = async () => {
    socket.write(Buffer.concat(Array.from({ length: 5_000 }, () => frame(++id, MOVED, 0))));
    await new Promise(setImmediate);
  };
  // Each call would leave some 300 kB if the streams were remembered.
  await leavesNothing(announceMoves, { calls: 10, bytesPerCall: 60_000 });
  expect(connection.closed).toBe(false);
});
