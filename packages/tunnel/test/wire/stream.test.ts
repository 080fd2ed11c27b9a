import { expect, test } from "vitest";
import { STREAM_WINDOW } from "../../src/wire/index.ts";
import { createChannelBed as setUp } from "./stream-bed.ts";

test("a destroyed channel reports it once, and then nothing more", () => {
  const { channel, said, write } = setUp();
  channel.destroy();
  expect(said()).toEqual(["close"]);
  expect(write(5)).toBe(true);
  channel.end();
  channel.receiveEnd();
  channel.addCredit(5);
  channel.resumeSending();
  channel.close(true);
  channel.destroy();
  expect(said()).toEqual([]);
});

test("a destroyed channel keeps nothing, and tells its user once", () => {
  for (const lost of [true, false]) {
    const { channel, said, take, write } = setUp();
    channel.pause();
    take(5);
    write(STREAM_WINDOW + 10);
    said();
    channel.close(lost);
    channel.close(lost);
    expect(said()).toEqual(["close", lost ? "lost" : "cut"]);
    expect(channel.sendBufferBytes()).toBe(0);
    channel.resume();
    expect(said()).toEqual([]);
  }
});

test("bytes that arrive while buffered ones are delivered come after those", () => {
  const { channel, take } = setUp();
  const heard: number[] = [];
  channel.listener.onData = ({ length }) => {
    heard.push(length);
    if (length === 1) take(3);
  };
  channel.pause();
  take(1);
  take(2);
  channel.resume();
  expect(heard).toEqual([1, 2, 3]);
});

test("the end is sent once, after all bytes, and nothing after it", () => {
  const { channel, said, write } = setUp();
  write(0);
  write(5);
  channel.end();
  channel.end();
  expect(write(5)).toBe(true);
  channel.resumeSending();
  channel.addCredit(5);
  expect(said()).toEqual(["data 5 last", "end"]);

  const waiting = setUp();
  waiting.write(STREAM_WINDOW + 1);
  waiting.channel.end();
  expect(waiting.said()).not.toContain("end");
  waiting.channel.addCredit(1);
  expect(waiting.said()).toEqual(["data 1", "end", "drained"]);
});

test("both sides' ends close the channel; the end of one does not", () => {
  for (const first of ["end", "receiveEnd"] as const) {
    const { channel, said } = setUp();
    channel[first]();
    expect([said(), channel.destroyed]).toEqual([[first === "end" ? "end" : "ended"], false]);
    channel[first === "end" ? "receiveEnd" : "end"]();
    expect(said()).toEqual([first === "end" ? "ended" : "end", "close whole", "cut"]);
  }
});

test("the other side's end is reported once, after all bytes, and not to a paused user", () => {
  const { channel, said, take } = setUp();
  channel.pause();
  take(5);
  channel.receiveEnd();
  channel.receiveEnd();
  expect([said(), channel.receiveBufferBytes]).toEqual([[], 5]);
  channel.resume();
  channel.pause();
  channel.resume();
  expect([said(), channel.receiveBufferBytes]).toEqual([["heard 5", "ended"], 0]);
});

test("an end without bytes also waits for a paused user", () => {
  const { channel, said } = setUp();
  channel.pause();
  channel.receiveEnd();
  expect(said()).toEqual([]);
  channel.resume();
  expect(said()).toEqual(["ended"]);
});

test("bytes after the other side's end, and more than the window, violate the protocol", () => {
  const ended = setUp();
  ended.channel.receiveEnd();
  ended.said();
  ended.take(1);
  expect(ended.said()).toEqual(["fail"]);

  const { channel, said, take } = setUp();
  channel.pause();
  take(STREAM_WINDOW);
  expect(said()).toEqual([]);
  take(1);
  expect(said()).toEqual(["fail"]);
});

test("a user that pauses again in its data handler gets the chunks one by one", () => {
  for (const sole of [false, true]) {
    const { bed, channel, said, take } = setUp({ sole });
    channel.pause();
    take(1);
    take(2);
    said();
    bed.pausesAgain = true;
    channel.resume();
    expect(said()).toEqual(sole ? ["heard 1", "hold"] : ["heard 1"]);
    bed.pausesAgain = false;
    channel.resume();
    expect(said()).toEqual(sole ? ["heard 2", "let go"] : ["heard 2"]);
    channel.resume();
    expect(said()).toEqual([]);
  }
});

test("a dedicated channel pauses its connection, and has no window", () => {
  const { channel, said, take, write } = setUp({ sole: true });
  take(10 * STREAM_WINDOW);
  write(10 * STREAM_WINDOW);
  expect(said().filter((what) => !what.startsWith("data"))).toEqual([`heard ${10 * STREAM_WINDOW}`]);
  channel.pause();
  channel.resume();
  expect(said()).toEqual(["hold", "let go"]);
});

test("a channel that becomes dedicated pauses its connection if its user pauses", () => {
  for (const pauses of [true, false]) {
    const { channel, said } = setUp();
    if (pauses) channel.pause();
    channel.becomeDedicated();
    expect([said(), channel.isDedicated, channel.hasMoved]).toEqual([[pauses ? "hold" : "let go"], true, true]);
  }
});

test.each([
  ["alone, with a user that pauses", true, true, true, "close stuck"],
  ["alone, with bytes that wait", true, false, false, "close stuck"],
  ["alone, with neither", true, false, true, "close"],
  ["among others, with both", false, true, false, "close"],
])("a channel that is destroyed %s reports whether bytes were unread: %s", (_what, sole, pauses, open, closes) => {
  const { bed, channel, said, write } = setUp({ sole });
  if (pauses) channel.pause();
  bed.open = open;
  write(5);
  said();
  channel.close(false);
  expect(said()[0]).toBe(closes);
});
