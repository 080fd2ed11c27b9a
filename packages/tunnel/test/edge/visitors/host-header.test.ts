import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { createTestbed } from "../testbed.ts";

test("an app that is shown its own host finds its own origin, and the visitor the public URL", async () => {
  await using bed = await createTestbed();
  let origin: string | undefined;
  await bed.serve(
    "demo",
    (request, response) => {
      origin = request.headers.origin;
      response.writeHead(302, {
        location: `http://${request.headers.host}/next?a=1`,
        "access-control-allow-origin": request.headers.origin ?? "",
        link: `<http://${request.headers.host}/>`,
      });
      response.end();
    },
    { hostHeader: "localhost:3000" },
  );
  const open = "http://demo.tunnel.localhost";
  const answer = await bed.get("demo", "/", { headers: { origin: open } });
  expect(origin).toBe("http://localhost:3000");
  expect(answer.headers.location).toBe(`${open}/next?a=1`);
  expect(answer.headers["access-control-allow-origin"]).toBe(open);
  expect(answer.headers.link).toBe("<http://localhost:3000/>");
});

test("the public URL that a visitor is shown has the port that the visitor uses", async () => {
  await using bed = await createTestbed();
  await bed.serve(
    "demo",
    (_request, response) => response.writeHead(302, { location: "http://localhost:3000/next" }).end(),
    { hostHeader: "localhost:3000" },
  );
  const { headers } = await bed.get("demo", "/", { headers: { host: "demo.tunnel.localhost:8787" } });
  expect(headers.location).toBe("http://demo.tunnel.localhost:8787/next");
});

test("the origin of another site is unchanged, and so is a URL elsewhere", async () => {
  await using bed = await createTestbed();
  let origin: string | undefined;
  const redirect = "http://localhost:3000.example.com/";
  await bed.serve(
    "demo",
    (request, response) => {
      origin = request.headers.origin;
      response.writeHead(302, { location: redirect }).end();
    },
    { hostHeader: "localhost:3000" },
  );
  const answer = await bed.get("demo", "/", { headers: { origin: "https://evil.example.com" } });
  expect(origin).toBe("https://evil.example.com");
  expect(answer.headers.location).toBe(redirect);
});

test("an app that is shown the public host also gets the public origin", async () => {
  await using bed = await createTestbed();
  const seen: unknown[] = [];
  await bed.serve("demo", ({ headers }, response) => {
    seen.push(headers.host, headers.origin);
    response.end();
  });
  await bed.get("demo", "/", { headers: { origin: "http://demo.tunnel.localhost" } });
  expect(seen).toEqual(["demo.tunnel.localhost", "http://demo.tunnel.localhost"]);
});

test("a WebSocket app that accepts only its own origin accepts the page's", async () => {
  await using bed = await createTestbed();
  const app = await bed.startApp((_request, response) => response.end());
  const sockets = new WebSocketServer({
    server: app,
    verifyClient: ({ origin, req }: { origin: string; req: IncomingMessage }) =>
      origin === `http://${req.headers.host}`,
  });
  sockets.on("connection", (socket) => socket.send("hello"));
  const { port } = app.address() as { port: number };
  await bed.open("demo", port, { hostHeader: "local" });
  const ask =
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
  const reply = await bed.raw(
    `GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nOrigin: http://demo.tunnel.localhost\r\n${ask}\r\n`,
    /hello/,
  );
  expect(reply).toMatch(/^HTTP\/1\.1 101 /);
  sockets.close();
});

test("a request without a host is rejected, in the format of every rejection", async () => {
  await using bed = await createTestbed();
  const reply = await bed.raw("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
  expect(reply).toMatch(/^HTTP\/1.1 400 /);
  expect(JSON.parse(reply.slice(reply.indexOf("{")))).toEqual({
    error: "The request needs exactly one Host header.",
    code: "invalid_request",
  });
});
