import { once } from "node:events";
import { expect, test } from "vitest";
import { collect, createTestbed } from "../testbed.ts";

test("HEAD, 204 and 304 have no body and leave the connection usable", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (request, response) => {
    if (request.url === "/204") return response.writeHead(204).end();
    if (request.url === "/304") return response.writeHead(304, { etag: '"a"' }).end();
    response.writeHead(200, { "content-length": "5" }).end(request.method === "HEAD" ? undefined : "hello");
  });
  const socket = await bed.connect();
  const all = collect(socket);
  for (const line of ["HEAD /", "GET /204", "GET /304"]) {
    socket.write(`${line} HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n\r\n`);
    await once(socket, "data");
  }
  socket.write("GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nConnection: close\r\n\r\n");
  const replies = (await all).split(/(?=HTTP\/1\.1)/);
  expect(replies.map((reply) => reply.slice(9, 12))).toEqual(["200", "204", "304", "200"]);
  expect(replies[0]).toMatch(/content-length: 5\r\n/i);
  expect(replies[3]).toMatch(/hello$/);
});

test("one kept-alive connection may alternate between tunnels and the API", async () => {
  await using bed = await createTestbed();
  await bed.serve("one", (_request, response) => response.end("first"));
  await bed.serve("two", (_request, response) => response.end("second"));
  const socket = await bed.connect();
  let got = "";
  socket.on("data", (bytes) => {
    got += bytes;
  });
  for (const [host, body] of [
    ["one.tunnel.localhost", "first"],
    ["localhost", "api"],
    ["two.tunnel.localhost", "second"],
    ["one.tunnel.localhost", "first"],
  ]) {
    got = "";
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await expect.poll(() => got).toContain(body);
  }
});

test("a body without a length ends with the app's connection", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (request) => {
    request.socket.end("HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nuntil the end");
  });
  expect(await bed.get("demo")).toMatchObject({ status: 200, body: "until the end" });
});

test("an HTTP/1.0 visitor gets no chunks", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (_request, response) => {
    response.write("a");
    response.end("b");
  });
  const reply = await bed.raw("GET / HTTP/1.0\r\nHost: demo.tunnel.localhost\r\n\r\n");
  expect(reply).toMatch(/\r\n\r\nab$/);
  expect(reply).not.toMatch(/transfer-encoding/i);
});
