import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { listenOn, watchForDrain } from "../../src/http/listener.ts";
import { openServer } from "../../src/server.ts";
import { firstKey } from "../api/harness.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

test("a pending wait on a kept-alive connection is answered on shutdown, which waits for nothing else", async () => {
  const server = await openServer({
    storage: "memory:",
    smtp: false,
    port: 0,
    bootstrapKey: firstKey,
    log: quiet,
    drain: 3_600_000,
  });
  const { url } = await server.listen();
  const agent = new Agent({ keepAlive: true });
  const ask = (path: string, token: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(`${url}/svc-api/${path}`, { agent, headers: { authorization: `Bearer ${token}` } }, resolve).on(
        "error",
        reject,
      );
    });
  const registered = await fetch(`${url}/svc-api/mailbox/register`, {
    method: "POST",
    headers: { authorization: `Bearer ${firstKey}`, "content-type": "application/json" },
    body: '{"name":"ann"}',
  });
  const { mailbox } = (await registered.json()) as { mailbox: { token: string } };
  // A connection that has served before and is kept, which then holds a wait.
  (await ask("mail/recent", mailbox.token)).resume();
  const held = Array.from({ length: 5 }, () => ask("mail/recent?wait=50", mailbox.token));
  await expect.poll(() => server.services.mail.pending()).toBe(5);
  const closed = server.close();
  for (const answer of await Promise.all(held)) {
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, "close"]);
    answer.resume();
    await once(answer, "end");
  }
  // The drain time is an hour, so that only a server that does not wait for it ends in this test.
  await closed;
  agent.destroy();
});

test("while requests finish, the admin endpoints of a closing server say that it is not ready", async () => {
  const options = { storage: "memory:", smtp: false, port: 0, adminPort: 0, log: quiet, drain: 3_600_000 } as const;
  const server = await openServer({ ...options, bootstrapKey: firstKey });
  const { url, admin } = await server.listen();
  const client = connect(Number(new URL(url).port), "127.0.0.1").setEncoding("utf8");
  const body = '{"name":"ann"}';
  const fields = [`Authorization: Bearer ${firstKey}`, "Content-Type: application/json", "Expect: 100-continue"];
  const head = ["POST /svc-api/mailbox/register HTTP/1.1", "Host: localhost", ...fields];
  client.write(`${head.join("\r\n")}\r\nContent-Length: ${body.length}\r\n\r\n`);
  expect(await once(client, "data")).toEqual([expect.stringContaining("100 Continue")]);
  const closed = server.close();
  expect((await fetch(`${admin}/healthz/ready`)).status).toBe(503);
  client.write(body);
  expect(await text(client)).toMatch(/^HTTP\/1.1 200 .*\r\nConnection: close\r\n/s);
  await closed;
});

test("every request that a client has pipelined is answered on shutdown, the last with Connection: close", async () => {
  const server = await openServer({ storage: "memory:", smtp: false, port: 0, bootstrapKey: firstKey, log: quiet });
  const { url } = await server.listen();
  const { mailbox } = (await (
    await fetch(`${url}/svc-api/mailbox/register`, {
      method: "POST",
      headers: { authorization: `Bearer ${firstKey}`, "content-type": "application/json" },
      body: '{"name":"ann"}',
    })
  ).json()) as { mailbox: { token: string } };
  const client = connect(Number(new URL(url).port), "127.0.0.1");
  const request = `GET /svc-api/mail/recent?wait=50 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${mailbox.token}\r\n\r\n`;
  client.write(request.repeat(3));
  await expect.poll(() => server.services.mail.pending()).toBe(1);
  const received = text(client);
  await server.close();
  const heads = (await received).split("HTTP/1.1 ").slice(1);
  expect(heads.map((head) => [head.slice(0, 3), /^Connection: (.*)$/m.exec(head)?.[1]?.trim()])).toEqual([
    ["200", "keep-alive"],
    ["200", "keep-alive"],
    ["200", "close"],
  ]);
});

test("a connection whose first request comes after the shutdown has begun is closed with its response", async () => {
  const server = createServer((_request, response) => response.end("here"));
  const drain = watchForDrain(server);
  const client = connect(await listenOn(server, "127.0.0.1", 0), "127.0.0.1");
  await once(server, "connection");
  drain.begin();
  const closed = drain.close(3_600_000);
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect(await text(client)).toMatch(/^Connection: close\r$/m);
  await closed;
});

test("a listener that nobody tells to continue a request continues it, and closes its connection on shutdown", async () => {
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => void responses.push(response));
  const drain = watchForDrain(server);
  const client = connect(await listenOn(server, "127.0.0.1", 0), "127.0.0.1").setEncoding("utf8");
  client.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n");
  expect(await once(client, "data")).toEqual([expect.stringContaining("100 Continue")]);
  drain.begin();
  const closed = drain.close(3_600_000);
  client.write("x");
  responses[0]!.end("here");
  expect(await text(client)).toMatch(/^Connection: close\r$/m);
  await closed;
});

test("a connection that was upgraded to another protocol is cut off when the drain time ends", async () => {
  const server = createServer();
  const drain = watchForDrain(server);
  const client = connect(await listenOn(server, "127.0.0.1", 0), "127.0.0.1");
  const upgraded = once(server, "upgrade");
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n");
  const [, socket] = await upgraded;
  await drain.close(0);
  expect(socket.destroyed).toBe(true);
});

test("the second of two requests on a connection is the last, if the first was answered before the shutdown", async () => {
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => void responses.push(response));
  const drain = watchForDrain(server);
  const client = connect(await listenOn(server, "127.0.0.1", 0), "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2));
  await expect.poll(() => responses.length).toBe(2);
  const [first, second] = responses;
  const answered = once(first!, "close");
  first!.end("first");
  await answered;
  drain.begin();
  const closed = drain.close(3_600_000);
  second!.end("second");
  expect((await text(client)).split("second")[0]).toMatch(/^Connection: close\r$/m);
  await closed;
});
