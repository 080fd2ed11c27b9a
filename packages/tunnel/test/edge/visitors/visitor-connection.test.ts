import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { collect, createTestbed, type Testbed } from "../testbed.ts";

const HOST = "Host: demo.tunnel.localhost\r\n";
const GET = (path: string, more = "") => `GET ${path} HTTP/1.1\r\n${HOST}${more}\r\n`;

/** A tunnel whose app tells what it was asked. */
async function withApp(bed: Testbed): Promise<void> {
  await bed.serve("demo", (request, response) => {
    const answer = (body: string) => response.end(`<${request.method} ${request.url}${body}>`);
    if (request.method === "POST") collectBody(request).then(answer);
    else answer("");
  });
}

async function collectBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const bytes of request) text += bytes;
  return ` ${text}`;
}

test("pipelined requests are answered in order", async () => {
  await using bed = await createTestbed();
  await withApp(bed);
  const paths = Array.from({ length: 200 }, (_, at) => `/${at}`);
  const all = paths.map((path, at) => GET(path, at === 199 ? "Connection: close\r\n" : "")).join("");
  const reply = await bed.raw(all);
  expect(reply.match(/<[^>]*>/g)).toEqual(paths.map((path) => `<GET ${path}>`));
});

test("pipelined requests may need another parser: a body, the API, the tunnel again", async () => {
  await using bed = await createTestbed();
  await withApp(bed);
  const reply = await bed.raw(
    [
      GET("/one"),
      `POST /two HTTP/1.1\r\n${HOST}Content-Length: 4\r\n\r\nbody`,
      GET("/three"),
      "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
      GET("/four", "Connection: close\r\n"),
    ].join(""),
  );
  expect(reply.match(/<[^>]*>|api/g)).toEqual(["<GET /one>", "<POST /two body>", "<GET /three>", "api", "<GET /four>"]);
});

test("a request is parsed however it is split", async () => {
  await using bed = await createTestbed();
  await withApp(bed);
  const bytes = GET("/cut", "Connection: close\r\n");
  for (const at of [1, 5, 20, bytes.length - 3, bytes.length - 1]) {
    const socket = await bed.connect();
    const reply = collect(socket);
    socket.setNoDelay(true);
    socket.write(bytes.slice(0, at));
    await new Promise((resolve) => setImmediate(resolve));
    socket.write(bytes.slice(at));
    expect(await reply).toMatch(/<GET \/cut>$/);
  }
});

test("a malformed request after a good one is rejected, and the good one is answered", async () => {
  await using bed = await createTestbed();
  await withApp(bed);
  const reply = await bed.raw(`${GET("/good")}GET /bad HTTP/1.1\r\n${HOST}A : b\r\n\r\n`);
  expect(reply).toContain("<GET /good>");
  expect(reply).toMatch(/HTTP\/1.1 400 /);
  expect(reply).not.toContain("/bad>");
});

test("a connection is kept alive unless the visitor asks otherwise", async () => {
  await using bed = await createTestbed();
  await withApp(bed);
  const socket = await bed.connect();
  socket.write(GET("/kept"));
  expect(await collect(socket, /<.*>/)).toMatch(/\r\nConnection: keep-alive\r\nKeep-Alive: timeout=75\r\n/);
  socket.write(GET("/last", "Connection: Close\r\n"));
  expect(await collect(socket)).toMatch(/\r\nConnection: close\r\n/);
});

test("after an error response the same connection continues", async () => {
  await using bed = await createTestbed();
  await withApp(bed);
  const nobody = "GET / HTTP/1.1\r\nHost: nobody.tunnel.localhost\r\nAccept: text/html\r\n\r\n";
  const reply = await bed.raw(nobody + nobody.replace("GET", "HEAD") + GET("/then", "Connection: close\r\n"));
  expect(reply.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 404", "HTTP/1.1 404", "HTTP/1.1 200"]);
  expect(reply.match(/<!doctype/g)).toHaveLength(1);
  expect(reply).toMatch(/<GET \/then>$/);
});

test("responses of every length and framing arrive complete", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (request, response) => {
    const [, framing, size] = request.url!.split("/");
    const body = Buffer.alloc(Number(size), "x");
    if (framing === "length") response.writeHead(200, { "content-length": body.length }).end(body);
    else if (framing === "chunks") {
      response.write(body);
      response.end(body);
    } else request.socket.end(`HTTP/1.1 200 OK\r\n\r\n${body}`);
  });
  for (const size of [0, 1, 8_191, 8_192, 8_193, 300_000]) {
    for (const framing of ["length", "chunks", "end"]) {
      const { body } = await bed.get("demo", `/${framing}/${size}`);
      expect(`${framing} ${body.length}`).toBe(`${framing} ${framing === "chunks" ? 2 * size : size}`);
    }
  }
});

test("an idle connection is closed when the server stops, after a running response is finished", async () => {
  const bed = await createTestbed();
  let finish: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    bed.serve("demo", (_request, response) => {
      finish = () => response.end("<whole>");
      resolve();
    });
  });
  await expect.poll(async () => bed.edge.countClients("id-demo.tunnel.localhost")).toBe(1);
  const idle = await bed.connect();
  const busy = await bed.connect();
  const reply = collect(busy);
  busy.write(GET("/"));
  await asked;
  const closing = bed.edge.close({ drainMs: 10_000 });
  await once(idle, "close");
  finish();
  expect(await reply).toMatch(/\r\nConnection: close\r\n[\s\S]*<whole>$/);
  await closing;
  await bed[Symbol.asyncDispose]();
});
