import { EventEmitter } from "node:events";
import http from "node:http";
import type { Duplex } from "node:stream";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { attachEdge, EDGE_SERVER_OPTIONS } from "../../src/edge/attach.ts";
import { UPGRADE_REQUIRED } from "../../src/edge/problems/edge-problems.ts";
import { handleListenerErrors } from "../../src/edge/problems/listener-errors.ts";
import { afterEarlierResponses } from "../../src/edge/problems/upgrade.ts";
import type { Edge } from "../../src/edge/types.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
});

/** A connection by hand, and what is done to it. */
function connection(more: object = {}) {
  const did: string[] = [];
  const sent: string[] = [];
  const say = (word: string) => void did.push(word);
  const socket = Object.assign(new EventEmitter(), {
    remoteAddress: "192.0.2.1",
    writable: true,
    bytesRead: 10,
    destroy: () => say("destroyed"),
    resume: () => say("read on"),
    end(bytes: string | Buffer) {
      say(`answered ${String(bytes).slice(9, 12).trim()}`);
      sent.push(String(bytes));
    },
    ...more,
  });
  return { socket, did, sent };
}

function setUp(edge: Partial<Edge> = {}, admit = true) {
  const noted: string[] = [];
  const failed: string[] = [];
  const server = http.createServer();
  attachEdge(server, { isTunnelHost: () => false, ...edge } as Edge, () => {}, {
    limit: { tryAdd: () => admit, release() {} },
    rejections: { log: (address, reason) => void noted.push(`${address}: ${reason}`) },
    onFailure: (what, error) => void failed.push(`${what}: ${(error as Error).message}`),
  });
  const breakOff = (code: string, more?: object) => {
    const { socket, did, sent } = connection(more);
    const again = () => server.emit("clientError", Object.assign(new Error(), { code }), socket as object as Duplex);
    again();
    return { socket, did, sent, again };
  };
  return { server, noted, failed, breakOff };
}

test("slow heads time out, slow bodies do not, and idle connections only after those of a proxy", () => {
  expect(EDGE_SERVER_OPTIONS).toEqual({
    connectionsCheckingInterval: 2_000,
    headersTimeout: 15_000,
    requestTimeout: 0,
    keepAliveTimeout: 75_000,
    requireHostHeader: false,
    noDelay: true,
    highWaterMark: 131_072,
  });
  expect(setUp().server.maxHeadersCount).toBe(0);
});

test.each([
  ["HPE_INVALID_METHOD", {}, ["answered 400", "read on"], ["400 Bad Request"]],
  ["HPE_HEADER_OVERFLOW", {}, ["answered 431", "read on"], ["431 Request Header Fields Too Large"]],
  ["ERR_HTTP_REQUEST_TIMEOUT", {}, ["answered 408", "read on"], ["408 Request Timeout"]],
  ["ERR_HTTP_REQUEST_TIMEOUT", { bytesRead: 0 }, ["answered 408", "read on"], []],
  ["HPE_PAUSED_H2_UPGRADE", {}, [expect.stringContaining("answered"), "read on"], []],
  ["ECONNRESET", {}, ["destroyed"], []],
  ["HPE_INVALID_METHOD", { writable: false }, ["destroyed"], []],
  ["HPE_INVALID_METHOD", { _httpMessage: { headersSent: true } }, ["destroyed"], []],
  ["HPE_INVALID_METHOD", { _httpMessage: { headersSent: false } }, ["answered 400", "read on"], ["400 Bad Request"]],
])("a connection that breaks with %s (%j) is answered once where it can be", (code, more, did, reasons) => {
  const { noted, breakOff } = setUp();
  const broken = breakOff(code, more);
  expect(broken.did).toEqual(did);
  expect(noted).toEqual(reasons.map((reason) => `192.0.2.1: request answered with ${reason}`));
});

test.each([
  ["HPE_INVALID_METHOD", "400 Bad Request", "Malformed or ambiguous HTTP/1.1 request."],
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large", "The head of the request is larger than 16 KiB."],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout", "The head of the request did not arrive in time."],
])("the response to a connection that breaks with %s says why", (code, status, error) => {
  const body = JSON.stringify({ error, code: "invalid_request" });
  expect(setUp().breakOff(code).sent).toEqual([
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  ]);
});

