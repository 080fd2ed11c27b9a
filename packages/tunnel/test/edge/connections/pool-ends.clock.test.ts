import { once } from "node:events";
import { duplexPair } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { createPoolBed, nobody } from "./pool-setup.ts";

test("a request that came too late is refused once, and takes no connection afterwards", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { arrive, take } = createPoolBed();
  const late = take();
  vi.advanceTimersByTime(9_999);
  expect(late.times).toBe(0);
  vi.advanceTimersByTime(1);
  expect(late).toEqual({ link: null, times: 1 });
  arrive(1);
  expect(late).toEqual({ link: null, times: 1 });
});

test("a pool that retires refuses once whoever waits, and asks for nothing more", async () => {
  const { bed, pool, sockets, arrive, take } = createPoolBed({ initialLinks: 4 });
  const waiting = take();
  const [borrower] = duplexPair();
  pool.lend(borrower, () => {});
  const asked = bed.dialled;
  pool.retire();
  expect([waiting, borrower.destroyed]).toEqual([{ link: null, times: 1 }, true]);
  pool.destroy();
  expect(waiting.times).toBe(1);
  pool.undialed(asked);
  pool.sweep();
  pool.top();
  const [late] = duplexPair();
  pool.lend(late, () => {});
  arrive(1);
  expect([bed.dialled, pool.size, late.destroyed, sockets[0]!.destroyed]).toEqual([asked, 0, true, true]);
});

test("a pool that is destroyed refuses what waits and what comes afterwards", () => {
  const { pool, sockets, arrive, take } = createPoolBed({ sharedLinks: 1 });
  arrive(1);
  const waiting = take();
  const [borrower] = duplexPair();
  pool.lend(borrower, () => {});
  pool.destroy();
  expect([waiting, borrower.destroyed]).toEqual([{ link: null, times: 1 }, true]);
  arrive(1);
  expect([pool.size, take().link, take({ sole: false }).link]).toEqual([0, null, null]);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});

test.each(["shared", "its own"])("users on a connection of %s kind learn that the pool is destroyed", (kind) => {
  const { pool, arrive, take } = createPoolBed({ sharedLinks: 1 });
  arrive(2);
  const losses: string[] = [];
  take({ sole: kind === "its own" }).link!.begin(
    { ...nobody, onLost: (reason) => losses.push(reason) },
    "GET",
    "GET / HTTP/1.1\r\n\r\n",
  );
  pool.destroy();
  expect(losses).toEqual(["cut"]);
});

test("a retired pool goes with the last of its requests, whichever kind of connection that has", () => {
  for (const last of [0, 1]) {
    const { bed, pool, arrive, take } = createPoolBed({ sharedLinks: 1 });
    arrive(2);
    const links = [take({ sole: false }).link!, take().link!];
    pool.retire();
    expect(pool.size).toBe(2);
    links[1 - last]!.release();
    expect([pool.size > 0, bed.empty]).toEqual([true, 0]);
    links[last]!.release();
    expect([pool.size, bed.empty]).toEqual([0, 1]);
  }
});

test.each([
  ["shared alone", { sharedLinks: 2 }, 2],
  ["kept for long answers alone", { reserves: 2 }, 2],
  ["of every kind", { sharedLinks: 2, initialLinks: 2, reserves: 1 }, 5],
])("a retired pool of connections that are %s goes at once if no request runs", (_kind, options, count) => {
  const { bed, pool, arrive } = createPoolBed(options);
  arrive(count);
  pool.retire();
  expect([pool.size, bed.empty]).toEqual([0, 1]);
});

test("only the loss of the last connection leaves a pool empty", async () => {
  const { bed, sockets, arrive } = createPoolBed();
  arrive(2);
  for (const [at, socket] of sockets.entries()) {
    socket.destroy();
    await once(socket, "close");
    expect(bed.empty).toBe(at);
  }
});

test("a connection serves one visitor of another server, and closes with the pool", async () => {
  const { bed, pool, sockets, agents, arrive } = createPoolBed();
  const [borrower, visitor] = duplexPair();
  let joined = 0;
  pool.lend(borrower, () => joined++);
  expect(bed.dialled).toBe(1);
  arrive(2);
  expect([joined, pool.size]).toEqual([1, 1]);
  visitor.write("request");
  expect(String((await once(agents[0]!, "data"))[0])).toBe("request");
  pool.destroy();
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});
