import type { Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import { createTestbed } from "../testbed.ts";

/** What a visitor sees of `Clear-Site-Data` if an app sends these bytes. */
async function visit(bytes: string, head = "GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n\r\n"): Promise<string[]> {
  await using bed = await createTestbed();
  const app = await bed.startApp(() => {});
  app.removeAllListeners("connection");
  app.on("connection", (socket: Socket) => socket.on("error", () => {}).once("data", () => socket.end(bytes)));
  await bed.open("demo", (app.address() as { port: number }).port);
  const text = await bed.raw(head, /<end>/);
  expect(text).toContain("<end>");
  return [...text.matchAll(/^clear-site-data: ?(.*)\r$/gim)].map(([, value]) => value!);
}
const respond = (lines: string) => `HTTP/1.1 200 OK\r\n${lines}Content-Length: 5\r\n\r\n<end>`;

test.each([
  ["its own cache and storage", '"cache", "storage"', ['"cache", "storage"']],
  ["the cookies of all tunnels, which stay", '"cookies"', []],
  ["them beside its own", '"cache","cookies" ,\t"storage"', ['"cache", "storage"']],
  ["everything, which becomes its own", '"*"', ['"cache", "storage"']],
  ["everything beside a type", '"cookies", "*"', ['"cache", "storage"']],
  ["types that the edge cannot judge", '"Cookies", cookies, "cook\\ies", "future"', []],
  ["a comma inside of quotes", '"x, "cookies", y"', []],
  ["nothing", "", []],
])("an app may clear %s", async (_what, sent, expected) => {
  expect(await visit(respond(`Clear-Site-Data: ${sent}\r\n`))).toEqual(expected);
});

test("each of several headers is limited, whatever the case of its name", async () => {
  const lines = 'clear-site-data: "cookies"\r\nCLEAR-SITE-DATA: "storage"\r\nClear-Site-Data: "*"\r\n';
  expect(await visit(respond(lines))).toEqual(['"storage"', '"cache", "storage"']);
});

test("informational responses are limited too", async () => {
  const early = 'HTTP/1.1 103 Early Hints\r\nClear-Site-Data: "cookies"\r\n\r\n';
  expect(await visit(early + respond('Clear-Site-Data: "cache"\r\n'))).toEqual(['"cache"']);
});

test("trailers carry no Clear-Site-Data", async () => {
  const trailer =
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n<end>\r\n0\r\nClear-Site-Data: "cookies"\r\n\r\n';
  const close = "GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nTE: trailers\r\nConnection: TE, close\r\n\r\n";
  expect(await visit(trailer, close)).toEqual([]);
});

test("the response to an upgrade is limited", async () => {
  await using bed = await createTestbed();
  const app = await bed.startApp(() => {});
  const server = new WebSocketServer({ server: app });
  onTestFinished(() => server.close());
  server.on("headers", (lines) => lines.push('Clear-Site-Data: "cookies"'));
  server.on("connection", (socket) => socket.send("<end>"));
  await bed.open("demo", (app.address() as { port: number }).port);
  const text = await bed.raw(
    "GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    /<end>/,
  );
  expect(text).toMatch(/^HTTP\/1\.1 101 /);
  expect(text.toLowerCase()).not.toContain("clear-site-data");
});
