import { once } from "node:events";
import type { IncomingMessage, RequestListener } from "node:http";
import http2 from "node:http2";
import { expect, test } from "vitest";
import { collect, createTestbed } from "../testbed.ts";

/** Answers with what it was asked for. */
const echo: RequestListener = async (request: IncomingMessage, response) => {
  let body = "";
  for await (const bytes of request) body += bytes;
  response.setHeader("X-Upgrade", request.headers.upgrade ?? "none");
  response.end(`${request.method} ${request.url} ${body}`);
};

const offer = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n";

test.each([
  ["POST", "Content-Length: 3\r\n\r\na=b"],
  ["PUT", "Transfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n"],
  ["GET", "Content-Length: 3\r\n\r\na=b"],
])(
  "a %s with a body reaches the app whatever protocol it offers, repeatedly on one connection",
  async (method, rest) => {
    await using bed = await createTestbed();
    await bed.serve("demo", echo);
    const socket = await bed.connect();
    for (let turn = 0; turn < 3; turn++) {
      const answered = collect(socket, /a=b/);
      // Head and body apart, as a slow network brings them.
      socket.write(`${method} /${turn} HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n${offer}${rest.slice(0, -2)}`);
      await new Promise(setImmediate);
      socket.write(rest.slice(-2));
      const answer = await answered;
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toMatch(/X-Upgrade: none/i);
      expect(answer).toContain(`${method} /${turn} a=b`);
      socket.removeAllListeners("data");
    }
  },
);

test("a body that comes with a WebSocket offer is read, and the next bytes are another request", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", echo);
  const head = "HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n";
  const reply = await bed.raw(
    `POST /one ${head}Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 3\r\n\r\na=bGET /two ${head}Connection: close\r\n\r\n`,
  );
  expect(reply).toContain("POST /one a=b");
  expect(reply).toContain("GET /two ");
});

test.each(["websocket", "h2c"])(
  "a request that names the protocol %s without asking for it is plain",
  async (protocol) => {
    await using bed = await createTestbed();
    await bed.serve("demo", (request, response) => {
      response.setHeader("X-Connection", request.headers.connection ?? "none");
      return echo(request, response);
    });
    const reply = await bed.raw(
      `GET /plain HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nConnection: close\r\nUpgrade: ${protocol}\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    expect(reply).toMatch(/X-Upgrade: none/i);
    expect(reply).toMatch(/X-Connection: none/i);
    expect(reply).toContain("GET /plain ");
  },
);

test("the API ignores an upgrade offer", async () => {
  await using bed = await createTestbed();
  const reply = await bed.raw(
    `POST /svc-api/x HTTP/1.1\r\nHost: localhost\r\n${offer}Content-Length: 3\r\n\r\na=b`,
    /api/,
  );
  expect(reply).toMatch(/^HTTP\/1\.1 200 /);
});

test("a visitor with HTTP/2 prior knowledge is told what to do", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", echo);
  const session = http2.connect(`http://127.0.0.1:${bed.port}`);
  session.on("error", () => {});
  const request = session.request({ ":path": "/", ":authority": "demo.tunnel.localhost" });
  request.on("error", () => {});
  const [headers] = await once(request, "response");
  expect(headers[":status"]).toBe(505);
  let text = "";
  for await (const bytes of request) text += bytes;
  expect(text).toContain("--http1.1");
  session.destroy();
});

test("forged forwarding headers and trailers reach no app, in any spelling", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (request, response) => {
    request.resume();
    request.on("end", () => response.end(JSON.stringify([request.headers, request.trailers])));
  });
  const forged = ["X_Forwarded_For", "X-Forwarded_Host", "X_Real_IP", "Forwarded", "X-Forwarded-For", "X-Forwarded"];
  const lines = forged.map((name) => `${name}: 6.6.6.6\r\n`).join("");
  const reply = await bed.raw(
    `POST / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nConnection: close\r\n${lines}Transfer-Encoding: chunked\r\n\r\n0\r\n${lines}Cookie: a=b\r\nAuthorization: x\r\nX-Sum: 42\r\n\r\n`,
  );
  expect(reply).not.toContain("6.6.6.6");
  expect(reply).toContain('{"x-sum":"42"}');
});
