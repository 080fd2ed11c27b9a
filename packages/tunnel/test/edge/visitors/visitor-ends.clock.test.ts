import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import type { WriterEvents } from "../../../src/edge/visitors/response-writer.ts";
import { parseResponseHead } from "../../../src/wire/head.ts";
import { turn } from "../../wire/ends.ts";
import { createVisitorBed, GET } from "./visitor-setup.ts";

const post = (length: number, body: string) =>
  `POST / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nContent-Length: ${length}\r\n\r\n${body}`;
const head = (...lines: string[]) => parseResponseHead(["HTTP/1.1 200 OK", ...lines].join("\r\n"), "GET");
const empty = head("Content-Length: 0");

function attendant(): WriterEvents & { drains: number; leaves: number } {
  const heard = { drains: 0, leaves: 0, onDrain: () => heard.drains++, onDisconnect: () => heard.leaves++ };
  return heard as WriterEvents & typeof heard;
}

test("a listener learns once that the visitor has disconnected, even if it is added too late", async () => {
  const { visitor, visits, happened, ask, socket } = createVisitorBed();
  await ask();
  const [visit] = visits;
  const heard = attendant();
  visit!.listen(heard);
  visitor.end();
  await turn();
  await turn();
  expect([heard.leaves, happened, socket.destroyed]).toEqual([1, ["gone"], true]);
  const late = attendant();
  visit!.listen(late);
  expect(late.leaves).toBe(1);
  visit!.sendError({ status: 502, code: "x", title: "x", error: "x" });
  expect(happened).toEqual(["gone"]);
});

test("a listener of an answered request is not called for the next one", async () => {
  const { socket, visits, ask, happened } = createVisitorBed();
  await ask();
  const heard = attendant();
  visits[0]!.listen(heard);
  visits[0]!.writeHead(empty, false);
  visits[0]!.end(null, []);
  await ask();
  socket.destroy();
  await once(socket, "close");
  expect([heard.leaves, happened]).toEqual([0, ["gone"]]);
});

test("a full visitor connection is reported to the writer, and again once it drains", async () => {
  const { visitor, visits, ask } = createVisitorBed();
  await ask();
  const heard = attendant();
  visits[0]!.listen(heard);
  visits[0]!.writeHead(head("Content-Length: 100000"), false);
  visitor.pause();
  expect(visits[0]!.write(Buffer.alloc(50_000))).toBe(false);
  await turn();
  expect([heard.drains, visits[0]!.bufferedBytes() >= 50_000]).toEqual([0, true]);
  visitor.resume();
  await vi.waitFor(() => expect(heard.drains).toBe(1));
  expect(visits[0]!.bufferedBytes()).toBe(0);
});

test("a pipelined request waits until the visitor has read the response before it", async () => {
  const { socket, visitor, visits, ask } = createVisitorBed();
  await ask(GET + GET);
  visitor.pause();
  visits[0]!.writeHead(head("Content-Length: 50000"), false);
  visits[0]!.end(Buffer.alloc(50_000), []);
  for (let count = 0; count < 3; count++) await turn();
  expect([visits.length, socket.isPaused()]).toEqual([1, true]);
  visitor.resume();
  await vi.waitFor(() => expect(visits).toHaveLength(2));
  expect(socket.isPaused()).toBe(false);
});

test("a buffered head is sent by a flush, once", async () => {
  const { visits, said, ask } = createVisitorBed();
  await ask();
  visits[0]!.writeHead(head("Content-Length: 2"), false);
  await turn();
  expect(said()).toBe("");
  visits[0]!.flush();
  visits[0]!.flush();
  await turn();
  expect(said()).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*\r\n\r\n$/);
  visits[0]!.end(Buffer.from("ok"), []);
  await turn();
  expect(said().match(/HTTP\/1.1 200/g)).toHaveLength(1);
  expect(said()).toMatch(/\r\n\r\nok$/);
});

test("a response that has begun and fails is closed; the next request on another connection may fail completely", async () => {
  const cut = createVisitorBed();
  await cut.ask();
  cut.visits[0]!.writeHead(head("Content-Length: 10"), false);
  cut.respond();
  expect(cut.socket.destroyed).toBe(true);

  const kept = createVisitorBed();
  await kept.ask();
  kept.visits[0]!.writeHead(empty, false);
  kept.visits[0]!.end(null, []);
  kept.visits.shift();
  await kept.ask();
  kept.respond();
  await turn();
  expect(kept.socket.destroyed).toBe(false);
  expect(kept.said()).toMatch(/^HTTP\/1.1 200 [\s\S]*HTTP\/1.1 404 /);
});

