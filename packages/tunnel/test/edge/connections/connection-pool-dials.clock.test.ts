import { once } from "node:events";
import { duplexPair } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { createPoolBed } from "./connection-pool-setup.ts";

test("at its limit of connections a client is asked for no more, and a further one is closed", async () => {
  const { bed, pool, sockets, arrive, take } = createPoolBed({ maxConnections: 3 });
  for (let at = 0; at < 5; at++) take();
  expect(bed.dialled).toBe(3);
  arrive(2);
  pool.dialMissing();
  expect(bed.dialled).toBe(3);
  arrive(3);
  expect([pool.countConnections(), sockets.map(({ destroyed }) => destroyed)]).toEqual([
    3,
    [false, false, false, true, true],
  ]);
  sockets[0]!.destroy();
  await once(sockets[0]!, "close");
  pool.checkTimeouts();
  expect([pool.countConnections(), bed.dialled]).toEqual([2, 4]);
});

test.each([
  [0, 4],
  [16, 4],
  [20, 5],
  [124, 31],
  [128, 32],
  [140, 32],
])("with %i concurrent requests, %i connections are kept ready for the next", (busy, ready) => {
  const { bed, pool, arrive, take } = createPoolBed({ dedicatedConnections: 4, maxConnections: 1_000 });
  pool.dialMissing();
  for (let at = 0; at < busy; at++) {
    arrive(bed.dialled - pool.countConnections());
    expect(take().link).toBeTruthy();
  }
  arrive(bed.dialled - pool.countConnections());
  expect(pool.countConnections()).toBe(busy + ready);
});

test("connections that do not arrive in time are requested once more", () => {
  const { bed, pool } = createPoolBed({ dedicatedConnections: 4 });
  bed.time = 5_000;
  pool.dialMissing();
  pool.dialMissing();
  expect(bed.dialled).toBe(4);
  bed.time = 15_000;
  pool.checkTimeouts();
  expect(bed.dialled).toBe(4);
  bed.time = 15_001;
  pool.checkTimeouts();
  expect(bed.dialled).toBe(8);
});

test("each connection that arrives is one less to wait for", () => {
  const { bed, pool, arrive, take } = createPoolBed({ dedicatedConnections: 2 });
  pool.dialMissing();
  arrive(2);
  take();
  expect(bed.dialled).toBe(3);
});

test("connections requested before a probe may be lost, and are requested once more", () => {
  const { bed, pool } = createPoolBed({ dedicatedConnections: 4 });
  pool.dialMissing();
  pool.probe();
  pool.dialMissing();
  expect(bed.dialled).toBe(8);
});

test("an unreachable client is asked as soon as it is reachable", () => {
  const { bed, pool } = createPoolBed({ dedicatedConnections: 4 });
  bed.isReachable = false;
  pool.dialMissing();
  bed.isReachable = true;
  pool.checkTimeouts();
  expect(bed.dialled).toBe(4);
});

test("a client that reports more failures than requests is asked for no more than needed", () => {
  const { bed, pool } = createPoolBed({ dedicatedConnections: 4 });
  pool.dialMissing();
  pool.onDialsFailed(4_000);
  pool.dialMissing();
  expect(bed.dialled).toBe(8);
});

test("after failures the client is asked again every quarter of a second, while another server waits", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { bed, pool } = createPoolBed();
  const [borrower] = duplexPair();
  pool.relay(borrower, () => {});
  for (let round = 1; round <= 3; round++) {
    expect(bed.dialled).toBe(round);
    pool.onDialsFailed(1);
    pool.onDialsFailed(0);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(250);
  }
});

test("no timer is set after failures if nobody waits, and a timer does not keep the process alive", () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => void timers.mockRestore());
  const { pool } = createPoolBed({ dedicatedConnections: 4 });
  pool.dialMissing();
  pool.onDialsFailed(4);
  expect(timers).not.toHaveBeenCalled();
  pool.relay(duplexPair()[0], () => {});
  pool.onDialsFailed(1);
  expect(timers.mock.results.map(({ value }) => value.hasRef())).toEqual([false]);
  pool.destroy();
});

test("a fixed number of connections for long responses is kept beside the spare ones", async () => {
  const { bed, pool, sockets, arrive, take } = createPoolBed({
    sharedConnections: 1,
    dedicatedConnections: 1,
    spareConnections: 2,
  });
  pool.dialMissing();
  expect(bed.dialled).toBe(4);
  arrive(4);
  pool.dialMissing();
  expect(bed.dialled).toBe(4);
  // One beyond those that are wanted is for requests.
  arrive(1);
  expect([take().link, take().link]).toEqual([expect.anything(), expect.anything()]);
  expect(bed.dialled).toBe(5);
  arrive(1);
  sockets[2]!.destroy();
  await once(sockets[2]!, "close");
  pool.checkTimeouts();
  expect(bed.dialled).toBe(6);
});

test("connections kept ready for requests come before those for long responses", () => {
  const { arrive, take } = createPoolBed({ dedicatedConnections: 1, spareConnections: 1 });
  arrive(1);
  expect(take().link).toBeTruthy();
});

test("a waiting request comes before the connections kept for long responses", () => {
  const { arrive, take } = createPoolBed({ spareConnections: 2 });
  const taken = take();
  arrive(1);
  expect(taken.link).toBeTruthy();
});

test("a request that waits for a dedicated connection does not delay those that share", () => {
  const { arrive, take } = createPoolBed({ sharedConnections: 1 });
  const [alone, sharing] = [take(), take({ needsDedicated: false })];
  arrive(1);
  expect([alone.link, sharing.link]).toEqual([undefined, expect.anything()]);
});

test("a lost shared connection is replaced by a shared one", async () => {
  const { bed, pool, sockets, arrive, take } = createPoolBed({ sharedConnections: 1 });
  arrive(1);
  sockets[0]!.destroy();
  await once(sockets[0]!, "close");
  pool.checkTimeouts();
  expect(bed.dialled).toBe(1);
  arrive(1);
  pool.checkTimeouts();
  expect([pool.countConnections(), bed.dialled]).toEqual([1, 1]);
  expect(take({ needsDedicated: false }).link).toBeTruthy();
});
