import { expect, test } from "vitest";
import { CREDIT, DATA, END, NAME, OPEN, PING, PONG, RESET } from "../../src/wire/frame-reader.ts";
import { STREAM_WINDOW } from "../../src/wire/index.ts";
import { frame, listen } from "./ends.ts";
import { createHalf as setUp, turns } from "./half.ts";

test("pings are answered at once, or once the other side reads again, and each time once", async () => {
  const { carrier, socket, peer, told, types, say } = setUp();
  say(frame(0, PING, 0), frame(0, PING, 0));
  await turns();
  expect(types()).toEqual([PONG]);
  carrier.openStream({ isDedicated: true }).write("x".repeat(50_000));
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
  const heard = listen(carrier.openStream());
  peer.end();
  await heard.over;
  carrier.destroy();
  expect([carrier.closed, carrier.isResponsive(), carrier.isUsable(), carrier.countStreams(), closes]).toEqual([
    true,
    false,
    false,
    0,
    1,
  ]);
});

test("a channel learns whether it was reset by the other side or lost with the connection", async () => {
  const { carrier, socket, say } = setUp();
  const heard: boolean[] = [];
  for (let count = 0; count < 2; count++)
    carrier.openStream().listener = { onData() {}, onDrain() {}, onEnd() {}, onClose: (lost) => void heard.push(lost) };
  await turns();
  say(frame(1, RESET, 0));
  await turns();
  socket.destroy();
  await turns();
  expect(heard).toEqual([false, true]);
});

test("a closed connection opens channels that are closed, and sends nothing", async () => {
  const { carrier, types } = setUp();
  carrier.destroy();
  const channel = carrier.openStream();
  channel.write("lost");
  carrier.probe();
  await turns();
  expect([channel.destroyed, carrier.countStreams(), types()]).toEqual([true, 0, []]);
});

test("bytes written just before a connection is closed are still sent", async () => {
  const { carrier, types } = setUp();
  carrier.openStream().end();
  carrier.destroy();
  await turns();
  expect(types()).toEqual([OPEN, END]);
});

test("a channel that both sides have ended closes without a frame, and a destroyed one is reset at the other side", async () => {
  const { carrier, types, say } = setUp();
  const [whole, cut] = [carrier.openStream(), carrier.openStream()];
  const heard = listen(whole);
  whole.end();
  say(frame(1, END, 0));
  await heard.over;
  await turns();
  expect([types(), carrier.countStreams()]).toEqual([[OPEN, OPEN, END], 1]);
  cut.destroy();
  await turns();
  expect([types().slice(3), carrier.countStreams()]).toEqual([[RESET], 0]);
});

test.each([
  ["in use", true, 3, 14],
  ["idle", false, 15, 29],
])("a connection %s pings in time, and is closed after its silence", async (_what, inUse, asks, dies) => {
  const { carrier, types, until } = setUp();
  if (inUse) carrier.openStream();
  await until(asks - 1);
  expect(types()).not.toContain(PING);
  await until(asks + 2);
  expect(types().filter((type) => type === PING)).toEqual([PING]);
  await until(dies - 2);
  expect(carrier.closed).toBe(false);
  await until(dies);
  expect(carrier.closed).toBe(true);
});

test("no ping is sent while other frames are sent often enough", async () => {
  const { carrier, types, until, say } = setUp();
  const channel = carrier.openStream();
  for (let second = 2; second <= 40; second += 2) {
    channel.write("x");
    say(frame(0, PONG, 0));
    await until(second);
  }
  expect([carrier.closed, types().includes(PING)]).toEqual([false, false]);
});

test("a paused connection is not closed for its silence", async () => {
  const { carrier, until } = setUp();
  carrier.openStream({ isDedicated: true }).pause();
  await until(60);
  expect(carrier.closed).toBe(false);
});

test("a probe pings at once, and ends with the first byte received", async () => {
  let sure = 0;
  const { carrier, types, say } = setUp({ onResponsive: () => sure++ });
  say(frame(0, PONG, 0));
  await turns();
  carrier.probe();
  await turns();
  expect([types(), carrier.isResponsive(), sure]).toEqual([[PING], false, 0]);
  say(frame(0, PONG, 0));
  say(frame(0, PONG, 0));
  await turns();
  expect([carrier.isResponsive(), sure]).toEqual([true, 1]);
});

test("a connection learns its pool, its number, and whether it is spare", async () => {
  for (const reserve of [false, true]) {
    const { carrier, told } = setUp();
    carrier.sendName({ poolId: 0xffffffff, number: 1_000_001, isSpare: reserve });
    await turns();
    expect(told).toEqual([{ id: 0xffffffff, type: NAME, length: 2_000_002 + (reserve ? 1 : 0) }]);
    const other = setUp();
    other.say(frame(0xffffffff, NAME, told[0]!.length));
    await turns();
    expect(other.carrier).toMatchObject({ poolId: 0xffffffff, number: 1_000_001, isSpare: reserve });
  }
});

test("credit is given on a shared connection, and on no other", async () => {
  for (const sole of [false, true]) {
    const { carrier, types, say } = setUp();
    listen(carrier.openStream({ isDedicated: sole }));
    await turns();
    say(frame(1, DATA, STREAM_WINDOW / 2, "x".repeat(STREAM_WINDOW / 2)));
    await turns();
    expect(types().includes(CREDIT)).toBe(!sole);
  }
});
