import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { createHttpResponseWriter } from "../../../src/edge/visitors/http-response-writer.ts";
import type { Head } from "../../../src/wire/index.ts";

/** A visit on fakes of what Node reads, and what is done to them. */
function setUp({ minor = 1, headers = {}, complete = true, takes = true, destroyed = false, websocket = false } = {}) {
  const did: string[] = [];
  const say = (word: string) => void did.push(word);
  const socket = Object.assign(new EventEmitter(), {
    writableLength: 5,
    write(text: string) {
      say(`bare ${text.split("\r\n")[0]}`);
      return takes;
    },
    unshift: (bytes: Buffer) => say(`unshift ${bytes}`),
    setKeepAlive: (isEnabled: boolean, delayMs: number) => say(`checked ${isEnabled} ${delayMs}`),
  });
  const response = Object.assign(new EventEmitter(), {
    destroyed,
    socket,
    writableLength: 3,
    shouldKeepAlive: true,
    sendDate: true,
    writeHead: (status: number) => say(`head ${status}`),
    write(bytes: Buffer) {
      say(`write ${bytes}`);
      return takes;
    },
    end: (bytes?: string | Buffer) => say(`end ${bytes === undefined ? "" : `${typeof bytes} ${bytes.length}`}`),
    addTrailers: (pairs: string[][]) => say(`trailers ${JSON.stringify(pairs)}`),
    flushHeaders: () => say("flush"),
    detachSocket: () => say("detach"),
    destroy: () => say("destroy"),
  });
  const visit = createHttpResponseWriter({
    request: { httpVersionMinor: minor, headers, complete } as object as IncomingMessage,
    response: response as object as ServerResponse,
    websocket: websocket ? { socket: socket as object as Socket, head: Buffer.from("first") } : undefined,
    zones: [],
    abuseContact: undefined,
  });
  const attendant = { onDrain: () => say("drained"), onDisconnect: () => say("left") };
  return { did, socket, response, visit, attend: () => visit.listen(attendant) };
}

const head = (status: number) => ({ status, start: ["HTTP/1.1", `${status}`, ""], headers: [] }) as object as Head;

test("a disconnect is reported at once if it already happened, otherwise when it happens, but not after an upgrade", () => {
  const gone = setUp({ destroyed: true });
  gone.attend();
  expect([gone.did, gone.response.eventNames()]).toEqual([["left"], []]);
  const here = setUp({ websocket: true });
  here.attend();
  here.response.emit("drain");
  here.response.emit("close");
  expect(here.did.splice(0)).toEqual(["drained", "left"]);
  expect(here.visit.upgrade(head(101))).toBe(here.socket);
  here.response.emit("close");
  expect(here.did.filter((word) => !word.startsWith("checked"))).toEqual([
    "detach",
    "bare HTTP/1.1 101 Switching Protocols",
    "unshift first",
  ]);
});

test("an upgraded connection, which may be idle for long, is checked by TCP after 30 seconds", () => {
  const { did, visit, attend } = setUp({ websocket: true });
  attend();
  visit.upgrade(head(101));
  expect(did.filter((word) => word.startsWith("checked"))).toEqual(["checked true 30000"]);
});

test("a visitor who requested no other protocol gets none, and may still disconnect", () => {
  const { did, response, visit, attend } = setUp();
  attend();
  expect(visit.upgrade(head(101))).toBe(null);
  response.emit("close");
  expect(did).toEqual(["left"]);
});

test.each([
  ["103 to HTTP/1.1", {}, 103, 1],
  ["103 to HTTP/1.0", { minor: 0 }, 103, 0],
  ["100 to one who did not ask", {}, 100, 0],
  ["100 to one who asked", { headers: { expect: "100-continue" } }, 100, 1],
])("an interim response %s is forwarded or kept", (_what, options, status, count) => {
  const { did, visit } = setUp(options);
  expect(visit.writeInformational(head(status))).toBe(true);
  expect(did).toHaveLength(count);
});