test("after a response the connection is read for a second, whatever still arrives, and then closed", () => {
  const { breakOff, noted } = setUp();
  const { socket, did, again } = breakOff("HPE_INVALID_METHOD");
  again();
  expect([did.splice(0), noted.length]).toEqual([["answered 400", "read on"], 1]);
  expect(socket.emit("error", new Error("reset"))).toBe(true);
  vi.advanceTimersByTime(999);
  expect(did).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(did).toEqual(["destroyed"]);
});

test("a connection on which a body for the API still arrives two seconds after the response is closed", () => {
  const { server } = setUp();
  const { socket, did } = connection();
  const head = { headers: { host: "localhost", "content-length": "9" }, rawHeaders: ["Host", "localhost"] };
  const request = Object.assign(new EventEmitter(), { method: "POST", url: "/", complete: false, socket, ...head });
  const response = new EventEmitter();
  server.emit("request", request, response);
  response.emit("finish");
  vi.advanceTimersByTime(1_999);
  expect(did).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(did).toEqual(["destroyed"]);
});

test("a request that is neither for a tunnel nor valid for the API is logged with its client", () => {
  const { server, noted } = setUp();
  const request = { method: "TRACE", url: "/", headers: { host: "localhost" }, rawHeaders: ["Host", "localhost"] };
  const response = Object.assign(new EventEmitter(), { writeHead() {}, setHeader() {}, end() {} });
  server.emit("request", Object.assign(new EventEmitter(), request, connection()), response);
  expect(noted).toEqual([expect.stringMatching(/^192\.0\.2\.1: request answered with 405 /)]);
});

test("a connection that closes earlier leaves no timer", () => {
  const { socket } = setUp().breakOff("HPE_INVALID_METHOD");
  expect(vi.getTimerCount()).toBe(1);
  socket.emit("close");
  expect(vi.getTimerCount()).toBe(0);
});

test("a connection over the limit is logged and closed before anything is read", () => {
  const connected = vi.fn();
  const { server, noted } = setUp({ handleConnection: connected }, false);
  const { socket, did } = connection();
  server.emit("connection", socket as object as Duplex);
  expect([did, connected.mock.calls.length]).toEqual([["destroyed"], 0]);
  expect(noted).toEqual(["192.0.2.1: too many open connections (--connections-per-ip)"]);
});

test("a connection whose parser fails is reported and closed", () => {
  const { server, failed } = setUp({
    handleConnection() {
      throw new Error("unforeseen");
    },
  });
  const { socket, did } = connection();
  server.emit("connection", socket as object as Duplex);
  expect([did, failed]).toEqual([["destroyed"], ["A connection: unforeseen"]]);
});

test("a connection that changes its protocol waits for earlier responses, and an error meanwhile ends nothing", () => {
  const answers = [new EventEmitter(), new EventEmitter()];
  const { socket } = connection({ _httpMessage: answers[0] });
  const acted = vi.fn(() => {
    throw new Error("unforeseen");
  });
  const failed = vi.fn();
  handleListenerErrors(socket, failed);
  afterEarlierResponses(socket as object as Duplex, acted);
  expect(socket.emit("error", new Error("reset"))).toBe(true);
  Object.assign(socket, { _httpMessage: answers[1] });
  answers[0]!.emit("finish");
  expect(acted).not.toHaveBeenCalled();
  Object.assign(socket, { _httpMessage: null });
  answers[1]!.emit("finish");
  expect(acted).toHaveBeenCalledOnce();
  expect(failed).toHaveBeenCalledWith(new Error("unforeseen"));
  expect(answers.map((answer) => answer.listenerCount("finish"))).toEqual([0, 0]);
});

test("an upgrade after many requests on its connection listens for errors only once, so that Node does not warn", () => {
  const responses = Array.from({ length: 12 }, () => new EventEmitter());
  const { socket } = connection({ _httpMessage: responses[0] });
  afterEarlierResponses(socket as object as Duplex, () => {});
  for (const [index, response] of responses.entries()) {
    Object.assign(socket, { _httpMessage: responses[index + 1] ?? null });
    response.emit("finish");
  }
  expect(socket.listenerCount("error")).toBe(1);
});

test("a dial without its upgrade is told which protocol to request", () => {
  const headers = { Upgrade: "frontdesk-tunnel/1", Connection: "Upgrade" };
  expect(UPGRADE_REQUIRED).toMatchObject({ status: 426, headers });
});
