import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { generate } from "selfsigned";
import { expect, onTestFinished, test, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { createTestbed, type Testbed } from "./testbed.ts";

const HOST = "demo.tunnel.localhost";

/** An app that writes down what it gets to the byte, and answers with the bytes it is told. */
async function startBareApp(answer: string | Buffer): Promise<{ port: number; heads: string[] }> {
  const heads: string[] = [];
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    let got = "";
    socket.on("data", (bytes) => {
      got += bytes.toString("latin1");
      const end = got.indexOf("\r\n\r\n");
      if (end < 0) return;
      heads.push(got.slice(0, end));
      got = "";
      socket.write(answer);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, heads };
}

/** The visitor's view, with the body as bytes. */
async function visit(bed: Testbed, path = "/", headers: http.OutgoingHttpHeaders = {}) {
  const request = http.get({ host: "127.0.0.1", port: bed.port, path, headers: { host: HOST, ...headers } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { response, body: await buffer(response) };
}

test("an HTTPS app with a self-signed certificate is served", async () => {
  await using bed = await createTestbed();
  const own = await generate([{ name: "commonName", value: "localhost" }], { keyType: "ec" });
  const app = https.createServer({ key: own.private, cert: own.cert }, (request, response) => {
    response.end(`${request.headers["x-forwarded-proto"]} ${request.headers.host}`);
  });
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  onTestFinished(() => void app.close());
  const { port } = app.address() as AddressInfo;
  await bed.open("demo", port, { https: true });
  expect((await bed.get("demo")).body).toBe(`http ${HOST}`);
  const server = new WebSocketServer({ server: app });
  server.on("connection", (socket) => socket.send("welcome"));
  const client = new WebSocket(`ws://127.0.0.1:${bed.port}/`, { headers: { host: HOST } });
  expect(String((await once(client, "message"))[0])).toBe("welcome");
  client.terminate();
});

test("HTTPS to an app that speaks plain HTTP causes a 502 at once", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (_request, response) => response.end("plain"), { https: true });
  const answer = await bed.get("demo");
  expect(answer.status).toBe(502);
  expect(JSON.parse(answer.body).code).toBe("app_down");
});

test("paths reach the app unchanged", async () => {
  await using bed = await createTestbed();
  const app = await startBareApp("HTTP/1.1 204 No Content\r\n\r\n");
  await bed.open("demo", app.port);
  const written = [
    "/a%2Fb/./../c//d?x=%20+%C3%A9&&y",
    "/gr%C3%B6%C3%9Fe?stra%c3%9fe=%DF",
    '/?q={}|\\^`"<>',
    "//two/slashes",
    "/%",
  ];
  for (const path of written) {
    await bed.raw(`GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`);
  }
  expect(app.heads.map((head) => head.split(" ")[1])).toEqual(written);
  // Bytes that no path may have (RFC 3986) are refused, as they would be by the app.
  expect(await bed.raw(Buffer.from(`GET /größe HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`))).toMatch(/^HTTP\/1.1 400 /);
});

test("headers keep their case, order and repetition, in both directions", async () => {
  await using bed = await createTestbed();
  const own = ["X-DUP: 1", "x-dup: 2", "SOAPAction: a", "Content-type: text/plain", "X-Dup: 3", 'ETag: W/"1"'];
  const app = await startBareApp(`HTTP/1.1 200 OK\r\n${own.join("\r\n")}\r\nContent-Length: 0\r\n\r\n`);
  await bed.open("demo", app.port);
  const sent = ["X-A: 1", "x-a: 2", "Origin: https://page.example", "SOAPAction: b", "X-A: 3", "cookie: a=1; b=2"];
  const reply = await bed.raw(`GET / HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n${sent.join("\r\n")}\r\n\r\n`);
  const kept = (head: string, lines: string[]) => head.split("\r\n").filter((line) => lines.includes(line));
  expect(kept(app.heads[0]!, sent)).toEqual(sent);
  expect(kept(reply, own)).toEqual(own);
});

test("compressed responses pass unchanged, and redirects go where the app says", async () => {
  await using bed = await createTestbed();
  const zipped = gzipSync("a page that is compressed ".repeat(1_000));
  let accepted: string | undefined;
  await bed.serve("demo", (request, response) => {
    if (request.url === "/redirect") {
      return response.writeHead(307, { location: "http://localhost:3000/elsewhere?a=b#c" }).end();
    }
    accepted = request.headers["accept-encoding"];
    response.writeHead(200, { "content-encoding": "gzip", vary: "accept-encoding" }).end(zipped);
  });
  const { response, body } = await visit(bed, "/", { "accept-encoding": "gzip, deflate, br, zstd" });
  expect(response.headers["content-encoding"]).toBe("gzip");
  expect(body.equals(zipped)).toBe(true);
  expect(accepted).toBe("gzip, deflate, br, zstd");
  expect(await bed.get("demo", "/redirect")).toMatchObject({
    status: 307,
    headers: { location: "http://localhost:3000/elsewhere?a=b#c" },
  });
});

test("an app that sees its own host still learns the public host and the visitor's origin", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (request, response) => response.end(JSON.stringify(request.headers)), {
    hostHeader: "local",
  });
  const { body } = await visit(bed, "/", { host: `${HOST}:8787`, origin: `https://${HOST}:8787` });
  expect(JSON.parse(String(body))).toMatchObject({
    host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    origin: `https://${HOST}:8787`,
    "x-forwarded-host": `${HOST}:8787`,
  });
});