test("if a visitor accepts no more interim responses, that is reported once, and each drain too", () => {
  const { did, socket, visit, attend } = setUp({ takes: false });
  attend();
  for (let turn = 0; turn < 2; turn++) {
    expect([visit.writeInformational(head(103)), visit.writeInformational(head(103))]).toEqual([false, false]);
    expect(socket.listenerCount("drain")).toBe(1);
    did.length = 0;
    socket.emit("drain");
    expect([did.splice(0), socket.listenerCount("drain")]).toEqual([["drained"], 0]);
  }
});

test("the head is buffered until there is more, or until it is flushed, once", () => {
  const { did, response, visit } = setUp();
  visit.flush();
  visit.writeHead(head(200), false);
  expect([response.sendDate, response.shouldKeepAlive]).toEqual([false, true]);
  visit.flush();
  visit.flush();
  expect(did.splice(0)).toEqual(["head 200", "flush"]);
  visit.writeHead(head(200), false);
  expect(visit.write(Buffer.from("a"))).toBe(true);
  visit.flush();
  expect(did).toEqual(["head 200", "write a"]);
});

test("a connection on which a body is still arriving carries no second request", () => {
  const { response, visit } = setUp({ complete: false });
  visit.writeHead(head(200), false);
  expect(response.shouldKeepAlive).toBe(false);
});

test("an end sends the last bytes, as text if they are few, after any trailers", () => {
  const { did, visit } = setUp();
  for (const bytes of [null, Buffer.alloc(8_192), Buffer.alloc(8_193)]) visit.end(bytes, []);
  visit.end(null, ["X-One", "1", "X-Two", "2"]);
  expect(did).toEqual(["end ", "end string 8192", "end object 8193", 'trailers [["X-One","1"],["X-Two","2"]]', "end "]);
});

test("the unread bytes are those of both buffers, and a reset ends the response", () => {
  const { did, response, visit } = setUp();
  expect(visit.bufferedBytes()).toBe(8);
  Object.assign(response, { socket: null });
  expect([visit.bufferedBytes(), visit.writeInformational(head(103))]).toEqual([3, true]);
  visit.destroy();
  expect(did).toEqual(["destroy"]);
});

test.each([
  ["Out of Luck", "Out of Luck"],
  ["", "Not Found"],
])("the head has the app's phrase %j or the usual one, and its headers as the visitor may get them", (said, phrase) => {
  const heads: unknown[][] = [];
  const response = { shouldKeepAlive: true, writeHead: (...values: unknown[]) => void heads.push(values) };
  const visit = createHttpResponseWriter({
    request: { complete: true } as IncomingMessage,
    response: response as object as ServerResponse,
    websocket: undefined,
    zones: ["tunnel.test"],
    abuseContact: undefined,
  });
  const headers = ["Set-Cookie", "a=1; Domain=tunnel.test", "Connection", "close", "X-Own", "1"];
  const length = { framing: "length", length: 5, connectionOptions: [] };
  for (const isIndexable of [true, false])
    visit.writeHead({ ...head(404), ...length, start: ["HTTP/1.1", "404", said], headers } as Head, isIndexable);
  const kept = ["Set-Cookie", "a=1", "X-Own", "1", "Content-Length", "5"];
  expect(heads).toEqual([
    [404, phrase, kept],
    [404, phrase, [...kept, "X-Robots-Tag", "noindex"]],
  ]);
});

test("the page of an error says where to report abuse", () => {
  const sent: string[] = [];
  const visit = createHttpResponseWriter({
    request: { method: "GET", complete: true, headers: { accept: "text/html" } } as IncomingMessage,
    response: { writeHead() {}, end: (body: string) => void sent.push(body) } as object as ServerResponse,
    websocket: undefined,
    zones: [],
    abuseContact: "abuse@desk.test",
  });
  visit.sendError({ status: 404, code: "not_found", title: "None", error: "None." });
  expect(sent).toEqual([expect.stringContaining("Report abuse of this URL to abuse@desk.test.")]);
});
