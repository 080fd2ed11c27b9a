import { expect, test } from "vitest";
import { CHANNEL_WINDOW, createChannel } from "../../src/wire/channel.ts";

const FRAME = 65_536;
const MEBIBYTE = 1024 * 1024;

/** A channel whose connection and user are in the hands of the test: all that it says to either, in order. */
function setUp({ sole = false, moves = false } = {}) {
  const bed = { open: true, pausesAgain: false };
  const said: string[] = [];
  const channel = createChannel(
    {
      data(_bytes, from, to, done) {
        said.push(`data ${to - from}${done ? " last" : ""}`);
        return bed.open;
      },
      end: () => said.push("end"),
      credit: (bytes) => said.push(`credit ${bytes}`),
      close: (whole, stuck) => said.push(`close${whole ? " whole" : ""}${stuck ? " stuck" : ""}`),
      fail: () => said.push("fail"),
      hold: (held) => said.push(held ? "hold" : "let go"),
      move() {
        said.push("move");
        return moves;
      },
    },
    sole,
  );
  channel.user = {
    onData(bytes) {
      said.push(`heard ${bytes.length}`);
      if (bed.pausesAgain) channel.pause();
    },
    onDrain: () => said.push("drained"),
    onEnd: () => said.push("ended"),
    onClose: (lost) => said.push(lost ? "lost" : "cut"),
  };
  return {
    bed,
    channel,
    /** What was said since the last call. */
    said: () => said.splice(0),
    take: (length: number) => channel.take(Buffer.alloc(length)),
    write: (length: number) => channel.write(Buffer.alloc(length), () => {}),
  };
}

test("a channel that was destroyed says so once, and then nothing more to anybody", () => {
  const { channel, said, write } = setUp();
  channel.destroy();
  expect(said()).toEqual(["close"]);
  expect(write(5)).toBe(true);
  channel.end();
  channel.finish();
  channel.grant(5);
  channel.pump();
  channel.close(true);
  channel.destroy();
  expect(said()).toEqual([]);
});

test("a channel that is cut keeps nothing, and tells its user once", () => {
  for (const lost of [true, false]) {
    const { channel, said, take, write } = setUp();
    channel.pause();
    take(5);
    write(CHANNEL_WINDOW + 10);
    said();
    channel.close(lost);
    channel.close(lost);
    expect(said()).toEqual(["close", lost ? "lost" : "cut"]);
    expect(channel.unsent).toBe(0);
    channel.resume();
    expect(said()).toEqual([]);
  }
});

test("the end is said once, after all bytes, and nothing after it", () => {
  const { channel, said, write } = setUp();
  write(0);
  write(5);
  channel.end();
  channel.end();
  expect(write(5)).toBe(true);
  expect(said()).toEqual(["data 5 last", "end"]);

  const waiting = setUp();
  waiting.write(CHANNEL_WINDOW + 1);
  waiting.channel.end();
  expect(waiting.said()).not.toContain("end");
  waiting.channel.grant(1);
  expect(waiting.said()).toEqual(["data 1", "end", "drained"]);
});

test("both sides' ends close it whole; the end of one does not", () => {
  for (const first of ["end", "finish"] as const) {
    const { channel, said } = setUp();
    channel[first]();
    expect([said(), channel.destroyed]).toEqual([[first === "end" ? "end" : "ended"], false]);
    channel[first === "end" ? "finish" : "end"]();
    expect(said()).toEqual([first === "end" ? "ended" : "end", "close whole", "cut"]);
  }
});

test("the other side's end is told once, after all bytes, and not to a user that pauses", () => {
  const { channel, said, take } = setUp();
  channel.pause();
  take(5);
  channel.finish();
  channel.finish();
  expect([said(), channel.unread]).toEqual([[], 5]);
  channel.resume();
  channel.pause();
  channel.resume();
  expect([said(), channel.unread]).toEqual([["heard 5", "ended"], 0]);
});

test("bytes after the other side's end, and more than the window, break the rules", () => {
  const ended = setUp();
  ended.channel.finish();
  ended.said();
  ended.take(1);
  expect(ended.said()).toEqual(["fail"]);

  const { channel, said, take } = setUp();
  channel.pause();
  take(CHANNEL_WINDOW);
  expect(said()).toEqual([]);
  take(1);
  expect(said()).toEqual(["fail"]);
});

