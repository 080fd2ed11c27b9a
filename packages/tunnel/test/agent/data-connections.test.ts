import type { Socket } from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import { expect, test } from "vitest";
import { createDataConnections } from "../../src/agent/data-connections.ts";
import { CHANNEL_WINDOW, type Channel } from "../../src/wire/index.ts";
import { frame, turn } from "../wire/ends.ts";

/** The edge's ends of an agent's connections, each named as an edge would, and the channels that the agent serves. */
function setUp() {
  const served: Channel[] = [];
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
])("a long answer %s", async (_what, owner, reserve, moves) => {
  const { served, add } = setUp();
  const first = add(7, 1, false);
  add(owner, 2, reserve);
  first.write(frame(1, 0, 0));
  await turn();
  served[0]!.write(Buffer.alloc(CHANNEL_WINDOW + 1));
  await turn();
  expect(served[0]!.moved).toBe(moves);
});

test("a lost connection is forgotten with its channels, and the loss of the last one is reported", async () => {
  const { connections, happened, add } = setUp();
  const ends = [add(7, 1, false), add(7, 2, false)];
  ends[0]!.write(frame(1, 0, 0));
  await turn();
  expect([connections.size, connections.channels]).toEqual([2, 1]);
  ends[0]!.destroy();
  ends[0]!.end();
  connections.destroy();
  expect([connections.size, connections.channels]).toEqual([0, 0]);
  expect(happened).toEqual(["empty"]);
});
