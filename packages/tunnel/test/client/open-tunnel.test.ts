import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { openTunnel, TunnelClosedError } from "../../src/index.ts";
import { CONTROL_PATH, DATA_PATH, type EdgeFrame, encodeFrame, SESSION_HEADER } from "../../src/wire/index.ts";

const WELCOME: EdgeFrame = {
  type: "welcome",
  session: "one",
  secret: "proof",
  url: "http://demo.example",
  heartbeat: 60_000,
};

/** A server that greets every control connection with these frames, in one piece. */
async function startEdge(greeting: EdgeFrame[]) {
  const dials: string[] = [];
  const server = http.createServer();
  server.on("upgrade", ({ url, headers }, socket) => {
    socket.on("error", () => {});
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n\r\n");
    if (url === CONTROL_PATH) socket.once("data", () => socket.write(greeting.map(encodeFrame).join("")));
    else dials.push(`${url} ${headers[SESSION_HEADER]} ${headers.authorization}`);
    server.emit("dial");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { server, dials, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("a dial frame in the same chunk as the welcome is handled", async () => {
  const edge = await startEdge([WELCOME, { type: "dial", count: 2 }]);
  // This edge never closes a connection, for which taking leave would wait.
  await using tunnel = await openTunnel({ token: "svc_a", port: 1, baseUrl: edge.url, drain: 0 });
  expect(tunnel.url).toBe("http://demo.example");
  while (edge.dials.length < 2) await once(edge.server, "dial");
  expect(edge.dials).toEqual(Array(2).fill(`${DATA_PATH} one Bearer proof`));
});

test("many connections may be dialled at once, without a warning of Node", async () => {
  const warnings: string[] = [];
  const onWarning = ({ name, message }: Error) => warnings.push(`${name} ${message}`);
  process.on("warning", onWarning);
  onTestFinished(() => void process.off("warning", onWarning));
  const edge = await startEdge([WELCOME, { type: "dial", count: 30 }]);
  await using _tunnel = await openTunnel({ token: "svc_a", port: 1, baseUrl: edge.url, drain: 0 });
  while (edge.dials.length < 30) await once(edge.server, "dial");
  expect(warnings.filter((warning) => warning.startsWith("MaxListenersExceeded"))).toEqual([]);
});

test("leaving a server that hangs takes no longer than detecting it", async () => {
  const edge = await startEdge([WELCOME, { type: "dial", count: 2 }]);
  const tunnel = await openTunnel({ token: "svc_a", port: 1, baseUrl: edge.url, drain: 3_600_000 });
  while (edge.dials.length < 2) await once(edge.server, "dial");
  // The drain time is an hour, so that only a tunnel that finds out ends in this test.
  await tunnel.close();
  expect(await tunnel.closed).toEqual({ type: "closed" });
});

test("a signal closes the tunnel, whether it is open yet or not", async () => {
  const edge = await startEdge([WELCOME]);
  const stop = new AbortController();
  const tunnel = await openTunnel({ token: "svc_a", port: 1, baseUrl: edge.url, signal: stop.signal });
  stop.abort();
  expect(await tunnel.closed).toEqual({ type: "closed" });

  const silent = await startEdge([]);
  const later = new AbortController();
  const opening = openTunnel({ token: "svc_a", port: 1, baseUrl: silent.url, signal: later.signal });
  await once(silent.server, "dial");
  later.abort(new Error("enough"));
  await expect(opening).rejects.toThrow("enough");
  await expect(openTunnel({ token: "svc_a", port: 1, baseUrl: edge.url, signal: later.signal })).rejects.toThrow(
    "enough",
  );
});

test("a tunnel that is closed ends the waits for its requests", async () => {
  const edge = await startEdge([WELCOME]);
  const tunnel = await openTunnel({ token: "svc_a", port: 1, baseUrl: edge.url });
  const expected = expect(tunnel.expectRequest(() => {})).rejects.toBeInstanceOf(TunnelClosedError);
  const next = tunnel.requests().next();
  await tunnel.close();
  await expected;
  expect((await next).done).toBe(true);
});

test("a signal that aborts during the preparation opens no tunnel", async () => {
  const edge = await startEdge([WELCOME]);
  const stop = new AbortController();
  const opening = openTunnel({ token: "svc_a", port: 1, baseUrl: edge.url, signal: stop.signal });
  stop.abort(new Error("enough"));
  await expect(opening).rejects.toThrow("enough");
});

test("an attempt to connect ends with the tunnel: a server that accepts it later hears nothing", async () => {
  const server = http.createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const stop = new AbortController();
  const opening = openTunnel({ token: "svc_a", port: 1, baseUrl: `http://127.0.0.1:${port}`, signal: stop.signal });
  const [, socket] = (await once(server, "upgrade")) as [http.IncomingMessage, Duplex];
  socket.on("error", () => {});
  stop.abort(new Error("enough"));
  await expect(opening).rejects.toThrow("enough");
  const events: string[] = [];
  const ended = new Promise<void>((resolve) => {
    for (const event of ["data", "end", "close"]) socket.once(event, () => resolve(void events.push(event)));
  });
  socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n\r\n");
  await ended;
  socket.destroy();
  expect(events).not.toContain("data");
});
