import { once } from "node:events";
import { describe, expect, test } from "vitest";
import type { ConnectionPoolOptions } from "../../../src/edge/connections/connection-pool-types.ts";
import { createDataConnection, type DataConnection, type Stream } from "../../../src/wire/index.ts";
import { turn } from "../../wire/ends.ts";
import { createPoolBed, nobody } from "./connection-pool-setup.ts";

const HEAD = "GET / HTTP/1.1\r\n\r\n";
const turns = async () => {
  for (let count = 0; count < 4; count++) await turn();
};

/** A pool and the agent's ends of so many connections, with the channels that are open there. */
function setUp(count: number, options: Partial<ConnectionPoolOptions>) {
  const set = createPoolBed(options);
  set.arrive(count);
  const channels: Stream[] = [];
  const onOpen = (channel: Stream) => {
    channels.push(channel);
    channel.listener = { ...nobody, onData() {}, onClose: () => channels.splice(channels.indexOf(channel), 1) };
  };
  const ends = set.agents.map((socket) => createDataConnection({ socket, now: () => set.bed.time, onStream: onOpen }));
  return { ...set, channels, ends, sizes: () => ends.map((end: DataConnection) => end.countStreams()) };
}

const kinds = [
  ["on a shared connection", { sharedConnections: 1 }, { needsDedicated: false }],
  ["on a connection of its own", { sharedConnections: 0 }, { needsDedicated: true }],
] as const;

describe.each(kinds)("a connection to the app %s", (_kind, options, needs) => {
  test("is reused within 4 s, or half a second if a request cannot be repeated", () => {
    for (const [fresh, within] of [
      [false, 4_000],
      [true, 500],
    ] as const) {
      const { bed, take } = setUp(1, options);
      const link = take(needs).link!;
      link.sendRequest(nobody, "GET", HEAD);
      link.release();
      bed.time = within;
      expect(take({ ...needs, needsFresh: fresh }).link).toBe(link);
      link.release();
      bed.time += within + 1;
      const other = take({ ...needs, needsFresh: fresh }).link;
      expect(other).toBeTruthy();
      expect(other).not.toBe(link);
      if (needs.needsDedicated) expect(take(needs).link).toBe(undefined);
    }
  });

  test("is closed at the app's side after 4 s of idleness, and its data connection stays open", async () => {
    const { bed, pool, channels, sockets, take } = setUp(1, { ...options, dedicatedConnections: 1 });
    const link = take(needs).link!;
    link.sendRequest(nobody, "GET", HEAD);
    link.release();
    await turns();
    bed.time = 4_000;
    pool.checkTimeouts();
    await turns();
    expect(channels).toHaveLength(1);
    bed.time = 4_001;
    pool.checkTimeouts();
    await turns();
    expect([channels.length, sockets[0]!.destroyed]).toEqual([0, false]);
  });

  test("is not reused when the app has closed it, and the data connection serves the next request", async () => {
    const { channels, sockets, take } = setUp(1, options);
    const link = take(needs).link!;
    link.sendRequest(nobody, "GET", HEAD);
    link.release();
    await turns();
    channels[0]!.destroy();
    await turns();
    const next = take(needs).link;
    expect([next !== link, next?.requestCount, sockets[0]!.destroyed]).toEqual([true, 0, false]);
    expect(take({ needsDedicated: true }).link).toBe(undefined);
  });

  test("that the app closes during a request is reported to its user, and the data connection serves the next", async () => {
    const { channels, sockets, take } = setUp(1, options);
    const losses: string[] = [];
    take(needs).link!.sendRequest({ ...nobody, onLost: (reason) => losses.push(reason) }, "GET", HEAD);
    await turns();
    channels[0]!.destroy();
    await turns();
    expect([losses, sockets[0]!.destroyed]).toEqual([["closed"], false]);
    expect(take(needs).link).toBeTruthy();
  });

  test("is closed with its data connection, which serves no further request", async () => {
    const { pool, sockets, take } = setUp(1, options);
    const losses: string[] = [];
    const idle = take(needs).link!;
    if (!needs.needsDedicated)
      take(needs).link!.sendRequest({ ...nobody, onLost: (reason) => losses.push(reason) }, "GET", HEAD);
    else idle.sendRequest({ ...nobody, onLost: (reason) => losses.push(reason) }, "GET", HEAD);
    if (!needs.needsDedicated) idle.release();
    sockets[0]!.destroy();
    await once(sockets[0]!, "close");
    expect([losses, pool.countConnections(), take(needs).link]).toEqual([["disconnected"], 0, undefined]);
  });
});

test.each(["over", "given up"])("a request that waits for capacity is served as soon as another is %s", (how) => {
  for (const [, options, needs] of kinds) {
    const { take } = setUp(1, { ...options, maxConnections: 1 });
    const first = take(needs).link!;
    const second = take(needs);
    first.sendRequest(nobody, "GET", HEAD);
    expect(second.times).toBe(0);
    if (how === "over") first.release();
    else first.destroy();
    expect(second).toEqual({ link: expect.anything(), times: 1 });
  }
});

