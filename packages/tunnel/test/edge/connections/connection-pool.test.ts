import { duplexPair } from "node:stream";
import { expect, test } from "vitest";
import type { AppConnection } from "../../../src/edge/connections/app-connection.ts";
import { createConnectionPool } from "../../../src/edge/connections/connection-pool.ts";
import type { ConnectionPool } from "../../../src/edge/connections/connection-pool-types.ts";
import { createDataConnection, type DataConnection, type Stream } from "../../../src/wire/index.ts";

const NOBODY = { onHead() {}, onBody() {}, onEnd() {}, onReadDone() {}, onAppDrain() {}, onDrain() {}, onLost() {} };

function setUp(sharedConnections = 0, spareConnections = 0, maxConnections = 100) {
  const bed = { time: 0, dialled: 0 };
  const pool = createConnectionPool({
    sharedConnections: sharedConnections,
    dedicatedConnections: 4,
    spareConnections: spareConnections,
    maxConnections,
    reuseTimeoutMs: 4_000,
    acquireTimeoutMs: 10_000,
    now: () => bed.time,
    sendBuffers: { track() {}, untrack() {} },
    dial(count) {
      bed.dialled += count;
      return true;
    },
    onEmpty() {},
  });
  return { bed, pool };
}

/** Adds the links that were asked for. */
function arrive(pool: ConnectionPool, count: number): void {
  for (let at = 0; at < count; at++) pool.add(duplexPair()[0]);
}

function take(pool: ConnectionPool, fresh = false, needsDedicated = false): AppConnection | null | undefined {
  let taken: AppConnection | null | undefined;
  pool.acquire(
    (link) => {
      taken = link;
    },
    { needsFresh: fresh, needsDedicated: needsDedicated },
  );
  return taken;
}

test("opens a few connections ahead, and more as they are used", () => {
  const { bed, pool } = setUp();
  pool.dialMissing();
  expect(bed.dialled).toBe(4);
  arrive(pool, 4);
  for (let at = 0; at < 4; at++) expect(take(pool)).toBeTruthy();
  expect(bed.dialled).toBe(8);
});

test.each(["drain", "destroy"] as const)("%s() closes thousands of connections, and fails at none", (end) => {
  const { pool } = setUp(0, 0, 4_000);
  arrive(pool, 4_000);
  expect(pool.countConnections()).toBe(4_000);
  pool[end]();
  expect(pool.countConnections()).toBe(0);
});

test("a connection used by a long response is replaced at once, because the next may be as long", async () => {
  const { bed, pool } = setUp(1, 2);
  pool.dialMissing();
  expect(bed.dialled).toBe(7);
  const agents: DataConnection[] = [];
  for (let at = 0; at < 7; at++) {
    const [edge, agent] = duplexPair();
    const toReserve = () => agents.find((agent) => agent.isSpare && agent.countStreams() === 0);
    const onOpen = (channel: Stream) => {
      channel.listener = { ...NOBODY, onData: () => channel.write(Buffer.alloc(1_000_000)), onClose() {} };
    };
    agents.push(createDataConnection({ socket: agent, now: () => bed.time, onStream: onOpen, findSpare: toReserve }));
    pool.add(edge);
  }
  await expect.poll(() => agents.some(({ isSpare }) => isSpare)).toBe(true);
  take(pool)!.sendRequest(NOBODY, "GET", "GET / HTTP/1.1\r\n\r\n");
  await expect.poll(() => bed.dialled).toBe(8);
});

test("the connection used last is used first", () => {
  const { pool } = setUp();
  arrive(pool, 3);
  const link = take(pool)!;
  link.sendRequest(NOBODY, "GET", "");
  link.release();
  expect(take(pool)).toBe(link);
});

test("a connection idle for long is not reused", () => {
  const { bed, pool } = setUp();
  arrive(pool, 2);
  const link = take(pool)!;
  link.sendRequest(NOBODY, "GET", "");
  link.release();
  bed.time = 4_001;
  expect(take(pool)).not.toBe(link);
  // The connection to the agent is as good as before.
  expect(pool.countConnections()).toBe(2);
});

