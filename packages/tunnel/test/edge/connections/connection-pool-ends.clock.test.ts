import { once } from "node:events";
import { duplexPair } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { createPoolBed, nobody } from "./connection-pool-setup.ts";

test("a request that timed out is rejected once, and gets no connection afterwards", () => {
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

test("a draining pool rejects waiting requests once, and requests no more connections", async () => {
  const { bed, pool, sockets, arrive, take } = createPoolBed({ dedicatedConnections: 4 });
  const waiting = take();
  const [borrower] = duplexPair();
  pool.relay(borrower, () => {});
  const asked = bed.dialled;
  pool.drain();
  expect([waiting, borrower.destroyed]).toEqual([{ link: null, times: 1 }, true]);
  pool.destroy();
  expect(waiting.times).toBe(1);
  pool.onDialsFailed(asked);
  pool.checkTimeouts();
  pool.dialMissing();
  const [late] = duplexPair();
  pool.relay(late, () => {});
  arrive(1);
  expect([bed.dialled, pool.countConnections(), late.destroyed, sockets[0]!.destroyed]).toEqual([asked, 0, true, true]);
});

test("a destroyed pool rejects waiting and later requests", () => {
  const { pool, sockets, arrive, take } = createPoolBed({ sharedConnections: 1 });
  arrive(1);
  const waiting = take();
  const [borrower] = duplexPair();
  pool.relay(borrower, () => {});
  pool.destroy();
  expect([waiting, borrower.destroyed]).toEqual([{ link: null, times: 1 }, true]);
  arrive(1);
  expect([pool.countConnections(), take().link, take({ needsDedicated: false }).link]).toEqual([0, null, null]);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});

test.each(["shared", "its own"])("users of a connection of %s kind learn that the pool is destroyed", (kind) => {
  const { pool, arrive, take } = createPoolBed({ sharedConnections: 1 });
  arrive(2);
  const losses: string[] = [];
  take({ needsDedicated: kind === "its own" }).link!.sendRequest(
    { ...nobody, onLost: (reason) => losses.push(reason) },
    "GET",
    "GET / HTTP/1.1\r\n\r\n",
  );
  pool.destroy();
  expect(losses).toEqual(["disconnected"]);
});

test("a draining pool ends with its last request, whichever kind of connection that has", () => {
  for (const last of [0, 1]) {
    const { bed, pool, arrive, take } = createPoolBed({ sharedConnections: 1 });
    arrive(2);
    const links = [take({ needsDedicated: false }).link!, take().link!];
    pool.drain();
    expect(pool.countConnections()).toBe(2);
    links[1 - last]!.release();
    expect([pool.countConnections() > 0, bed.empty]).toEqual([true, 0]);
    links[last]!.release();
    expect([pool.countConnections(), bed.empty]).toEqual([0, 1]);
  }
});

test.each([
  ["shared alone", { sharedConnections: 2 }, 2],
  ["kept for long answers alone", { spareConnections: 2 }, 2],
  ["of every kind", { sharedConnections: 2, dedicatedConnections: 2, spareConnections: 1 }, 5],
])("a draining pool whose connections are %s ends at once if no request runs", (_kind, options, count) => {
  const { bed, pool, arrive } = createPoolBed(options);
  arrive(count);
  pool.drain();
  expect([pool.countConnections(), bed.empty]).toEqual([0, 1]);
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
  pool.relay(borrower, () => joined++);
  expect(bed.dialled).toBe(1);
  arrive(2);
  expect([joined, pool.countConnections()]).toEqual([1, 1]);
  visitor.write("request");
  expect(String((await once(agents[0]!, "data"))[0])).toBe("request");
  pool.destroy();
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});