test("a 100 of the app is not forwarded, other interim responses are", async () => {
  const { visits, said, ask } = createVisitorBed();
  await ask();
  expect(visits[0]!.writeInformational(parseResponseHead("HTTP/1.1 100 Continue", "GET"))).toBe(true);
  visits[0]!.writeInformational(parseResponseHead("HTTP/1.1 103 Early Hints", "GET"));
  await turn();
  expect(said()).toBe("HTTP/1.1 103 Early Hints\r\n\r\n");
});

test.each([
  ["of the app", "200"],
  ["of the edge", "404"],
])("a response %s before the whole body has arrived is the connection's last", async (who, status) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  for (const visitorLeaves of [true, false]) {
    const { socket, visitor, visits, happened, said, ask, respond } = createVisitorBed();
    // More than is held of a body that nobody reads.
    await ask(post(200_000, "x".repeat(70_000)));
    await turn();
    expect(socket.isPaused()).toBe(true);
    if (who === "of the edge") respond();
    else {
      visits[0]!.writeHead(empty, false);
      visits[0]!.end(null, []);
    }
    await turn();
    await turn();
    expect(said()).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*Connection: close\r\n`));
    // What still comes is read and belongs to nothing.
    visitor.write(`${"x".repeat(130_000)}${GET}`);
    await turn();
    await turn();
    expect([socket.isPaused(), happened, visits.length]).toEqual([false, [], who === "of the edge" ? 0 : 1]);
    expect([socket.writableEnded, socket.destroyed, vi.getTimerCount()]).toEqual([true, false, 1]);
    if (visitorLeaves) socket.destroy();
    else {
      vi.advanceTimersByTime(1_999);
      expect(socket.destroyed).toBe(false);
      vi.advanceTimersByTime(1);
      expect(socket.destroyed).toBe(true);
    }
    await turn();
    await turn();
    expect(vi.getTimerCount()).toBe(0);
  }
});

test("the time that a server waits for a first request begins when it stops", () => {
  const { connection, socket, sweep } = createVisitorBed();
  sweep(1_000);
  connection.close();
  sweep(1_250);
  expect(socket.destroyed).toBe(false);
  sweep(1_251);
  expect(socket.destroyed).toBe(true);
});

test("a stopping server still answers the first request of a connection, as its last", async () => {
  const { connection, socket, said, ask, respond } = createVisitorBed();
  connection.close();
  await ask();
  respond();
  await turn();
  expect(said()).toContain("\r\nConnection: close\r\n");
  expect(socket.destroyed).toBe(true);
});

test("an idle connection keeps nothing of its last request", async () => {
  const { visits, asked, ask, sweep, respond } = createVisitorBed();
  await ask();
  for (const [time, isKept] of [
    [2_000, true],
    [4_001, false],
  ] as const) {
    respond();
    sweep(time);
    await ask();
    expect(asked.at(-1)!.fieldsCache === asked.at(-2)!.fieldsCache).toBe(isKept);
  }
  expect(visits).toHaveLength(1);
});

test("a connection passed to Node has none of our listeners, and all unprocessed bytes", async () => {
  const bed = createVisitorBed();
  const { socket, happened, visits, respond } = bed;
  const upgrade = `${GET.trimEnd()}\r\nUpgrade: other\r\n\r\nbytes`;
  await bed.ask(`${GET}${upgrade}`);
  respond();
  await turn();
  await turn();
  expect([happened, visits.length]).toEqual([["gone", "to Node"], 0]);
  const counts = ["data", "drain", "error"].map((name) => socket.listenerCount(name));
  // Node's own, which has taken the bytes, is the only one.
  expect(counts).toEqual([1, 0, 0]);
  expect(bed.handed()).toBe(upgrade);
  bed.sweep(1_000_000);
  socket.destroy();
  await once(socket, "close");
  expect(happened).toEqual(["gone", "to Node"]);
});

test("a head of 16 KiB is parsed here, and a longer one by Node", async () => {
  for (const [more, where] of [
    [0, []],
    [1, ["gone", "to Node"]],
  ] as const) {
    const { happened, visits, ask } = createVisitorBed();
    const start = "GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nX: ";
    await ask(`${start}${"a".repeat(16_384 + more - start.length)}\r\n\r\n`);
    expect([happened, visits.length]).toEqual([where, 1 - more]);
  }
});

test("an error of a visitor's connection affects no other", async () => {
  const { socket, happened, ask } = createVisitorBed();
  await ask();
  socket.destroy(new Error("reset"));
  for (let count = 0; count < 3; count++) await turn();
  expect(happened).toEqual(["gone"]);
});
