import { once } from "node:events";
import { describe, expect, test } from "vitest";
import type { LinkPoolOptions } from "../../../src/edge/connections/pool.ts";
import { type Carrier, type Channel, createCarrier } from "../../../src/wire/index.ts";
import { turn } from "../../wire/ends.ts";
import { createPoolBed, nobody } from "./pool-setup.ts";

const HEAD = "GET / HTTP/1.1\r\n\r\n";
const turns = async () => {
  for (let count = 0; count < 4; count++) await turn();
};

/** A pool and the agent's ends of so many connections, with the channels that are open there. */
function setUp(count: number, options: Partial<LinkPoolOptions>) {
  const set = createPoolBed(options);
  set.arrive(count);
  const channels: Channel[] = [];
  const onOpen = (channel: Channel) => {
    channels.push(channel);
    channel.user = { ...nobody, onData() {}, onClose: () => channels.splice(channels.indexOf(channel), 1) };
  };
  const ends = set.agents.map((socket) => createCarrier({ socket, now: () => set.bed.time, onOpen }));
  return { ...set, channels, ends, sizes: () => ends.map(({ size }: Carrier) => size) };
}

const kinds = [
  ["on a shared connection", { sharedLinks: 1 }, { sole: false }],
  ["on a connection of its own", { sharedLinks: 0 }, { sole: true }],
] as const;

describe.each(kinds)("a link %s", (_kind, options, needs) => {
  test("is used again within 4 s, and within half a second where a request cannot be repeated", () => {
    for (const [fresh, within] of [
      [false, 4_000],
      [true, 500],
    ] as const) {
      const { bed, take } = setUp(1, options);
      const link = take(needs).link!;
      link.begin(nobody, "GET", HEAD);
      link.release();
      bed.time = within;
      expect(take({ ...needs, fresh }).link).toBe(link);
      link.release();
      bed.time += within + 1;
      const other = take({ ...needs, fresh }).link;
      expect(other).toBeTruthy();
      expect(other).not.toBe(link);
      if (needs.sole) expect(take(needs).link).toBe(undefined);
    }
  });

  test("is closed at the app's end once it was idle for more than 4 s, and its connection stays", async () => {
    const { bed, pool, channels, sockets, take } = setUp(1, { ...options, initialLinks: 1 });
    const link = take(needs).link!;
    link.begin(nobody, "GET", HEAD);
    link.release();
    await turns();
    bed.time = 4_000;
    pool.sweep();
    await turns();
    expect(channels).toHaveLength(1);
    bed.time = 4_001;
    pool.sweep();
    await turns();
    expect([channels.length, sockets[0]!.destroyed]).toEqual([0, false]);
  });

  test("is not used again when the app has closed it, and the connection serves the next request", async () => {
    const { channels, sockets, take } = setUp(1, options);
    const link = take(needs).link!;
    link.begin(nobody, "GET", HEAD);
    link.release();
    await turns();
    channels[0]!.destroy();
    await turns();
    const next = take(needs).link;
    expect([next !== link, next?.uses, sockets[0]!.destroyed]).toEqual([true, 0, false]);
    expect(take({ sole: true }).link).toBe(undefined);
  });

  test("that the app closes during a request tells its user, and the connection serves the next", async () => {
    const { channels, sockets, take } = setUp(1, options);
    const losses: string[] = [];
    take(needs).link!.begin({ ...nobody, onLost: (reason) => losses.push(reason) }, "GET", HEAD);
    await turns();
    channels[0]!.destroy();
    await turns();
    expect([losses, sockets[0]!.destroyed]).toEqual([["closed"], false]);
    expect(take(needs).link).toBeTruthy();
  });

  test("is cut with its connection, which serves no further request", async () => {
    const { pool, sockets, take } = setUp(1, options);
    const losses: string[] = [];
    const idle = take(needs).link!;
    if (!needs.sole) take(needs).link!.begin({ ...nobody, onLost: (reason) => losses.push(reason) }, "GET", HEAD);
    else idle.begin({ ...nobody, onLost: (reason) => losses.push(reason) }, "GET", HEAD);
    if (!needs.sole) idle.release();
    sockets[0]!.destroy();
    await once(sockets[0]!, "close");
    expect([losses, pool.size, take(needs).link]).toEqual([["cut"], 0, undefined]);
  });
});