test("a request that cannot be repeated gets no connection that the app may be closing", () => {
  const { bed, pool } = setUp();
  arrive(pool, 4);
  const link = take(pool)!;
  link.sendRequest(NOBODY, "GET", "");
  link.release();
  bed.time = 1_000;
  const fresh = take(pool, true)!;
  expect(fresh).not.toBe(link);
  expect(fresh.requestCount).toBe(0);
});

test("idle connections close, except the spare ones", () => {
  const { bed, pool } = setUp();
  arrive(pool, 20);
  bed.time = 5_000;
  pool.checkTimeouts();
  expect(pool.countConnections()).toBe(4);
});

test("a draining pool rejects new requests, and finishes running ones", () => {
  const { pool } = setUp();
  arrive(pool, 2);
  const link = take(pool)!;
  pool.drain();
  expect(pool.countConnections()).toBe(1);
  expect(take(pool)).toBe(null);
  link.release();
  expect(pool.countConnections()).toBe(0);
});

test("requests share a connection; those that may be large get a dedicated one", () => {
  const { bed, pool } = setUp(1);
  pool.dialMissing();
  expect(bed.dialled).toBe(5);
  arrive(pool, 5);
  for (let at = 0; at < 50; at++) expect(take(pool, at % 2 === 0)).toBeTruthy();
  expect(bed.dialled).toBe(5);
  expect(take(pool, true, true)).toBeTruthy();
  expect(bed.dialled).toBe(6);
});

test("connections are kept for long responses, once those needed for requests exist", () => {
  const { bed, pool } = setUp(1, 2);
  pool.dialMissing();
  expect(bed.dialled).toBe(7);
  arrive(pool, 7);
  for (let at = 0; at < 4; at++) expect(take(pool, false, true)).toBeTruthy();
  // The other two are the agent's to use.
  expect(take(pool, false, true)).toBe(undefined);
});

test("a probed connection gets no request until it has answered", async () => {
  const { pool } = setUp(1);
  const [socket, agent] = duplexPair();
  agent.resume();
  pool.add(socket);
  const before = take(pool)!;
  expect(before).toBeTruthy();
  pool.probe();
  let taken: AppConnection | null = null;
  pool.acquire(
    (link) => {
      taken = link;
    },
    { needsFresh: true, needsDedicated: false },
  );
  expect(taken).toBe(null);
  // PONG
  agent.write(Buffer.from([0, 0, 0, 0, 6, 0, 0, 0]));
  await new Promise(setImmediate);
  expect(taken).toBeTruthy();
});

test("a connection that does not answer a probe is closed, and waiting users are told", async () => {
  const { bed, pool } = setUp(1);
  const [socket, agent] = duplexPair();
  agent.resume();
  pool.add(socket);
  const losses: string[] = [];
  take(pool)!.sendRequest({ ...NOBODY, onLost: (reason) => void losses.push(reason) }, "GET", "GET / HTTP/1.1\r\n\r\n");
  pool.probe();
  for (bed.time = 1_000; bed.time <= 5_000; bed.time += 1_000) pool.checkTimeouts();
  expect(losses).toEqual(["disconnected"]);
  expect(pool.countConnections()).toBe(0);
});

test("waiting requests are served as soon as there is a connection to share", () => {
  const { pool } = setUp(1);
  const taken: (AppConnection | null)[] = [];
  for (let at = 0; at < 3; at++) pool.acquire((link) => taken.push(link), { needsFresh: false, needsDedicated: false });
  expect(taken).toEqual([]);
  pool.add(duplexPair()[0]);
  expect(taken).toHaveLength(3);
});

test("a shared connection of a draining pool closes with its last request", () => {
  const { pool } = setUp(1);
  pool.add(duplexPair()[0]);
  const link = take(pool)!;
  pool.drain();
  expect(pool.countConnections()).toBe(1);
  link.release();
  expect(pool.countConnections()).toBe(0);
});
