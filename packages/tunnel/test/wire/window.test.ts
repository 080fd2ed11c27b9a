import { expect, test } from "vitest";
import { CREDIT, createFrameReader, DATA, OPEN } from "../../src/wire/frame-reader.ts";
import { STREAM_WINDOW } from "../../src/wire/index.ts";
import { alone, frame, turn } from "./ends.ts";

const largestWindow = 2 * 1024 * 1024;

/** Sends a long body to a side that reads all of it at once; resolves with the largest window that side ever gave. */
async function largestWindowFor(bytes: number): Promise<number> {
  const { socket } = alone((channel) => {
    channel.listener = { onData() {}, onDrain() {}, onEnd() {}, onClose() {} };
  });
  let credit = STREAM_WINDOW;
  let largest = credit;
  const reader = createFrameReader({
    onFrame(_id, type, length) {
      if (type === CREDIT) credit += length;
      largest = Math.max(largest, credit);
    },
    onData() {},
    isClosed: () => false,
  });
  socket.on("data", reader.push);
  const piece = "x".repeat(65_536);
  socket.write(frame(1, OPEN, 0));
  for (let sent = 0; sent < bytes && largest <= largestWindow; await turn()) {
    const size = Math.min(credit, piece.length);
    if (size > 0) socket.write(frame(1, DATA, size, piece.slice(0, size)));
    credit -= size;
    sent += size;
  }
  socket.destroy();
  return largest;
}

test("the window of a reader that keeps up grows to 2 MiB and no further", async () => {
  expect(await largestWindowFor(64 * 1024 * 1024)).toBe(largestWindow);
});
