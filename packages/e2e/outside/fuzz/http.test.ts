import { once } from "node:events";
import { createServer as createApp } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "@frontdesk/server";
import { openTunnel, type Tunnel } from "@frontdesk/tunnel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { talk } from "../support/connection.ts";
import { fuzz, inPieces, mangled } from "./fuzz.ts";

const key = "svcagt_TestTestTestTestTestTest1234";
let server: Server;
let url: string;
let port: number;
let token: string;
let tunnel: Tunnel;
const app = createApp((request, response) => {
  request.resume();
  request.on("error", () => {});
  request.on("end", () => response.end("the app"));
});

beforeAll(async () => {
  server = await createServer({
    storage: "memory:",
    bootstrapKey: key,
    port: 0,
    smtp: false,
    connectionsPerIp: 0,
    // The fuzzer is one visitor who guesses and gives up all the time.
    passwordFailuresPerVisitor: 0,
    abortsPerVisitor: 0,
    authFailuresPerIp: 0,
    requestsPerKey: 0,
    requestsPerAccount: 0,
    log: { info() {}, warn() {}, error() {} },
  });
  ({ url } = await server.listen());
  port = Number(new URL(url).port);
  const answer = await fetch(`${url}/svc-api/subdomain/register`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "demo" }),
  });
  // The server's own answer, of the shape that openapi.yaml names.
  ({ token } = ((await answer.json()) as { subdomain: { token: string } }).subdomain);
  await once(app.listen(0, "127.0.0.1"), "listening");
  tunnel = await openTunnel({ token, baseUrl: url, port: (app.address() as AddressInfo).port });
});
afterAll(async () => {
  await tunnel?.close();
  app.close();
  await server?.close();
});

async function stillServes(): Promise<void> {
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
}

const HOSTS = ["localhost", "demo.tunnel.localhost", "nobody.tunnel.localhost", "x.1"];
const requests = HOSTS.flatMap((host) => [
  `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
  `GET /svc-api/mail/recent?n=10&wait=0&after=abc HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer svcm_x\r\n\r\n`,
  `POST /svc-api/mailbox/register HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"name":"a"}GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  `POST /svc-api/sms/push HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\nTrailer: x\r\n\r\n4\r\n{"a"\r\n3;q=1\r\n:1}\r\n0\r\nX: y\r\n\r\n`,
  `PUT http://${host}/svc-api/agent-tokens/a%2Fb HTTP/1.1\r\nHost: ${host}\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
  `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://x.test\r\nAccess-Control-Request-Method: GET\r\n\r\n`,
  `CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  `GET /../x HTTP/1.0\r\nHost: ${host}\r\nConnection: keep-alive, te\r\nTE: trailers\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n`,
  `GET /ws HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\x81\x85\x00\x00\x00\x00hello`,
]);

test("every possible request is answered or closed", async () => {
  await fuzz(inPieces(mangled(...requests)), async (pieces) => {
    const heard = await talk({ port }, pieces);
    expect(heard).toMatch(/^(?:HTTP\/1\.1 [1-5]\d\d |$)/);
    await stillServes();
  });
});

test("every dial of a tunnel client, with any frames, is answered or closed", async () => {
  const dial = (path: string, headers: string) =>
    `GET /svc-tunnel/${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n${headers}\r\n`;
  const hello = { type: "hello", agent: "fuzz", share: true, carries: true, rules: { allowIp: ["10.0.0.0/8"] } };
  const frames = [
    hello,
    { ...hello, resume: { session: "a.b", secret: "c" } },
    { type: "undialed", count: 1 },
    { type: "bye" },
  ];
  const lines = frames.map((frame) => `${JSON.stringify(frame)}\n`).join("");
  const dials = [
    dial("control", `Authorization: Bearer ${token}\r\n`) + lines,
    dial("control", `Authorization: Bearer ${token}\r\n`) + lines.replace("hello", "pong"),
    dial("data", "Frontdesk-Session: a.b\r\nAuthorization: Bearer c\r\n"),
    dial("relay", "Frontdesk-Subdomain: a\r\nAuthorization: Bearer c\r\n"),
  ];
  await fuzz(inPieces(mangled(...dials)), async (pieces) => {
    const heard = await talk({ port }, pieces);
    expect(heard).toMatch(/^(?:HTTP\/1\.1 [1-5]\d\d |$)/);
    await stillServes();
  });
});

test("every push body gets a 200 or a 4xx", async () => {
  const created = await fetch(`${url}/svc-api/sms/register`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: "{}",
  });
  // As above.
  const { token: pusher } = ((await created.json()) as { sms_token: { token: string } }).sms_token;
  const message = {
    phone: "+1 555 0100",
    sender: "Bank",
    body: "Your code is 123456",
    received_at: "2026-01-01T00:00:00Z",
  };
  const bodies = [
    { phone: "5550100", messages: [message, { ...message, received_at: 1_767_225_600_000 }] },
    { ...message, received_at: "1767225600" },
    { messages: [{ ...message, phone: null, received_at: null }] },
  ].map((body) => JSON.stringify(body));
  await fuzz(mangled(...bodies), async (body) => {
    const { status } = await server.fetch(
      new Request("http://localhost/svc-api/sms/push", {
        method: "POST",
        headers: { authorization: `Bearer ${pusher}`, "content-type": "application/json" },
        body: Buffer.from(body, "latin1"),
      }),
    );
    expect(status === 200 || (status >= 400 && status < 500), `answered ${status}`).toBe(true);
  });
});
