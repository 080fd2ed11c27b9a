import { duplexPair } from "node:stream";
import { expect, test } from "vitest";
import {
  CREDIT,
  createFrameReader,
  DATA,
  END,
  MOVED,
  NAME,
  OPEN,
  PING,
  PONG,
  RESET,
  TAKE,
} from "../../src/wire/frame-reader.ts";
import { CHANNEL_WINDOW, type Channel, createCarrier } from "../../src/wire/index.ts";
import { frame, listen, turn } from "./ends.ts";

const turns = async () => {
  for (let count = 0; count < 4; count++) await turn();
};

type Options = Partial<Parameters<typeof createCarrier>[0]>;

/** A carrier, and the other side by hand: what it is told, as it comes. */
function setUp(options: Options = {}) {
  const bed = { time: 0 };
  const [socket, peer] = duplexPair();
  const told: { id: number; type: number; length: number }[] = [];
  const frames = createFrameReader({
    onFrame: (id, type, length) => told.push({ id, type, length }),
    onData() {},
    isOver: () => false,
  });
  peer.on("data", frames.push);
  peer.on("error", () => {});
  const carrier = createCarrier({ socket, now: () => bed.time, ...options });
  return {
    bed,
    socket,
    peer,
    carrier,
    told,
    types: () => told.map(({ type }) => type),
    say: (...all: Buffer[]) => peer.write(Buffer.concat(all)),
    /** Looks after the connection each second until this one. */
    async until(second: number) {
      while (bed.time < second * 1_000) {
        bed.time += 1_000;
        carrier.check();
        await turn();
      }
    },
  };
}

test("questions are answered at once, or once the other side reads again, and each time once", async () => {
  const { carrier, socket, peer, told, types, say } = setUp();
  say(frame(0, PING, 0), frame(0, PING, 0));
  await turns();
  expect(types()).toEqual([PONG]);
  carrier.open(true).write("x".repeat(50_000));
  peer.pause();
  await turns();
  expect(socket.writableNeedDrain).toBe(true);
  say(frame(0, PING, 0));
  say(frame(0, PING, 0));
  await turns();
  told.length = 0;
  peer.resume();
  await turns();
  expect(types().filter((type) => type === PONG)).toEqual([PONG]);
  told.length = 0;
  say(frame(0, PONG, 0));
  await turns();
  expect(types()).toEqual([]);
});

test("the other side's end closes a connection with all its channels", async () => {
  let closes = 0;
  const { carrier, peer } = setUp({ onClose: () => closes++ });
  const heard = listen(carrier.open());
  peer.end();
  await heard.over;
  carrier.destroy();
  expect([carrier.closed, carrier.sure, carrier.usable, carrier.size, closes]).toEqual([true, false, false, 0, 1]);
});

test("a channel hears whether it was cut by the other side or lost with the connection", async () => {
  const { carrier, socket, say } = setUp();
  const heard: boolean[] = [];
  for (let count = 0; count < 2; count++)
    carrier.open().user = { onData() {}, onDrain() {}, onEnd() {}, onClose: (lost) => void heard.push(lost) };
  await turns();
  say(frame(1, RESET, 0));
  await turns();
  socket.destroy();
  await turns();
  expect(heard).toEqual([false, true]);
});

test("a connection that is closed opens channels that are closed, and says nothing", async () => {
  const { carrier, types } = setUp();
  carrier.destroy();
  const channel = carrier.open();
  channel.write("lost");
  carrier.doubt();
  await turns();
  expect([channel.destroyed, carrier.size, types()]).toEqual([true, 0, []]);
});

test("what was said last before a connection is closed still leaves", async () => {
  const { carrier, types } = setUp();
  carrier.open().end();
  carrier.destroy();
  await turns();
  expect(types()).toEqual([OPEN, END]);
});

test("a channel that both sides have ended is over without a word, and one that is cut is cut at the other side", async () => {
  const { carrier, types, say } = setUp();
  const [whole, cut] = [carrier.open(), carrier.open()];
  const heard = listen(whole);
  whole.end();
  say(frame(1, END, 0));
  await heard.over;
  await turns();
  expect([types(), carrier.size]).toEqual([[OPEN, OPEN, END], 1]);
  cut.destroy();
  await turns();
  expect([types().slice(3), carrier.size]).toEqual([[RESET], 0]);
});

test.each([
  ["in use", true, 3, 14],
  ["idle", false, 15, 29],
])("a connection %s asks in time, and is closed after its silence", async (_what, inUse, asks, dies) => {
  const { carrier, types, until } = setUp();
  if (inUse) carrier.open();
  await until(asks - 1);
  expect(types()).not.toContain(PING);
  await until(asks + 2);
  expect(types().filter((type) => type === PING)).toEqual([PING]);
  await until(dies - 2);
  expect(carrier.closed).toBe(false);
  await until(dies);
  expect(carrier.closed).toBe(true);
});

