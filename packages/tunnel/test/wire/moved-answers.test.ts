import { expect, test } from "vitest";
import { createDataConnection, STREAM_WINDOW, type Stream } from "../../src/wire/index.ts";
import { connect, join, listen, now, turn } from "./ends.ts";

test("a dedicated connection closes with a paused reader, and serves the next after one that was not", async () => {
  const { carrier, arrived } = join(undefined, () => {});
  carrier.openStream({ isDedicated: true }).destroy();
  const second = carrier.openStream({ isDedicated: true });
  const heard = listen(second);
  while (arrived.length < 2) await turn();
  arrived[1]!.write("next");
  await heard.until(4);
  second.pause();
  second.destroy();
  expect(carrier.closed).toBe(true);
});

/** Both sides of an agent's connections: one that is shared, and one that is kept for a long answer. */
function joinTwo(sizes?: readonly number[]) {
  const [near, far] = connect(sizes);
  const [spareNear, spareFar] = connect(sizes);
  const arrived: Stream[] = [];
  const carrier = createDataConnection({ socket: near, now });
  carrier.sendName({ poolId: 7, number: 1, isSpare: false });
  const spare = createDataConnection({
    socket: spareNear,
    now,
    onSpareTaken: (number) => (number === 1 ? carrier : undefined),
  });
  spare.sendName({ poolId: 7, number: 2, isSpare: true });
  const reserve = createDataConnection({ socket: spareFar, now });
  createDataConnection({ socket: far, now, onStream: (channel) => arrived.push(channel), findSpare: () => reserve });
  return { carrier, spare, reserve, arrived, far, spareFar };
}

test.each([[[65_536]], [[977]], [[7, 30_000]]])(
  "a long response continues on its own connection, split into %j",
  async (sizes) => {
    const { carrier, spare, reserve, arrived } = joinTwo(sizes);
    const heard = listen(carrier.openStream());
    while (arrived.length < 1) await turn();
    const answer = Buffer.alloc(6 * STREAM_WINDOW);
    for (let at = 0; at < answer.length; at += 4) answer.writeUInt32BE(at, at);
    listen(arrived[0]!);
    for (let at = 0; at < answer.length; at += 50_000) arrived[0]!.write(answer.subarray(at, at + 50_000));
    expect(arrived[0]!.hasMoved).toBe(true);
    arrived[0]!.end();
    await heard.over;
    expect(heard.bytes().equals(answer)).toBe(true);
    expect([carrier.closed, spare.closed, reserve.closed]).toEqual([false, false, false]);
  },
);

test("a visitor who disconnects closes the connection to which its response had moved, and no other", async () => {
  const { carrier, spare, arrived } = joinTwo();
  const channel = carrier.openStream();
  channel.pause();
  while (arrived.length < 1) await turn();
  const there = listen(arrived[0]!);
  arrived[0]!.write(Buffer.alloc(2 * STREAM_WINDOW));
  while (!channel.hasMoved) await turn();
  channel.destroy();
  await there.over;
  expect(there.closed).toBe(true);
  expect([carrier.closed, spare.closed]).toEqual([false, true]);
});

test("a response is closed when the connection that it moved to is lost", async () => {
  const { carrier, arrived, spareFar } = joinTwo();
  const channel = carrier.openStream();
  const heard = listen(channel);
  channel.pause();
  while (arrived.length < 1) await turn();
  arrived[0]!.write(Buffer.alloc(2 * STREAM_WINDOW));
  while (!channel.hasMoved) await turn();
  spareFar.destroy();
  await heard.over;
  expect(heard.closed && !heard.ended).toBe(true);
});