test("a user that pauses again while it is told of bytes gets them one by one", () => {
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

test("a channel that is alone on its connection holds that back, and has no window", () => {
  const { channel, said, take, write } = setUp({ sole: true });
  take(10 * CHANNEL_WINDOW);
  write(10 * CHANNEL_WINDOW);
  expect(said().filter((what) => !what.startsWith("data"))).toEqual([`heard ${10 * CHANNEL_WINDOW}`]);
  channel.pause();
  channel.resume();
  expect(said()).toEqual(["hold", "let go"]);
});

test("one that comes to be alone holds its connection back if its user pauses", () => {
  for (const pauses of [true, false]) {
    const { channel, said } = setUp();
    if (pauses) channel.pause();
    channel.turnSole();
    expect([said(), channel.alone, channel.moved]).toEqual([[pauses ? "hold" : "let go"], true, true]);
  }
});

test.each([
  ["alone, with a user that pauses", true, true, true, "close stuck"],
  ["alone, with bytes that wait", true, false, false, "close stuck"],
  ["alone, with neither", true, false, true, "close"],
  ["among others, with both", false, true, false, "close"],
])("a channel that is cut %s says whether bytes stand in the way: %s", (_what, sole, pauses, open, closes) => {
  const { bed, channel, said, write } = setUp({ sole });
  if (pauses) channel.pause();
  bed.open = open;
  write(5);
  said();
  channel.close(false);
  expect(said()[0]).toBe(closes);
});

test("large pieces leave in frames of 64 KiB, and are given back with the whole of them", () => {
  const { channel, said, write } = setUp({ sole: true });
  for (const length of [FRAME, FRAME + 1, 1]) write(length);
  expect(said()).toEqual([`data ${FRAME} last`, `data ${FRAME}`, "data 1", "data 1 last"]);
  expect(channel.unsent).toBe(0);
});

test("no more leaves than the other side has room for, and what waits is counted", () => {
  const { channel, said, write } = setUp();
  expect(write(CHANNEL_WINDOW)).toBe(true);
  expect(write(100)).toBe(false);
  expect(said().filter((what) => what.startsWith("data"))).toHaveLength(CHANNEL_WINDOW / FRAME);
  expect(channel.unsent).toBe(100);
  channel.grant(40);
  expect([said(), channel.unsent]).toEqual([["data 40", "move"], 60]);
  channel.grant(1_000);
  expect(said()).toEqual(["data 60", "drained"]);
  channel.grant(5);
  channel.pump();
  expect(said()).toEqual([]);
});

test("a connection that takes no more is waited for, and its user is told once that it does again", () => {
  const { bed, channel, said, write } = setUp();
  bed.open = false;
  expect([write(5), write(6)]).toEqual([false, false]);
  expect(said()).toEqual(["data 5 last", "data 6 last"]);
  bed.open = true;
  channel.pump();
  channel.pump();
  expect(said()).toEqual(["drained"]);
});

test("a long answer asks for a connection of its own: without room, or after 1 MiB without a word from the other side", () => {
  const slow = setUp({ moves: true });
  slow.write(CHANNEL_WINDOW);
  expect(slow.said()).not.toContain("move");
  slow.write(1);
  expect([slow.said(), slow.channel.moved]).toEqual([["move", "data 1 last"], true]);
  slow.write(10 * CHANNEL_WINDOW);
  expect(slow.said()).not.toContain("move");

  for (const talks of [true, false]) {
    const { channel, said, take, write } = setUp({ moves: true });
    channel.grant(10 * MEBIBYTE);
    write(MEBIBYTE);
    if (talks) take(1);
    write(1);
    write(1);
    expect(said().includes("move")).toBe(!talks);
  }
});

test("credit is given for half a window that was read, and the window of a reader that keeps up doubles", () => {
  const half = CHANNEL_WINDOW / 2;
  const { channel, said, take } = setUp();
  take(half - 1);
  expect(said()).toEqual([`heard ${half - 1}`]);
  take(1);
  expect(said()).toEqual(["heard 1", `credit ${half + CHANNEL_WINDOW}`]);
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

test("a user that destroys the channel while it is told of bytes is told no more, and gives no credit", () => {
  const { channel, said, take } = setUp();
  channel.user = { ...channel.user, onData: () => channel.destroy() };
  channel.pause();
  take(CHANNEL_WINDOW / 2);
  take(CHANNEL_WINDOW / 2);
  channel.finish();
  channel.resume();
  expect(said()).toEqual(["close"]);
  const other = setUp();
  other.channel.user = { ...other.channel.user, onData: () => other.channel.destroy() };
  other.take(CHANNEL_WINDOW);
  expect(other.said()).toEqual(["close"]);
});
