import { EventEmitter, once } from "node:events";
import type { Socket } from "node:net";
import { duplexPair } from "node:stream";
import { expect, test } from "vitest";
import { acceptUpgrade } from "../../../src/edge/problems/upgrade.ts";
import { freePort } from "../../free-port.ts";
import { createPair } from "../pair.ts";
import { collect, createTestbed } from "../testbed.ts";

const upgrade = (acceptUpgrade = "") =>
  `GET /socket HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${acceptUpgrade}\r\n`;

test("a WebSocket to an app that is down gets 502, in the format of other errors", async () => {
  await using bed = await createTestbed();
  await bed.open("demo", await freePort());
  const json = await bed.raw(upgrade());
  expect(json).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
  expect(JSON.parse(json.slice(json.indexOf("\r\n\r\n")))).toMatchObject({ code: "app_down" });
  const page = await bed.raw(upgrade("Accept: text/html\r\n"));
  expect(page).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n[\s\S]*<h1>The app does not respond<\/h1>/);
});

test("a WebSocket to an app that is down gets 502 also through another server", async () => {
  const { one, two } = await createPair();
  await one.open("demo", await freePort());
  await expect.poll(() => two.edge.countClients("id-demo.tunnel.localhost")).toBe(1);
  expect(await two.raw(upgrade())).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
});

test("a WebSocket to a tunnel without a client gets 502", async () => {
  await using bed = await createTestbed();
  bed.register("demo");
  const text = await bed.raw(upgrade());
  expect(text).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
  expect(JSON.parse(text.slice(text.indexOf("\r\n\r\n")))).toMatchObject({ code: "tunnel_offline" });
});

test("a visitor who leaves before the app has accepted its WebSocket ends the request", async () => {
  await using bed = await createTestbed();
  const app = await bed.startApp(() => {});
  const asked = once(app.removeAllListeners("upgrade"), "upgrade");
  await bed.open("demo", (app.address() as { port: number }).port);
  const visitor = await bed.connect();
  visitor.write(upgrade());
  const [, socket] = (await asked) as [unknown, Socket];
  socket.on("error", () => {}).resume();
  const closed = Promise.race([once(socket, "end"), once(socket, "close")]);
  visitor.end();
  await closed;
  socket.destroy();
});

test("a visitor who ends its side of an open WebSocket still gets the app's last bytes", async () => {
  await using bed = await createTestbed();
  const app = await bed.startApp(() => {});
  app.removeAllListeners("upgrade").on("upgrade", (_request, socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    socket.on("error", () => {}).on("end", () => socket.end("last words"));
    socket.resume();
  });
  await bed.open("demo", (app.address() as { port: number }).port);
  const visitor = await bed.connect();
  const accepted = collect(visitor, /\r\n\r\n/);
  visitor.write(upgrade());
  expect(await accepted).toMatch(/^HTTP\/1\.1 101 /);
  const rest = collect(visitor);
  visitor.end();
  expect(await rest).toBe("last words");
});

test("the answer to an upgrade that fails says that the connection closes after it", async () => {
  await using bed = await createTestbed();
  bed.register("demo");
  await bed.serve("refuses", (_request, response) => response.writeHead(403).end());
  for (const name of ["demo", "refuses"]) {
    const [head = ""] = (await bed.raw(upgrade().replace("demo", name))).split("\r\n\r\n");
    expect(head.match(/^connection: .*$/gim)).toEqual(["Connection: close"]);
    expect(head).not.toMatch(/^keep-alive:/im);
  }
});

test("a WebSocket to an app that closes at once gets 502", async () => {
  await using bed = await createTestbed();
  const app = await bed.startApp(() => {});
  app.removeAllListeners("upgrade").on("upgrade", (_request, socket) => socket.destroy());
  await bed.open("demo", (app.address() as { port: number }).port);
  expect(await bed.raw(upgrade())).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
});

test("a visitor whose connection breaks while its upgrade is rejected ends nothing else", async () => {
  await using bed = await createTestbed();
  const [socket] = duplexPair();
  const headers = { host: "nobody.tunnel.localhost", upgrade: "websocket", connection: "Upgrade" };
  const request = { method: "GET", url: "/", headers, rawHeaders: Object.entries(headers).flat(), socket };
  bed.edge.handleUpgrade(Object.assign(new EventEmitter(), request) as never, socket, Buffer.alloc(0));
  expect(socket.emit("error", new Error("reset"))).toBe(true);
});

test("an accepted tunnel client may be idle, is sent to without delay, and is checked by TCP every 30 seconds", () => {
  const [socket] = duplexPair();
  const calls: unknown[] = [];
  const note = (name: string) => ({ [name]: (...values: unknown[]) => void calls.push([name, ...values]) });
  acceptUpgrade(Object.assign(socket, note("setTimeout"), note("setNoDelay"), note("setKeepAlive")));
  expect(calls).toEqual([
    ["setTimeout", 0],
    ["setNoDelay", true],
    ["setKeepAlive", true, 30_000],
  ]);
});
