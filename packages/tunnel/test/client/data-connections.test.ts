import type { Socket } from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import { expect, test } from "vitest";
import { createDataConnections } from "../../src/client/data-connections.ts";
import { STREAM_WINDOW, type Stream } from "../../src/wire/index.ts";
import { frame, turn } from "../wire/ends.ts";

/** The edge's ends of an agent's connections, each named as an edge would, and the streamCount that the agent serves. */
function setUp() {
  const served: Stream[] = [];
  const happened: string[] = [];
  const connections = createDataConnections({
    now: () => 0,
    serve: (channel) => served.push(channel),
    onEmpty: () => happened.push("empty"),
  });
  const add = (owner: number, number: number, reserve: boolean): Duplex => {
    const [edge, own] = duplexPair();
    edge.resume();
    connections.add(own as Socket, Buffer.alloc(0));
    edge.write(frame(owner, 7, number * 2 + (reserve ? 1 : 0)));
    return edge;
  };
  return { connections, served, happened, add };
}

test.each([
  ["moves to a connection that the same edge keeps for it", 7, true, true],
  ["does not move to one that another edge keeps", 8, true, false],
  ["does not move to one that is shared", 7, false, false],
])("a long response %s", async (_what, owner, reserve, moves) => {
  const { served, add } = setUp();
  const first = add(7, 1, false);
  add(owner, 2, reserve);
  first.write(frame(1, 0, 0));
  await turn();
  served[0]!.write(Buffer.alloc(STREAM_WINDOW + 1));
  await turn();
  expect(served[0]!.hasMoved).toBe(moves);
});

test("a long response does not move to a connection that has not answered a probe", async () => {
  const { connections, served, add } = setUp();
  const first = add(7, 1, false);
  add(7, 2, true);
  first.write(frame(1, 0, 0));
  await turn();
  connections.probeIdle();
  served[0]!.write(Buffer.alloc(STREAM_WINDOW + 1));
  await turn();
  expect(served[0]!.hasMoved).toBe(false);
});

test("a second long response does not move to the connection that carries the first", async () => {
  const { served, add } = setUp();
  const first = add(7, 1, false);
  add(7, 2, true);
  for (const id of [1, 3]) first.write(frame(id, 0, 0));
  await turn();
  for (const stream of served) {
    stream.write(Buffer.alloc(STREAM_WINDOW + 1));
    await turn();
  }
  expect(served.map(({ hasMoved }) => hasMoved)).toEqual([true, false]);
});

test("a lost connection is removed with its stream count, and the loss of the last one is reported", async () => {
  const { connections, happened, add } = setUp();
  const ends = [add(7, 1, false), add(7, 2, false)];
  ends[0]!.write(frame(1, 0, 0));
  await turn();
  expect([connections.size, connections.streamCount]).toEqual([2, 1]);
  ends[0]!.destroy();
  ends[0]!.end();
  connections.destroy();
  expect([connections.size, connections.streamCount]).toEqual([0, 0]);
  expect(happened).toEqual(["empty"]);
});

test("connections are probed or checked, idle ones separately if requested, and all close together", async () => {
  const { connections, served, happened, add } = setUp();
  const ends = [add(7, 1, false), add(7, 2, false)];
  ends[0]!.write(frame(1, 0, 0));
  ends[0]!.write(frame(3, 0, 0));
  await turn();
  expect([served.length, connections.streamCount]).toEqual([2, 2]);
  const asked: number[] = [];
  for (const [at, end] of ends.entries()) end.on("data", (bytes: Buffer) => bytes.length > 0 && asked.push(at));
  connections.probeIdle();
  await turn();
  expect(asked.splice(0)).toEqual([1]);
  connections.probe();
  await turn();
  expect(new Set(asked.splice(0))).toEqual(new Set([0, 1]));
  connections.destroy();
  await turn();
  expect([connections.size, happened]).toEqual([0, ["empty"]]);
});

test("silent connections are detected by the check that runs every second", () => {
  let time = 0;
  const connections = createDataConnections({ now: () => time, serve() {}, onEmpty() {} });
  for (let count = 0; count < 2; count++) connections.add(duplexPair()[1] as Socket, Buffer.alloc(0));
  for (; time < 60_000; time += 1_000) connections.checkHeartbeats();
  expect(connections.size).toBe(0);
});

test("bytes that arrive with the upgrade response are the connection's first bytes", async () => {
  const { connections, served } = setUp();
  connections.add(duplexPair()[1] as Socket, frame(1, 0, 0));
  await turn();
  expect(served).toHaveLength(1);
});