test("the connection used last is used next, so that the others can be closed", async () => {
  for (const [, options, needs] of kinds) {
    const { take } = setUp(2, options);
    const links = [take(needs).link!, take(needs).link!];
    for (const link of links) {
      link.sendRequest(nobody, "GET", HEAD);
      link.release();
    }
    expect(take(needs).link).toBe(links[1]);
  }
});

test("requests are spread evenly over the shared connections that keep up", async () => {
  const { sizes, agents, ends, sockets, take } = setUp(2, { sharedConnections: 2 });
  const links = Array.from({ length: 4 }, () => take({ needsDedicated: false }).link!);
  for (const link of links) link.sendRequest(nobody, "POST", HEAD);
  await turns();
  expect(sizes()).toEqual([2, 2]);
  agents[0]!.pause();
  links[0]!.write(Buffer.alloc(200_000));
  await turns();
  expect(sockets[0]!.writableNeedDrain).toBe(true);
  for (let count = 0; count < 3; count++) take({ needsDedicated: false }).link!.sendRequest(nobody, "POST", HEAD);
  await turns();
  expect(ends[1]!.countStreams()).toBe(5);
});

test("a client's app has no more connections at once than the client may have, until one of them ends", () => {
  const { take } = setUp(1, { sharedConnections: 1, maxConnections: 3 });
  const links = [1, 2, 3].map(() => take({ needsDedicated: false }).link!);
  expect(links.every(Boolean)).toBe(true);
  const waiting = [1, 2].map(() => take({ needsDedicated: false }));
  for (const [at, one] of waiting.entries()) {
    expect(one.link).toBe(undefined);
    links[at]!.destroy();
    expect(one.link).toBeTruthy();
  }
});

test("while its data connection is probed, an idle connection to the app gets no request; one on another may", () => {
  const { bed, pool, arrive, take } = setUp(1, { sharedConnections: 1 });
  const shared = { needsDedicated: false };
  const first = take(shared).link!;
  first.release();
  pool.probe();
  pool.dialMissing();
  expect(bed.dialled).toBe(1);
  arrive(1);
  // The client has not answered the probe yet.
  const second = take(shared).link!;
  expect(second).not.toBe(first);
  second.release();
  expect(take(shared).link).toBe(second);
});

test("an idle connection to the app is used although its data connection still sends earlier bytes", async () => {
  const { agents, sockets, take } = setUp(1, { sharedConnections: 1 });
  const shared = { needsDedicated: false };
  const [busy, free] = [take(shared).link!, take(shared).link!];
  busy.sendRequest(nobody, "POST", HEAD);
  free.release();
  agents[0]!.pause();
  busy.write(Buffer.alloc(200_000));
  await turns();
  expect(sockets[0]!.writableNeedDrain).toBe(true);
  expect(take(shared).link).toBe(free);
});

test("surplus shared connections are closed after a successful probe, if unused", async () => {
  const { bed, pool, sockets, arrive, agents, take } = setUp(1, { sharedConnections: 1 });
  const link = take({ needsDedicated: false }).link!;
  link.sendRequest(nobody, "GET", HEAD);
  await turns();
  pool.probe();
  pool.dialMissing();
  expect(bed.dialled).toBe(1);
  arrive(1);
  agents[1]!.resume();
  await turns();
  pool.checkTimeouts();
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true]);
  pool.checkTimeouts();
  expect(pool.countConnections()).toBe(1);
});

test("surplus shared connections do not stand in for the one that a request needs alone", async () => {
  const { bed, pool, arrive, agents, take } = setUp(1, { sharedConnections: 1 });
  take({ needsDedicated: false }).link!.sendRequest(nobody, "GET", HEAD);
  await turns();
  pool.probe();
  pool.dialMissing();
  arrive(1);
  agents[1]!.resume();
  await turns();
  expect([pool.countConnections(), bed.dialled]).toEqual([2, 1]);
  take({ needsDedicated: true });
  expect(bed.dialled).toBe(2);
});

test("idle connections close after 4 s, except the spare ones, and a draining pool closes all", () => {
  for (const ends of ["checkTimeouts", "drain"] as const) {
    const { bed, pool, take, arrive } = createPoolBed({ dedicatedConnections: 2 });
    arrive(9);
    const links = Array.from({ length: 9 }, () => take().link!);
    for (const link of links) {
      link.sendRequest(nobody, "GET", HEAD);
      link.release();
    }
    bed.time = 4_000;
    pool.checkTimeouts();
    expect(pool.countConnections()).toBe(9);
    bed.time = 4_001;
    pool[ends]();
    expect(pool.countConnections()).toBe(ends === "checkTimeouts" ? 2 : 0);
  }
});

test("using a connection restarts its idle time", () => {
  const { bed, pool, take } = setUp(3, {});
  bed.time = 4_000;
  const link = take().link!;
  link.sendRequest(nobody, "GET", HEAD);
  link.release();
  bed.time = 4_001;
  pool.checkTimeouts();
  expect(pool.countConnections()).toBe(1);
});
