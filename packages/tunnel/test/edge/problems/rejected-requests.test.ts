import { expect, test } from "vitest";
import { PROTOCOL } from "../../../src/wire/index.ts";
import { createTestbed } from "../testbed.ts";

const MALFORMED = "Malformed or ambiguous HTTP/1.1 request.";
const INVALID_HOST = "The Host header is not a host name with an optional port.";
const codes: Record<number, string> = { 404: "not_found", 405: "method_not_allowed" };
const HOST = "Host: demo.tunnel.localhost\r\n";
const dial = (path: string, protocol = PROTOCOL) =>
  `GET /svc-tunnel/${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;

test.each([
  [
    "length and chunked together",
    `POST / HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    MALFORMED,
  ],
  ["two lengths", `POST / HTTP/1.1\r\n${HOST}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`, 400, MALFORMED],
  [
    "chunks not last",
    `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    400,
    MALFORMED,
  ],
  ["an obscured encoding", `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400, MALFORMED],
  [
    "a coding beside",
    `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    501,
    "The only supported Transfer-Encoding is chunked.",
  ],
  ["space before the colon", `POST / HTTP/1.1\r\n${HOST}Content-Length : 4\r\n\r\nabcd`, 400, MALFORMED],
  ["a folded header", `GET / HTTP/1.1\r\n${HOST}X-A: 1\r\n folded\r\n\r\n`, 400, MALFORMED],
  [
    "two hosts",
    `GET / HTTP/1.1\r\n${HOST}Host: other.tunnel.localhost\r\n\r\n`,
    400,
    "The request needs exactly one Host header.",
  ],
  [
    "a tunnel hidden behind the API's host",
    `GET / HTTP/1.1\r\nHost: localhost\r\n${HOST}\r\n`,
    400,
    "The request has more than one Host header.",
  ],
  [
    "an absolute target of another host",
    `GET http://other.tunnel.localhost/ HTTP/1.1\r\n${HOST}\r\n`,
    400,
    "The request target names another host than demo.tunnel.localhost.",
  ],
  ["user info in the host", "GET / HTTP/1.1\r\nHost: a@demo.tunnel.localhost\r\n\r\n", 400, INVALID_HOST],
  ["a silly port", "GET / HTTP/1.1\r\nHost: demo.tunnel.localhost:99999\r\n\r\n", 400, INVALID_HOST],
  ["a trailing dot", "GET / HTTP/1.1\r\nHost: demo.tunnel.localhost.\r\n\r\n", 400, "The Host header ends in a dot."],
  [
    "a second label",
    "GET / HTTP/1.1\r\nHost: a.demo.tunnel.localhost\r\n\r\n",
    421,
    "a.demo.tunnel.localhost is not a tunnel name. Tunnels have one label under tunnel.localhost.",
  ],
  [
    "a reserved name",
    "GET / HTTP/1.1\r\nHost: www.tunnel.localhost\r\n\r\n",
    404,
    "www.tunnel.localhost is a reserved name.",
  ],
  ["TRACE", `TRACE / HTTP/1.1\r\n${HOST}\r\n`, 405, "The method TRACE is not supported."],
  ["CONNECT", `CONNECT demo.tunnel.localhost:80 HTTP/1.1\r\n${HOST}\r\n`, 405, "The method CONNECT is not supported."],
  ["no host at all", "GET / HTTP/1.1\r\n\r\n", 400, "The request needs exactly one Host header."],
  ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400, MALFORMED],
])("rejects %s with the reason, and the app never sees it", async (_what, bytes, status, error) => {
  await using bed = await createTestbed();
  let reached = 0;
  await bed.serve("demo", (_request, response) => {
    reached++;
    response.end("here");
  });
  const reply = await bed.raw(bytes, /\}/);
  expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(reply.slice(reply.indexOf("{")))).toEqual({ error, code: codes[status] ?? "invalid_request" });
  expect(reached).toBe(0);
  expect((await bed.get("demo")).body).toBe("here");
});

test.each([
  [
    "an absolute target of another host",
    "GET http://demo.tunnel.localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    400,
    "The request target names another host than localhost.",
  ],
  ["TRACE", "TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405, "The method TRACE is not supported."],
  [
    "CONNECT",
    "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n",
    405,
    "The method CONNECT is not supported.",
  ],
  [
    "a megabyte of headers",
    `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(1_000_000)}\r\n\r\n`,
    431,
    "The head of the request is larger than 16 KiB.",
  ],
  [
    "a megabyte of target",
    `GET /${"a".repeat(1_000_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    431,
    "The head of the request is larger than 16 KiB.",
  ],
  [
    "an expectation there is not",
    "POST / HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\nContent-Length: 1\r\n\r\na",
    417,
    "The only supported expectation is 100-continue.",
  ],
  [
    "a dial that lost its upgrade",
    "GET /svc-tunnel/control HTTP/1.1\r\nHost: localhost\r\n\r\n",
    426,
    'Tunnel clients connect with "Upgrade: frontdesk-tunnel/1". If the client sent that header, a proxy in between dropped it.',
  ],
  [
    "another protocol",
    dial("control", "websocket"),
    400,
    'Tunnel clients connect with GET and "Upgrade: frontdesk-tunnel/1".',
  ],
  [
    "a dial to nowhere",
    dial("nowhere"),
    404,
    "No tunnel endpoint /svc-tunnel/nowhere; the tunnel client may be too old or too new.",
  ],
])("the API's host answers %s as its errors are", async (_what, bytes, status, error) => {
  await using bed = await createTestbed();
  const reply = await bed.raw(bytes, /\}/);
  expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} [A-Z]`));
  expect(JSON.parse(reply.slice(reply.indexOf("{")))).toEqual({ error, code: codes[status] ?? "invalid_request" });
  expect((await bed.get("localhost.example")).body).toBe("api");
});
