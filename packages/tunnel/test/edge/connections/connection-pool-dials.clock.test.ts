import { once } from "node:events";
import { duplexPair } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { createPoolBed } from "./connection-pool-setup.ts";

test("an agent holds as many connections as it may, is asked for no more, and a further one is closed", async () => {
  const { bed, pool, sockets, arrive, take } = createPoolBed({ maxConnections: 3 });
  for (let at = 0; at < 5; at++) take();
  expect(bed.dialled).toBe(3);
  arrive(2);
  pool.dialMissing();
  expect(bed.dialled).toBe(3);
  arrive(3);
  expect([pool.size, sockets.map(({ destroyed }) => destroyed)]).toEqual([3, [false, false, false, true, true]]);
  sockets[0]!.destroy();
  await once(sockets[0]!, "close");
  pool.checkTimeouts();
  expect([pool.size, bed.dialled]).toEqual([2, 4]);
});

test.each([
  [0, 4],
  [16, 4],
  [20, 5],
  [124, 31],
  [128, 32],
  [140, 32],
])("with %i requests at once, %i connections are kept ready for the next", (busy, ready) => {
  const { bed, pool, arrive, take } = createPoolBed({ dedicatedConnections: 4, maxConnections: 1_000 });
  pool.dialMissing();
  for (let at = 0; at < busy; at++) {
    arrive(bed.dialled - pool.size);
    expect(take().link).toBeTruthy();
  }
  arrive(bed.dialled - pool.size);
  expect(pool.size).toBe(busy + ready);
});

test("connections that do not come in time are asked for once more", () => {
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

test("each connection that comes is one less to wait for", () => {
  const { bed, pool, arrive, take } = createPoolBed({ dedicatedConnections: 2 });
  pool.dialMissing();
  arrive(2);
  take();
  expect(bed.dialled).toBe(3);
});

test("what was asked for before a doubt may go astray, and is asked for once more", () => {
  const { bed, pool } = createPoolBed({ dedicatedConnections: 4 });
  pool.dialMissing();
  pool.probe();
  pool.dialMissing();
  expect(bed.dialled).toBe(8);
});

test("an agent that cannot be reached is asked as soon as it can", () => {
  const { bed, pool } = createPoolBed({ dedicatedConnections: 4 });
  bed.isReachable = false;
  pool.dialMissing();
  bed.isReachable = true;
  pool.checkTimeouts();
  expect(bed.dialled).toBe(4);
});

test("an agent that reports more failures than it was asked for is asked for no more than is wanted", () => {
  const { bed, pool } = createPoolBed({ dedicatedConnections: 4 });
  pool.dialMissing();
  pool.onDialsFailed(4_000);
  pool.dialMissing();
  expect(bed.dialled).toBe(8);
});

test("after failures the agent is asked again each quarter of a second, as long as another server waits", () => {
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

test("no timer is set after failures when nobody waits, and one that is set keeps no process alive", () => {
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

test("connections for long answers are kept beside the spare ones, so many and no more", async () => {
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

test("connections that are kept ready for requests come before those for long answers", () => {
  const { arrive, take } = createPoolBed({ dedicatedConnections: 1, spareConnections: 1 });
  arrive(1);
  expect(take().link).toBeTruthy();
});

test("a request that waits comes before the connections kept for long answers", () => {
  const { arrive, take } = createPoolBed({ spareConnections: 2 });
  const taken = take();
  arrive(1);
  expect(taken.link).toBeTruthy();
});

test("a request that waits for a connection of its own holds back none that shares", () => {
  const { arrive, take } = createPoolBed({ sharedConnections: 1 });
  const [alone, sharing] = [take(), take({ needsDedicated: false })];
  arrive(1);
  expect([alone.link, sharing.link]).toEqual([undefined, expect.anything()]);
});

test("a shared connection that is lost is replaced by a shared one", async () => {
  const { bed, pool, sockets, arrive, take } = createPoolBed({ sharedConnections: 1 });
  arrive(1);
  sockets[0]!.destroy();
  await once(sockets[0]!, "close");
  pool.checkTimeouts();
  expect(bed.dialled).toBe(1);
  arrive(1);
  pool.checkTimeouts();
  expect([pool.size, bed.dialled]).toEqual([1, 1]);
  expect(take({ needsDedicated: false }).link).toBeTruthy();
});
