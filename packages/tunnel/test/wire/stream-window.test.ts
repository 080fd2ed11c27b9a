import { expect, test } from "vitest";
import { STREAM_WINDOW } from "../../src/wire/index.ts";
import { createChannelBed as setUp } from "./stream-bed.ts";

const FRAME = 65_536;
const MEBIBYTE = 1024 * 1024;

test("large chunks are sent in frames of 64 KiB, and released together", () => {
  const { channel, said, write } = setUp({ sole: true });
  for (const length of [FRAME, FRAME + 1, 1]) write(length);
  expect(said()).toEqual([`data ${FRAME} last`, `data ${FRAME}`, "data 1", "data 1 last"]);
  expect(channel.sendBufferBytes()).toBe(0);
});

test("no more is sent than the other side has room for, and the waiting bytes are counted", () => {
  const { channel, said, write } = setUp();
  expect(write(STREAM_WINDOW)).toBe(true);
  expect(write(100)).toBe(false);
  expect(said().filter((what) => what.startsWith("data"))).toHaveLength(STREAM_WINDOW / FRAME);
  expect(channel.sendBufferBytes()).toBe(100);
  channel.addCredit(40);
  expect([said(), channel.sendBufferBytes()]).toEqual([["data 40", "move"], 60]);
  channel.addCredit(1_000);
  expect(said()).toEqual(["data 60", "drained"]);
  channel.addCredit(5);
  channel.resumeSending();
  expect(said()).toEqual([]);
});

test("a full connection is waited for, and its user is told once that it drains", () => {
  const { bed, channel, said, write } = setUp();
  bed.open = false;
  expect([write(5), write(6)]).toEqual([false, false]);
  expect(said()).toEqual(["data 5 last", "data 6 last"]);
  bed.open = true;
  channel.resumeSending();
  channel.resumeSending();
  expect(said()).toEqual(["drained"]);
});

test("credit is no room in a full connection: its user waits until that drains", () => {
  const { bed, channel, said, write } = setUp();
  bed.open = false;
  expect(write(5)).toBe(false);
  expect(said()).toEqual(["data 5 last"]);
  channel.addCredit(STREAM_WINDOW);
  expect(said()).toEqual([]);
  channel.resumeSending();
  expect(said()).toEqual(["drained"]);
});

test("a long response requests its own connection: without credit, or after 1 MiB without a frame from the other side", () => {
  const slow = setUp({ moves: true });
  slow.write(STREAM_WINDOW);
  expect(slow.said()).not.toContain("move");
  slow.write(1);
  expect([slow.said(), slow.channel.hasMoved]).toEqual([["move", "data 1 last"], true]);
  slow.write(10 * STREAM_WINDOW);
  expect(slow.said()).not.toContain("move");

  for (const talks of [true, false]) {
    const { channel, said, take, write } = setUp({ moves: true });
    channel.addCredit(10 * MEBIBYTE);
    write(MEBIBYTE);
    if (talks) take(1);
    write(1);
    write(1);
    expect(said().includes("move")).toBe(!talks);
  }
});

test("credit is given for half a window that was read, and the window of a reader that keeps up doubles", () => {
  const half = STREAM_WINDOW / 2;
  const { channel, said, take } = setUp();
  take(half - 1);
  expect(said()).toEqual([`heard ${half - 1}`]);
  take(1);
  expect(said()).toEqual(["heard 1", `credit ${half + STREAM_WINDOW}`]);
  channel.destroy();

  const slow = setUp();
  slow.channel.pause();
  slow.take(half);
  slow.take(half);
  expect(slow.said()).toEqual([]);
  slow.bed.pausesAgain = true;
  slow.channel.resume();
  expect(slow.said()).toEqual([`heard ${half}`, `credit ${half}`]);
});

test("a user that destroys the channel in its data handler gets no more data, and gives no credit", () => {
  const { channel, said, take } = setUp();
  channel.listener = { ...channel.listener, onData: () => channel.destroy() };
  channel.pause();
  take(STREAM_WINDOW / 2);
  take(STREAM_WINDOW / 2);
  channel.receiveEnd();
  channel.resume();
  expect(said()).toEqual(["close"]);
  const other = setUp();
  other.channel.listener = { ...other.channel.listener, onData: () => other.channel.destroy() };
  other.take(STREAM_WINDOW);
  expect(other.said()).toEqual(["close"]);
});