test("whoever says something often enough is not asked", async () => {
  const { carrier, types, until, say } = setUp();
  const channel = carrier.open();
  for (let second = 2; second <= 40; second += 2) {
    channel.write("x");
    say(frame(0, PONG, 0));
    await until(second);
  }
  expect([carrier.closed, types().includes(PING)]).toEqual([false, false]);
});

test("a connection that is held back is not closed for its silence", async () => {
  const { carrier, until } = setUp();
  carrier.open(true).pause();
  await until(60);
  expect(carrier.closed).toBe(false);
});

test("a doubt asks at once, and is over with the first word", async () => {
  let sure = 0;
  const { carrier, types, say } = setUp({ onSure: () => sure++ });
  say(frame(0, PONG, 0));
  await turns();
  carrier.doubt();
  await turns();
  expect([types(), carrier.sure, sure]).toEqual([[PING], false, 0]);
  say(frame(0, PONG, 0));
  say(frame(0, PONG, 0));
  await turns();
  expect([carrier.sure, sure]).toEqual([true, 1]);
});

test("a connection is told its owner, its number, and whether it is kept for long answers", async () => {
  for (const reserve of [false, true]) {
    const { carrier, told } = setUp();
    carrier.name(0xffffffff, 1_000_001, reserve);
    await turns();
    expect(told).toEqual([{ id: 0xffffffff, type: NAME, length: 2_000_002 + (reserve ? 1 : 0) }]);
    const other = setUp();
    other.say(frame(0xffffffff, NAME, told[0]!.length));
    await turns();
    expect(other.carrier).toMatchObject({ owner: 0xffffffff, number: 1_000_001, reserve });
  }
});

/** A connection on which an answer begins, and one that is kept for long answers. */
function setUpMove() {
  const first = setUp();
  const reserve = setUp({ onTake: (number) => (number === 1 ? first.carrier : undefined) });
  const channel = first.carrier.open();
  const heard = listen(channel);
  return { first, reserve, channel, heard };
}

test("bytes that moved wait for those before them, in whichever order the connections deliver", async () => {
  for (const early of [true, false]) {
    const { first, reserve, heard } = setUpMove();
    const moved = () => reserve.say(frame(1, TAKE, 1), frame(1, DATA, 3, "two"), frame(1, END, 0));
    const before = () => first.say(frame(1, DATA, 3, "one"), frame(1, MOVED, 0));
    for (const step of early ? [moved, before] : [before, moved]) {
      step();
      await turns();
    }
    await heard.over;
    expect([String(heard.bytes()), heard.ended]).toEqual(["onetwo", true]);
  }
});

test("an answer moves once: a second connection that would take it over is closed", async () => {
  const { first, reserve, channel } = setUpMove();
  const second = setUp({ onTake: () => first.carrier });
  first.say(frame(1, MOVED, 0));
  reserve.say(frame(1, TAKE, 1));
  await turns();
  second.say(frame(1, TAKE, 1));
  await turns();
  expect([channel.alone, reserve.carrier.closed, second.carrier.closed]).toEqual([true, false, true]);
});

test("a visitor who leaves closes the connection to which its answer had moved, without the agent's help", async () => {
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
  let channel!: Channel;
  const first = setUp({ onOpen: (opened) => (channel = opened), toReserve: () => reserve.carrier });
  first.say(frame(1, OPEN, 0));
  await turns();
  const heard = listen(channel);
  reserve.peer.pause();
  channel.write(Buffer.alloc(2 * CHANNEL_WINDOW));
  await turns();
  expect(channel.moved).toBe(true);
  return { first, reserve, channel, heard };
}

test("an answer that has moved goes on when its new connection is read", async () => {
  const { channel, heard, reserve } = await setUpMoved();
  expect([channel.write("more"), heard.drained]).toEqual([false, 0]);
  reserve.peer.resume();
  while (heard.drained === 0) await turn();
});

test("an answer that has moved is lost with its new connection", async () => {
  const { first, reserve, heard } = await setUpMoved();
  reserve.socket.destroy();
  await heard.over;
  expect([heard.closed, first.carrier.closed]).toEqual([true, false]);
});

test("an answer that has moved and is cut takes its new connection along, and no other", async () => {
  const { first, reserve } = await setUpMoved();
  first.say(frame(1, RESET, 0));
  await turns();
  expect([reserve.carrier.closed, first.carrier.closed]).toEqual([true, false]);
});

test("credit for bytes that were read is given to whoever sends on a shared connection, and to no other", async () => {
  for (const sole of [false, true]) {
    const { carrier, types, say } = setUp();
    listen(carrier.open(sole));
    await turns();
    say(frame(1, DATA, CHANNEL_WINDOW / 2, "x".repeat(CHANNEL_WINDOW / 2)));
    await turns();
    expect(types().includes(CREDIT)).toBe(!sole);
  }
});
