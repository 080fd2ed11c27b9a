import { once } from "node:events";
import { Duplex, duplexPair } from "node:stream";
import { expect, test } from "vitest";
import { joinSockets } from "../../../src/edge/connections/join-sockets.ts";

function setUp() {
  const [one, near] = duplexPair();
  const [other, far] = duplexPair();
  joinSockets(near, far);
  return { one, other, near, far };
}

test("bytes and ends pass in both directions", async () => {
  const { one, other } = setUp();
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.write("hello");
    expect(String((await once(to, "data"))[0])).toBe("hello");
    const ended = once(to.resume(), "end");
    from.end();
    await ended;
  }
});

test.each(["near", "far"] as const)(
  "the loss of one side (%s) closes the other, and its error ends nothing else",
  async (side) => {
    const ends = setUp();
    ends[side].emit("error", new Error("reset"));
    const closed = [once(ends.near, "close"), once(ends.far, "close")];
    ends[side].destroy();
    await Promise.all(closed);
  },
);

test("a side that cannot accept more pauses the other", () => {
  const slow = new Duplex({ highWaterMark: 1, read() {}, write() {} });
  const [one, near] = duplexPair();
  joinSockets(near, slow);
  near.emit("data", Buffer.from("ab"));
  expect(near.isPaused()).toBe(true);
  one.destroy();
});
