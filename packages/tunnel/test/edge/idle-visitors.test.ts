import type { Socket } from "node:net";
import { duplexPair } from "node:stream";
import { expect, test } from "vitest";
import type { Visit } from "../../src/edge/visit.ts";
import { createVisitorConnection } from "../../src/edge/visitor-connection.ts";

const GET = "GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n\r\n";
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A visitor's connection on a clock that the test moves, and the visits that wait for their answers. */
function setUp() {
  const clock = { time: 0 };
  const happened: string[] = [];
  const visits: Visit[] = [];
  const [own, visitor] = duplexPair();
  visitor.resume();
  // The members of a socket that a connection uses, beside those of a stream.
  const socket = Object.assign(own, { destroySoon: () => own.destroy() }) as unknown as Socket;
  const connection = createVisitorConnection({
    socket,
    isTunnelHost: () => true,
    serve: (_asked, visit) => visits.push(visit),
    handOver: () => happened.push("to Node"),
    zones: [],
    abuseContact: undefined,
    now: () => clock.time,
    onGone: () => happened.push("gone"),
  });
  const ask = async () => {
    visitor.write(GET);
    await turn();
  };
  const respond = () => visits.shift()!.refuse({ status: 404, code: "not_found", title: "none", error: "none" });
  const sweep = (time: number) => {
    clock.time = time;
    connection.sweep(time);
  };
  return { connection, socket, visitor, happened, visits, ask, respond, sweep };
}

test("a connection that was used is closed when it was idle for longer than it was told, and no sooner", async () => {
  const { socket, ask, respond, sweep } = setUp();
  await ask();
  sweep(1_000_000);
  expect(socket.destroyed).toBe(false);
  respond();
  sweep(1_075_000);
  expect(socket.destroyed).toBe(false);
  sweep(1_075_001);
  expect(socket.destroyed).toBe(true);
});

test("a connection that says nothing at first is left to Node's own time limit", () => {
  const { socket, happened, sweep } = setUp();
  sweep(2_000);
  expect(happened).toEqual([]);
  sweep(2_001);
  expect([...happened, socket.destroyed]).toEqual(["gone", "to Node", false]);
});

test("a server that stops waits a moment for the first request of a connection, and not for the second", async () => {
  const fresh = setUp();
  fresh.connection.close();
  fresh.sweep(250);
  expect(fresh.socket.destroyed).toBe(false);
  fresh.sweep(251);
  expect(fresh.socket.destroyed).toBe(true);

  const used = setUp();
  await used.ask();
  used.respond();
  used.connection.close();
  expect(used.socket.destroyed).toBe(true);
});

test("of what a visitor sends ahead, 64 KiB and one read are held, until the answer that runs is over", async () => {
  const { socket, visitor, visits, ask, respond } = setUp();
  await ask();
  for (let sent = 0; sent < 1_000_000; sent += GET.length) visitor.write(GET);
  for (let count = 0; count < 100; count++) await turn();
  expect(socket.isPaused()).toBe(true);
  respond();
  await turn();
  expect(visits).toHaveLength(1);
});
