import { createHash } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { createIndexedList } from "@frontdesk/basics";
import fc from "fast-check";
import { expect, test } from "vitest";
import { collect, createTestbed, type Testbed } from "../testbed.ts";

const HOST = "Host: demo.tunnel.localhost\r\n";
const POST = (body: string, more = "") =>
  `POST / HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n${more}\r\n${body}`;

/** A tunnel whose app answers with what it got: the bodies of short requests, the sizes of long ones. */
async function withEcho(bed: Testbed): Promise<void> {
  await bed.serve("demo", async (request, response) => {
    let text = "";
    for await (const bytes of request) text += (bytes as Buffer).toString("latin1");
    response.end(`<${request.method} ${text.length > 100 ? text.length : text}>`);
  });
}

test("bodies on one connection are separated wherever the bytes are split", async () => {
  await using bed = await createTestbed();
  await withEcho(bed);
  const all =
    POST("one") + POST("", "") + POST("GET / HTTP/1.1\r\n\r\n".slice(0, 9)) + POST("end", "Connection: close\r\n");
  for (let at = 1; at < all.length; at += 37) {
    const socket = await bed.connect();
    const reply = collect(socket);
    socket.write(all.slice(0, at));
    await new Promise((resolve) => setImmediate(resolve));
    socket.write(all.slice(at));
    expect((await reply).match(/<[^>]*>/g)).toEqual(["<POST one>", "<POST >", "<POST GET / HTT>", "<POST end>"]);
  }
});

test("a long body beside short ones reaches the app complete, with every method that has one", async () => {
  await using bed = await createTestbed();
  await withEcho(bed);
  const size = 3 * 1024 * 1024;
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const { body } = await bed.get("demo", "/", {
      method,
      body: Buffer.alloc(size, "u"),
      headers: { "content-length": size },
    });
    expect(body).toBe(`<${method} ${size}>`);
  }
});

test("two lengths are rejected, even if equal", async () => {
  await using bed = await createTestbed();
  await withEcho(bed);
  const twice = `POST / HTTP/1.1\r\n${HOST}Content-Length: 3\r\nContent-Length: 3\r\n\r\none`;
  expect(await bed.raw(twice)).toMatch(/^HTTP\/1\.1 400 /);
});

test("a response before the end of the body reaches the visitor, whose connection then closes", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (_request, response) => response.writeHead(413).end("<too large>"));
  const socket = await bed.connect();
  const reply = collect(socket);
  socket.write(`POST / HTTP/1.1\r\n${HOST}Content-Length: 9000000\r\n\r\n${"a".repeat(1_000)}`);
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(0);
  // Still on its way when the answer comes.
  socket.write("a".repeat(500_000));
  expect(await reply).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\nConnection: close\r\n[\s\S]*<too large>/);
});

test("bytes sent to a name without a tunnel are not parsed as another request", async () => {
  await using bed = await createTestbed();
  const inside = "GET /inside HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n\r\n";
  const post = `POST / HTTP/1.1\r\n${HOST}Content-Length: ${inside.length}\r\n\r\n${inside}`;
  const reply = await bed.raw(`${post}GET /last HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
  expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 404", "HTTP/1.1 404"]);
});

test("who is on a roll is who came and has not left", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9)), (steps) => {
      const items = Array.from({ length: 10 }, () => ({ index: -1 }));
      const roll = createIndexedList<{ index: number }>();
      const there = new Set<object>();
      for (const step of steps) {
        const item = items[step]!;
        if (there.delete(item)) roll.remove(item);
        else {
          there.add(item);
          roll.add(item);
        }
        expect(new Set(roll.all())).toEqual(there);
        expect(roll.count()).toBe(there.size);
        roll.remove({ index: 0 });
      }
    }),
  );
});

test("a long response arrives unchanged, to a reader that pauses now and then", async () => {
  await using bed = await createTestbed();
  const sent = createHash("sha256");
  await bed.serve("demo", async (_request, response) => {
    for (let at = 0; at < 400; at++) {
      const bytes = Buffer.alloc([90, 8_190, 30_000, 65_536, 100_000][at % 5]!, `${at} `);
      sent.update(bytes);
      if (!response.write(bytes)) await once(response, "drain");
    }
    response.end();
  });
  const headers = { host: "demo.tunnel.localhost" };
  const asking = http.get({ host: "127.0.0.1", port: bed.port, headers, agent: false });
  const [response] = (await once(asking, "response")) as [http.IncomingMessage];
  const got = createHash("sha256");
  let pieces = 0;
  for await (const bytes of response) {
    got.update(bytes as Buffer);
    if (++pieces % 50 === 0)
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(got.digest("hex")).toBe(sent.digest("hex"));
});
