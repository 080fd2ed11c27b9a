import { expect, test } from "vitest";
import { DATA, END, MOVED, OPEN, RESET, TAKE } from "../../src/wire/frame-reader.ts";
import { STREAM_WINDOW, type Stream } from "../../src/wire/index.ts";
import { frame, listen, turn } from "./ends.ts";
import { createHalf as setUp, turns } from "./half.ts";

/** A connection on which an answer begins, and one that is kept for long answers. */
function setUpMove() {
  const first = setUp();
  const reserve = setUp({ onSpareTaken: (number) => (number === 1 ? first.carrier : undefined) });
  const channel = first.carrier.openStream();
  const heard = listen(channel);
  return { first, reserve, channel, heard };
}

test("moved bytes wait for those before them, in whichever order the connections deliver", async () => {
  for (const early of [true, false]) {
    const { first, reserve, heard } = setUpMove();
    const moved = () => reserve.say(frame(1, TAKE, 1), frame(1, DATA, 3, "two"), frame(1, END, 0));
    const before = () => first.say(frame(1, DATA, 3, "one"), frame(1, MOVED, 0));
    for (const step of early ? [moved, before] : [before, moved]) {
      step();
      await turns();
      // What comes too early stays in the connection, whatever its size.
      expect(reserve.socket.isPaused()).toBe(step === moved && early);
    }
    await heard.over;
    expect([String(heard.bytes()), heard.ended]).toEqual(["onetwo", true]);
  }
});

test("a response moves once: a second connection for it is closed", async () => {
  const { first, reserve, channel } = setUpMove();
  const second = setUp({ onSpareTaken: () => first.carrier });
  first.say(frame(1, MOVED, 0));
  reserve.say(frame(1, TAKE, 1));
  await turns();
  second.say(frame(1, TAKE, 1));
  await turns();
  expect([channel.isDedicated, reserve.carrier.closed, second.carrier.closed]).toEqual([true, false, true]);
});

test("a visitor who disconnects closes the connection to which its response had moved, without the client's help", async () => {
  const { first, reserve, channel } = setUpMove();
  first.say(frame(1, MOVED, 0));
  reserve.say(frame(1, TAKE, 1));
  await turns();
  channel.destroy();
  expect([reserve.carrier.closed, first.carrier.closed]).toEqual([true, false]);
});

/** The agent's side of a connection, with an answer that has moved to another. */
async function setUpMoved() {
  const reserve = setUp();
  let channel!: Stream;
  const first = setUp({ onStream: (opened) => (channel = opened), findSpare: () => reserve.carrier });
  first.say(frame(1, OPEN, 0));
  await turns();
  const heard = listen(channel);
  reserve.peer.pause();
  channel.write(Buffer.alloc(2 * STREAM_WINDOW));
  await turns();
  expect(channel.hasMoved).toBe(true);
  return { first, reserve, channel, heard };
}

test("a moved response continues when its new connection is read", async () => {
  const { channel, heard, reserve } = await setUpMoved();
  expect([channel.write("more"), heard.drained]).toEqual([false, 0]);
  reserve.peer.resume();
  while (heard.drained === 0) await turn();
});

test("a moved response is lost with its new connection", async () => {
  const { first, reserve, heard } = await setUpMoved();
  reserve.socket.destroy();
  await heard.over;
  expect([heard.closed, first.carrier.closed]).toEqual([true, false]);
});

test("a moved response that is destroyed closes its new connection, and no other", async () => {
  const { first, reserve } = await setUpMoved();
  first.say(frame(1, RESET, 0));
  await turns();
  expect([reserve.carrier.closed, first.carrier.closed]).toEqual([true, false]);
});
