import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { collect, createTestbed, type Testbed } from "../testbed.ts";

// Heads that come again are not read again, on either side: nobody may notice.

interface VisitorRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

const path = fc.constantFrom("/", "/a", "/b?x=1", "/304", "/204", "/chunks", "/same");
const fields = fc.constantFrom<Record<string, string>>(
  {},
  { "x-a": "1" },
  { "x-a": "2" },
  { "x-a": "1", "x-b": "ü".repeat(3) },
  { cookie: "s=1", te: "trailers", connection: "te" },
  { "x-long": "l".repeat(3_000) },
);
const asked: fc.Arbitrary<VisitorRequest> = fc.oneof(
  fc.record({ method: fc.constantFrom("GET", "HEAD", "DELETE"), path, headers: fields, body: fc.constant("") }),
  fc.record({
    method: fc.constantFrom("POST", "PUT"),
    path,
    headers: fields,
    body: fc.constantFrom("", "x", "y", "z".repeat(8_192), "z".repeat(8_193), "z".repeat(70_000)),
  }),
);

/** An app that says what it was asked, and varies its answers' heads by it. */
async function echo(request: IncomingMessage, response: http.ServerResponse): Promise<void> {
  let length = 0;
  let sum = 0;
  for await (const bytes of request) {
    length += bytes.length;
    for (const byte of bytes) sum = (sum + byte) % 65_521;
  }
  if (request.url === "/same") return void response.writeHead(200, { date: "today", "content-length": 4 }).end("same");
  const own = request.rawHeaders.filter((_, at) => !/^x-forwarded-for$/i.test(request.rawHeaders[at - (at % 2)]!));
  const said = Buffer.from(JSON.stringify([request.method, request.url, own, length, sum]));
  const status = Number(/^\/(\d{3})$/.exec(request.url!)?.[1] ?? 200);
  const more = { date: "today", "x-asked": String(request.headers["x-a"]), "x-said": said.toString("base64") };
  if (request.url === "/chunks") {
    response.writeHead(status, more);
    response.write("one");
    response.end("two");
  } else response.writeHead(status, { ...more, "content-length": said.length }).end(status === 200 ? said : undefined);
}

async function askOver(agent: http.Agent, bed: Testbed, { method, path, headers, body }: VisitorRequest) {
  const host = "demo.tunnel.localhost";
  const all = { host, ...headers, ...(body === "" ? {} : { "content-length": Buffer.byteLength(body) }) };
  const asking = http.request({ host: "127.0.0.1", port: bed.port, agent, method, path, headers: all });
  asking.end(body);
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    asking.on("response", resolve).on("error", reject),
  );
  let text = "";
  for await (const bytes of answer) text += bytes.toString("latin1");
  const kept = answer.rawHeaders.filter(
    (_, at) => !/^(connection|keep-alive)$/i.test(answer.rawHeaders[at - (at % 2)]!),
  );
  return { status: answer.statusCode, headers: kept, text };
}

test("on a kept-alive connection each request and response is the same as on a new connection", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", echo);
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 2, maxLength: 12 }), async (all) => {
      const kept = new http.Agent({ keepAlive: true, maxSockets: 1 });
      try {
        for (const one of all) {
          const alone = new http.Agent({ keepAlive: true });
          expect(await askOver(kept, bed, one)).toEqual(await askOver(alone, bed, one));
          alone.destroy();
        }
      } finally {
        kept.destroy();
      }
    }),
    // A smaller example is not searched for: over real connections that takes longer than a test may, and the failure would not be shown.
    { numRuns: 60, endOnFailure: true },
  );
});

test("a repeated request meets the rules of the client that is connected by then", async () => {
  await using bed = await createTestbed();
  const app = await bed.startApp((request, response) => {
    const { host, authorization = "no password" } = request.headers;
    response.end(`<${host}, ${authorization}>`);
  });
  const { port } = app.address() as AddressInfo;
  const socket = await bed.connect();
  const again = async (rules: object) => {
    await bed.open("demo", port, rules);
    socket.write("GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nAuthorization: Basic YTpi\r\n\r\n");
    return /<(.*)>/.exec(await collect(socket, /<.*>/))?.[1];
  };
  expect(await again({})).toBe("demo.tunnel.localhost, Basic YTpi");
  expect(await again({ hostHeader: "localhost:3000" })).toBe("localhost:3000, Basic YTpi");
  expect(await again({ basicAuth: "a:b" })).toBe("demo.tunnel.localhost, no password");
});
