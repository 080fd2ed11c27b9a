import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { attachEdge, EDGE_SERVER_OPTIONS } from "../../src/edge/attach.ts";
import type { Edge } from "../../src/edge/types.ts";

const asked: string[] = [];
const logged: string[] = [];
const server = http.createServer(EDGE_SERVER_OPTIONS);
const respond = (who: string) => (request: IncomingMessage, response: ServerResponse) => {
  asked.push(`${who} ${request.url}`);
  request.resume().on("end", () => response.end(who));
};

beforeAll(async () => {
  const edge: Partial<Edge> = {
    isTunnelHost: (host) => host === "demo.test",
    handleConnection: (_socket, handOver) => handOver(),
    handleRequest: respond("edge"),
    handleUpgrade(request, socket) {
      asked.push(`edge, upgrading ${request.url}`);
      (socket as Socket).end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
    },
  };
  attachEdge(server, edge as Edge, respond("api"), { rejections: { log: (_ip, reason) => void logged.push(reason) } });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  asked.length = 0;
  logged.length = 0;
});

/** Sends these lines, and the rest once the server has said something. Returns all that it said. */
async function say(lines: string[], rest = ""): Promise<string> {
  const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  let reply = "";
  socket.on("error", () => {}).on("data", (bytes) => (reply += bytes));
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  await once(socket, "data");
  if (rest !== "") socket.write(rest);
  await once(socket, "close");
  return reply;
}

const close = "Connection: close";
const waits = ["Content-Length: 2", "Expect: 100-continue", close];

test("who waits for a 100 before the body gets it from the API", async () => {
  const reply = await say(["POST /a HTTP/1.1", "Host: api.test", ...waits], "ab");
  expect(reply).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n[\s\S]*api$/);
  expect(asked).toEqual(["api /a"]);
});

test("who waits for a 100 from an app gets it from nobody else", async () => {
  const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  let reply = "";
  socket.on("data", (bytes) => (reply += bytes));
  socket.write(["POST /b HTTP/1.1", "Host: demo.test", ...waits, "", ""].join("\r\n"));
  await expect.poll(() => asked).toEqual(["edge /b"]);
  expect(reply).toBe("");
  socket.write("ab");
  await once(socket, "close");
  expect(reply).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*edge$/);
});

test.each([
  ["another expectation", ["POST /c HTTP/1.1", "Host: api.test", "Expect: tea", close], "417", []],
  ["the method CONNECT", ["CONNECT a.test:443 HTTP/1.1", "Host: a.test:443"], "405", ["405 Method Not Allowed"]],
  [
    "an upgrade with two hosts",
    ["GET /d HTTP/1.1", "Host: demo.test", "Host: api.test", "Connection: Upgrade", "Upgrade: websocket"],
    "400",
    ["400 Bad Request"],
  ],
])("%s is rejected before anybody serves it", async (_what, lines, status, reasons) => {
  expect((await say(lines)).slice(9, 12)).toBe(status);
  expect(asked).toEqual([]);
  expect(logged).toEqual(reasons.map((reason) => `request answered with ${reason}`));
});

test.each([
  ["a visitor's WebSocket", "demo.test", "/e", "websocket", "edge, upgrading /e"],
  ["a tunnel client's dial", "api.test", "/svc-tunnel/data", "frontdesk-tunnel/1", "edge, upgrading /svc-tunnel/data"],
  ["a visitor's offer of another protocol", "demo.test", "/f", "h2c", "edge /f"],
  ["an offer to the API", "api.test", "/g", "websocket", "api /g"],
])("%s is served as such", async (_what, host, path, protocol, who) => {
  await say([`GET ${path} HTTP/1.1`, `Host: ${host}`, "Connection: Upgrade, close", `Upgrade: ${protocol}`]);
  expect(asked).toEqual([who]);
});

test("the body that came with an offer to the API reaches it", async () => {
  const offer = ["Connection: Upgrade, close", "Upgrade: h2c", "Content-Length: 2"];
  expect(await say(["POST /h HTTP/1.1", "Host: api.test", ...offer, "", "ab"])).toMatch(
    /^HTTP\/1\.1 200 OK\r\n[\s\S]*api$/,
  );
  expect(asked).toEqual(["api /h"]);
});
