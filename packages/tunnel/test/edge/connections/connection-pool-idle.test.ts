import { expect, test } from "vitest";
import { createDataConnection, type DataConnection } from "../../../src/wire/index.ts";
import { turn } from "../../wire/ends.ts";
import { createPoolBed, nobody } from "./connection-pool-setup.ts";

const shared = { needsDedicated: false };

/** A pool whose client has so many data connections, and that client's ends of them. */
function setUp(sharedConnections: number, more: { dedicated?: number; spare?: number } = {}) {
  const { dedicated = 0, spare = 0 } = more;
  const set = createPoolBed({ sharedConnections, dedicatedConnections: dedicated, spareConnections: spare });
  set.arrive(sharedConnections + dedicated + spare);
  const ends = set.agents.map((socket) => createDataConnection({ socket, now: () => set.bed.time, onStream() {} }));
  const settle = async () => {
    for (let count = 0; count < 4; count++) await turn();
  };
  return { ...set, ends, settle };
}

test("every connection to the app that was idle for more than 4 s is closed, and none that was used since", async () => {
  const { bed, pool, ends, settle, take } = setUp(1);
  const links = [1, 2, 3].map(() => take(shared).link!);
  for (const link of links) link.sendRequest(nobody, "GET", "GET / HTTP/1.1\r\n\r\n");
  links[0]!.release();
  links[1]!.release();
  bed.time = 1;
  links[2]!.release();
  await settle();
  expect(ends[0]!.countStreams()).toBe(3);
  bed.time = 4_001;
  pool.checkTimeouts();
  await settle();
  expect(ends[0]!.countStreams()).toBe(1);
});

test("a draining pool ends at once if all of its connections to the app are idle", () => {
  const { bed, pool, take } = setUp(2);
  const links = [1, 2, 3, 4].map(() => take(shared).link!);
  for (const link of links) link.release();
  pool.drain();
  expect([pool.countConnections(), bed.empty]).toEqual([0, 1]);
});

test("a draining pool closes its idle connections to the app before the last request ends", async () => {
  const { pool, ends, settle, take } = setUp(1);
  const [busy, idle] = [take(shared).link!, take(shared).link!];
  busy.sendRequest(nobody, "GET", "GET / HTTP/1.1\r\n\r\n");
  idle.release();
  pool.drain();
  await settle();
  expect([pool.countConnections(), ends[0]!.countStreams()]).toEqual([1, 1]);
});

test("a client can tell the connections of two pools apart, and those of one by their numbers and purpose", async () => {
  const pools = [1, 2].map(() => setUp(1, { dedicated: 1, spare: 1 }));
  for (const { settle } of pools) await settle();
  const nameOf = ({ number, isSpare }: DataConnection) => `${number}${isSpare ? " spare" : ""}`;
  for (const { ends } of pools) expect(ends.map(nameOf)).toEqual(["1", "2", "3 spare"]);
  const ids = pools.map(({ ends }) => new Set(ends.map(({ poolId }) => poolId)));
  expect(ids.map(({ size }) => size)).toEqual([1, 1]);
  expect(new Set(ids.flatMap((each) => [...each])).size).toBe(2);
});