test("cookies as large as an app accepts reach it, and larger ones are rejected with 431", async () => {
  await using bed = await createTestbed();
  const app = await startBareApp("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  await bed.open("demo", app.port);
  const cookie = `session=${"a".repeat(14_000)}`;
  expect((await visit(bed, "/", { cookie })).response.statusCode).toBe(200);
  expect(app.heads[0]).toContain(cookie);
  const refused = await visit(bed, "/", { cookie: `session=${"a".repeat(64_000)}` });
  expect(refused.response.statusCode).toBe(431);
  expect(JSON.parse(String(refused.body)).error).toContain("16 KiB");
  expect((await visit(bed)).response.statusCode).toBe(200);
});

test("responses with many cookies pass", async () => {
  await using bed = await createTestbed();
  const cookies = Array.from({ length: 40 }, (_, at) => `c${at}=${"a".repeat(300)}; Path=/`);
  await bed.serve("demo", (_request, response) => response.writeHead(200, { "set-cookie": cookies }).end());
  expect((await visit(bed)).response.headers["set-cookie"]).toEqual(cookies);
});

test("200 concurrent requests are all served, without one waiting for another", async () => {
  await using bed = await createTestbed();
  const held: ServerResponse[] = [];
  let all = () => {};
  const together = new Promise<void>((resolve) => {
    all = resolve;
  });
  await bed.serve("demo", (_request, response) => {
    if (held.push(response) === 200) all();
  });
  const visits = Array.from({ length: 200 }, (_, at) => bed.get("demo", `/${at}`));
  // Only when all have arrived is the first one answered: a limit anywhere on the way would end in silence.
  await together;
  for (const response of held) response.end("a".repeat(50_000));
  for (const { status, body } of await Promise.all(visits)) expect([status, body.length]).toEqual([200, 50_000]);
});

test("requests that last longer than every internal timeout are not closed", async () => {
  const period = 60;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const tuning = { heartbeatMs: 7 * period, idleLimit: period, reuseTimeoutMs: period, bodyTimeoutMs: period };
  await using bed = await createTestbed({ tuning });
  let slow: ServerResponse | undefined;
  let events: ServerResponse | undefined;
  const app = await bed.startApp((request, response) => {
    if (request.url === "/slow") slow = response;
    else if (request.url === "/events") {
      events = response;
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    } else response.end("quick");
  });
  const sockets = new WebSocketServer({ server: app });
  sockets.on("connection", (socket) => socket.on("message", () => socket.send("still here")));
  await bed.open("demo", (app.address() as AddressInfo).port);
  const answer = bed.get("demo", "/slow");
  const stream = http.get({ host: "127.0.0.1", port: bed.port, path: "/events", headers: { host: HOST } });
  const [response] = (await once(stream, "response")) as [IncomingMessage];
  const client = new WebSocket(`ws://127.0.0.1:${bed.port}/`, { headers: { host: HOST } });
  await once(client, "open");

  for (let times = 0; times < 25; times++) {
    await vi.advanceTimersByTimeAsync(period);
    expect((await bed.get("demo")).body).toBe("quick");
  }

  slow?.end("slow");
  expect(await answer).toMatchObject({ status: 200, body: "slow" });
  events?.write("data: late\n\n");
  expect(String((await once(response, "data"))[0])).toBe("data: late\n\n");
  stream.destroy();
  client.send("?");
  expect(String((await once(client, "message"))[0])).toBe("still here");
  client.terminate();
});
