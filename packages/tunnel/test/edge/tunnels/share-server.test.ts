import { type EventEmitter, once } from "node:events";
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createEdge } from "../../../src/edge/edge.ts";
import { shareServer } from "../../../src/edge/tunnels/share-server.ts";
import type { Edge } from "../../../src/edge/types.ts";

const UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\n";

/** Lets a listener throw after its emitter's handler has returned. */
function failLater(emitter: EventEmitter): void {
  emitter.on("later", () => {
    throw new Error("unforeseen");
  });
  setImmediate(() => emitter.emit("later"));
}

/** A program's server that an edge shares, and who was asked what. */
async function setUp({ listensForUpgrades = false, fails = false, begins = false, failsLater = "" } = {}) {
  const asked: string[] = [];
  const failures: string[] = [];
  const note = (who: string, request: IncomingMessage) => {
    asked.push(`${who} ${request.url}`);
    if (fails) throw new Error("unforeseen");
  };
  const respond =
    (who: string): RequestListener =>
    (request, response) => {
      note(who, request);
      response.end(who);
    };
  const server = http.createServer(respond("program"));
  server.on("checkContinue", respond("program, continuing"));
  if (listensForUpgrades)
    server.on("upgrade", (request, socket) => {
      asked.push(`program, upgrading ${request.url}`);
      socket.end();
    });
  const edge = {
    isTunnelHost: (host) => host === "demo.test",
    handleRequest(request: IncomingMessage, response: ServerResponse) {
      if (begins) response.write("begun");
      if (failsLater !== "") return void failLater(failsLater === "request" ? request : response);
      respond("edge")(request, response);
    },
    handleUpgrade(request: IncomingMessage, socket: Socket, head: Buffer) {
      note(`edge, upgrading ${head}`, request);
      socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
    },
  } as Partial<Edge> as Edge;
  shareServer(server, edge, (what, error) => failures.push(`${what}: ${(error as Error).message}`));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  /** What is said to this request. */
  const ask = async (path: string, host: string, more = "", body = "", method = "GET") => {
    const socket = net.connect(port, "127.0.0.1");
    let reply = "";
    socket.on("data", (bytes) => {
      reply += bytes;
      // Node keeps this one open, for it says that an upgrade would be taken.
      if (/^HTTP\/1.1 426 /.test(reply)) socket.end();
    });
    socket.on("error", () => {});
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n${body}`);
    await once(socket, "close");
    return reply;
  };
  return { server, asked, failures, ask };
}

const close = "Connection: close\r\n";

test.each([
  ["a visitor's request", "/a", "demo.test", close, /200 [\s\S]*edge$/, "edge /a"],
  [
    "a visitor's request for a path of tunnel clients",
    "/svc-tunnel/x",
    "demo.test",
    close,
    /200 [\s\S]*edge$/,
    "edge /svc-tunnel/x",
  ],
  ["any other request", "/a", "api.test", close, /200 [\s\S]*program$/, "program /a"],
  [
    "a dial without an upgrade",
    "/svc-tunnel/x",
    "api.test",
    close,
    /426 [\s\S]*Upgrade: frontdesk-tunnel\/1\r\n/,
    undefined,
  ],
  [
    "a visitor's request that waits for a 100",
    "/a",
    "demo.test",
    `${close}Expect: 100-continue\r\n`,
    /200 /,
    "edge /a",
  ],
  ["another that does", "/a", "api.test", `${close}Expect: 100-continue\r\n`, /200 /, "program, continuing /a"],
])("%s reaches its recipient", async (_what, path, host, more, reply, who) => {
  const { asked, ask } = await setUp();
  expect(await ask(path, host, more)).toMatch(reply);
  expect(asked).toEqual(who === undefined ? [] : [who]);
});

test.each([
  ["a visitor's WebSocket", "/a", "demo.test", UPGRADE, "edge, upgrading ahead /a"],
  ["a tunnel client's dial", "/svc-tunnel/x", "api.test", UPGRADE, "edge, upgrading ahead /svc-tunnel/x"],
])("%s is the edge's, with the bytes sent ahead", async (_what, path, host, more, who) => {
  for (const listensForUpgrades of [true, false]) {
    const { asked, ask } = await setUp({ listensForUpgrades });
    expect(await ask(path, host, more, "ahead")).toMatch(/^HTTP\/1.1 101 /);
    expect(asked).toEqual([who]);
  }
});

test("a visitor's offer of another protocol is an ordinary request, with its body", async () => {
  const { asked, ask } = await setUp();
  const offer = "Connection: Upgrade, close\r\nUpgrade: h2c\r\nContent-Length: 4\r\n";
  expect(await ask("/a", "demo.test", offer, "body", "POST")).toMatch(/200 [\s\S]*edge$/);
  expect(asked).toEqual(["edge /a"]);
});

test("the program's own upgrades go to its own listener if it has one, and ordinary requests elsewhere", async () => {
  const own = await setUp({ listensForUpgrades: true });
  await own.ask("/a", "api.test", UPGRADE);
  expect(own.asked).toEqual(["program, upgrading /a"]);
  const none = await setUp();
  expect(await none.ask("/a", "api.test", "Connection: Upgrade, close\r\nUpgrade: websocket\r\n")).toMatch(/200 /);
  expect(none.asked).toEqual(["program /a"]);
});

test("errors of the edge are answered or closed, and reported", async () => {
  const { failures, ask } = await setUp({ fails: true });
  expect(await ask("/a", "demo.test", close)).toMatch(/^HTTP\/1.1 500 /);
  expect(await ask("/a", "demo.test", UPGRADE)).toBe("");
  expect(failures).toEqual(["A request: unforeseen", "A connection: unforeseen"]);
});

test.each(["request", "response"])("an error in a later event of the %s is answered, and is reported", async (what) => {
  const { failures, ask } = await setUp({ failsLater: what });
  expect(await ask("/a", "demo.test", close)).toMatch(/^HTTP\/1.1 500 /);
  expect(failures).toEqual(["A request: unforeseen"]);
});

test("an error after the response has begun closes the connection, and is reported", async () => {
  const { failures, ask } = await setUp({ begins: true, fails: true });
  expect(await ask("/a", "demo.test")).not.toContain("500");
  expect(failures).toEqual(["A request: unforeseen"]);
});

test("an error after a look-up in the storage is answered and reported too", async () => {
  const writeHead = vi.spyOn(http.ServerResponse.prototype, "writeHead").mockImplementationOnce(() => {
    throw new Error("unforeseen");
  });
  onTestFinished(() => writeHead.mockRestore());
  const server = http.createServer();
  const edge = createEdge({
    tunnelDomain: "tunnel.localhost",
    baseDomain: "vip.localhost",
    publicUrl: "http://localhost",
    reserved: [],
    bus: { publish: async () => {}, subscribe: () => () => {}, onReconnect: () => () => {} },
    findByToken: async () => null,
    findByDomain: async () => null,
    log: { info() {}, warn() {} },
  });
  const failures: string[] = [];
  shareServer(server, edge, (what, error) => failures.push(`${what}: ${(error as Error).message}`));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    server.close();
    await edge.close();
  });
  const { port } = server.address() as AddressInfo;
  const socket = net.connect(port, "127.0.0.1");
  socket.write(`GET / HTTP/1.1\r\nHost: none.tunnel.localhost\r\n${close}\r\n`);
  const [reply] = await once(socket, "data");
  expect(String(reply)).toMatch(/^HTTP\/1.1 500 /);
  expect(failures).toEqual(["A request: unforeseen"]);
});