test.each(["over", "given up"])("a request that waits for room is served as soon as another is %s", (how) => {
  for (const [, options, needs] of kinds) {
    const { take } = setUp(1, { ...options, maxLinks: 1 });
    const first = take(needs).link!;
    const second = take(needs);
    first.begin(nobody, "GET", HEAD);
    expect(second.times).toBe(0);
    if (how === "over") first.release();
    else first.destroy();
    expect(second).toEqual({ link: expect.anything(), times: 1 });
  }
});

test("the link that was used last is used next, so that the others can be closed", async () => {
  for (const [, options, needs] of kinds) {
    const { take } = setUp(2, options);
    const links = [take(needs).link!, take(needs).link!];
    for (const link of links) {
      link.begin(nobody, "GET", HEAD);
      link.release();
    }
    expect(take(needs).link).toBe(links[1]);
  }
});

test("requests spread evenly over the shared connections that keep up", async () => {
  const { sizes, agents, ends, sockets, take } = setUp(2, { sharedLinks: 2 });
  const links = Array.from({ length: 4 }, () => take({ sole: false }).link!);
  for (const link of links) link.begin(nobody, "POST", HEAD);
  await turns();
  expect(sizes()).toEqual([2, 2]);
  agents[0]!.pause();
  links[0]!.write(Buffer.alloc(200_000));
  await turns();
  expect(sockets[0]!.writableNeedDrain).toBe(true);
  for (let count = 0; count < 3; count++) take({ sole: false }).link!.begin(nobody, "POST", HEAD);
  await turns();
  expect(ends[1]!.size).toBe(5);
});

test("an agent's app has no more connections at once than the agent may have, until one of them is over", () => {
  const { take } = setUp(1, { sharedLinks: 1, maxLinks: 3 });
  const links = [1, 2, 3].map(() => take({ sole: false }).link!);
  expect(links.every(Boolean)).toBe(true);
  const waiting = [1, 2].map(() => take({ sole: false }));
  for (const [at, one] of waiting.entries()) {
    expect(one.link).toBe(undefined);
    links[at]!.destroy();
    expect(one.link).toBeTruthy();
  }
});

test("shared connections beyond those that are wanted are closed after a doubt that was unfounded, if unused", async () => {
  const { bed, pool, sockets, arrive, agents, take } = setUp(1, { sharedLinks: 1 });
  const link = take({ sole: false }).link!;
  link.begin(nobody, "GET", HEAD);
  await turns();
  pool.doubt();
  pool.top();
  expect(bed.dialled).toBe(1);
  arrive(1);
  agents[1]!.resume();
  await turns();
  pool.sweep();
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true]);
  pool.sweep();
  expect(pool.size).toBe(1);
});

test("idle connections close after 4 s, all but the spare ones, and a pool that retires closes all", () => {
  for (const ends of ["sweep", "retire"] as const) {
    const { bed, pool, take, arrive } = createPoolBed({ initialLinks: 2 });
    arrive(9);
    const links = Array.from({ length: 9 }, () => take().link!);
    for (const link of links) {
      link.begin(nobody, "GET", HEAD);
      link.release();
    }
    bed.time = 4_000;
    pool.sweep();
    expect(pool.size).toBe(9);
    bed.time = 4_001;
    pool[ends]();
    expect(pool.size).toBe(ends === "sweep" ? 2 : 0);
  }
});

test("a connection that was used is idle anew", () => {
  const { bed, pool, take } = setUp(3, {});
  bed.time = 4_000;
  const link = take().link!;
  link.begin(nobody, "GET", HEAD);
  link.release();
  bed.time = 4_001;
  pool.sweep();
  expect(pool.size).toBe(1);
});
