import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { collect, createTestbed, type Testbed } from "../testbed.ts";

/** An edge, and the data connections that reached it. */
async function setUp(): Promise<{ bed: Testbed; links: Duplex[] }> {
  const links: Duplex[] = [];
  const bed = await createTestbed({ onAuthenticated: (socket) => links.push(socket) });
  return { bed, links };
}

test("many small concurrent requests need few connections", async () => {
  const { bed, links } = await setUp();
  await using _ = bed;
  const held: ServerResponse[] = [];
  await bed.serve("demo", (_request, response) => {
    held.push(response);
    if (held.length === 200) for (const each of held) each.end("here");
  });
  const answers = await Promise.all(Array.from({ length: 200 }, () => bed.get("demo")));
  expect(answers.every(({ body }) => body === "here")).toBe(true);
  expect(links.length).toBeLessThan(20);
});

test("a request without a response is repeated when its connection is lost", async () => {
  const { bed, links } = await setUp();
  await using _ = bed;
  let asked = 0;
  await bed.serve("demo", (_request, response) => {
    if (++asked === 1) for (const link of links) link.destroy();
    else response.end("again");
  });
  expect((await bed.get("demo")).body).toBe("again");
  expect(asked).toBe(2);
});

test.each([
  ["POST", "Content-Length: 3\r\n\r\na=b"],
  ["POST", "Content-Length: 0\r\n\r\n"],
  ["POST", "\r\n"],
  ["PUT", "Transfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n"],
  ["PATCH", "\r\n"],
  ["DELETE", "\r\n"],
])("%s with the rest %j is never repeated, because the app may have processed it", async (method, rest) => {
  const { bed, links } = await setUp();
  await using _ = bed;
  const asked: string[] = [];
  await bed.serve("demo", (request) => {
    asked.push(request.method ?? "");
    for (const link of links) link.destroy();
  });
  const head = `${method} /order HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nConnection: close\r\n`;
  expect(await bed.raw(head + rest)).toMatch(/^HTTP\/1.1 502 /);
  // Whatever was sent again would have arrived before this.
  await bed.serve("other", (_request, response) => response.end("here"));
  expect((await bed.get("other")).body).toBe("here");
  expect(asked).toEqual([method]);
});

test("a visitor who does not read delays no other", async () => {
  const { bed } = await setUp();
  await using _ = bed;
  await bed.serve("demo", (request, response) => {
    if (request.url === "/small") return response.end("small");
    response.writeHead(200, { "content-length": 50_000_000 });
    response.end(Buffer.alloc(50_000_000));
  });
  const slow = await bed.connect();
  slow.write("GET /large HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nConnection: close\r\n\r\n");
  await once(slow, "data");
  slow.pause();
  for (let turn = 0; turn < 50; turn++) expect((await bed.get("demo", "/small")).body).toBe("small");
  let got = 0;
  slow.on("data", (bytes) => {
    got += bytes.length;
  });
  slow.resume();
  await once(slow, "close");
  expect(got).toBeGreaterThan(49_000_000);
});

test("a visitor who disconnects ends its request at the app, and no other", async () => {
  const { bed } = await setUp();
  await using _ = bed;
  let noticed: () => void = () => {};
  const gone = new Promise<void>((resolve) => {
    noticed = resolve;
  });
  let arrive: (response: ServerResponse) => void = () => {};
  const arrived = new Promise<ServerResponse>((resolve) => {
    arrive = resolve;
  });
  await bed.serve("demo", (request, response) => {
    if (request.url === "/kept") return arrive(response);
    response.on("close", noticed);
    response.write("first");
  });
  const kept = bed.get("demo", "/kept");
  const answer = await arrived;
  const leaver = await bed.connect();
  leaver.write("GET /left HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n\r\n");
  await collect(leaver, /first/);
  leaver.destroy();
  await gone;
  answer.end("kept");
  expect((await kept).body).toBe("kept");
});
