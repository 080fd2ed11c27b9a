import { once } from "node:events";
import { expect, test } from "vitest";
import { collect, createTestbed, type Testbed } from "../testbed.ts";

const HOST = "Host: demo.tunnel.localhost\r\n";

/** A tunnel whose app counts and shows what reaches it. */
async function withApp(bed: Testbed): Promise<string[]> {
  const reached: string[] = [];
  await bed.serve("demo", (request, response) => {
    reached.push(`${request.method} ${request.url}`);
    request.resume();
    request.on("end", () => response.end(JSON.stringify(request.headers)));
  });
  return reached;
}

test("a head of one megabyte causes a 431 and affects nobody else", async () => {
  await using bed = await createTestbed();
  await withApp(bed);
  const reply = await bed.raw(`GET / HTTP/1.1\r\n${HOST}X-Big: ${"a".repeat(1_000_000)}\r\n\r\n`);
  expect(reply).toMatch(/^HTTP\/1.1 431 /);
  expect((await bed.get("demo")).status).toBe(200);
});

test("headers that a visitor must not forge are overwritten", async () => {
  await using bed = await createTestbed();
  await withApp(bed);
  const { body } = await bed.get("demo", "/", {
    headers: {
      "x-forwarded-for": "6.6.6.6",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "evil.example",
      "x-forwarded-port": "1",
      "x-real-ip": "6.6.6.6",
      forwarded: "for=6.6.6.6",
    },
  });
  const seen = JSON.parse(body);
  expect(seen).toMatchObject({
    host: "demo.tunnel.localhost",
    "x-forwarded-for": "127.0.0.1",
    "x-forwarded-proto": "http",
    "x-forwarded-host": "demo.tunnel.localhost",
    "x-real-ip": "127.0.0.1",
    forwarded: 'for=127.0.0.1;host="demo.tunnel.localhost";proto=http',
  });
  expect(body).not.toContain("6.6.6.6");
  expect(seen["x-forwarded-port"]).toBeUndefined();
});

test("a listed proxy is trusted, up to the first address that is not listed", async () => {
  await using bed = await createTestbed({ trustedProxies: ["127.0.0.1", "10.0.0.0/8"] });
  await withApp(bed);
  const { body } = await bed.get("demo", "/", {
    headers: { "x-forwarded-for": "6.6.6.6, 203.0.113.9, 10.1.2.3", "x-forwarded-proto": "https" },
  });
  expect(JSON.parse(body)).toMatchObject({ "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" });
  const ipv6 = await bed.get("demo", "/", { headers: { "x-forwarded-for": "2001:db8:1:2:3:4:5:6" } });
  expect(JSON.parse(ipv6.body).forwarded).toMatch(/^for="\[2001:db8:1:2:3:4:5:6\]";/);
});

test("hop-by-hop headers and those named by Connection are not forwarded, in either direction", async () => {
  await using bed = await createTestbed();
  let seen = "";
  await bed.serve("demo", (request, response) => {
    seen = JSON.stringify(request.headers);
    response.writeHead(200, {
      Connection: "close, X-Secret",
      "X-Secret": "1",
      "Proxy-Authenticate": "a",
      "X-Kept": "2",
    });
    response.end();
  });
  const { headers } = await bed.get("demo", "/", {
    headers: { connection: "keep-alive, x-mine", "x-mine": "1", "proxy-authorization": "a", te: "gzip" },
  });
  expect(seen).not.toMatch(/x-mine|proxy-authorization|"te"/);
  expect(headers["x-secret"]).toBeUndefined();
  expect(headers["proxy-authenticate"]).toBeUndefined();
  expect(headers["x-kept"]).toBe("2");
});

test.each([
  [
    "both length and chunked",
    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
  ],
  ["a bad chunk size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n"],
  ["no HTTP", "hello\r\n\r\n"],
  ["an endless head", `HTTP/1.1 200 OK\r\nX: ${"a".repeat(100_000)}`],
  ["an upgrade that nobody asked for", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"],
])("an app that answers with %s gives 502 or a cut, and the next visitor is served", async (_what, bytes) => {
  await using bed = await createTestbed();
  await bed.serve("demo", (request, response) => {
    if (request.url === "/bad") request.socket.write(bytes);
    else response.end("good");
  });
  const status = await bed.get("demo", "/bad").then(
    (answer) => answer.status,
    () => "cut",
  );
  expect([502, "cut"]).toContain(status);
  expect((await bed.get("demo")).body).toBe("good");
});

test("bytes after a response never reach the next visitor", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (request, response) => {
    if (request.url !== "/split") return response.end("clean");
    request.socket.write(
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\npoisoned",
    );
  });
  expect((await bed.get("demo", "/split")).body).toBe("ok");
  for (let turn = 0; turn < 8; turn++) expect((await bed.get("demo")).body).toBe("clean");
});

test("a visitor who sends its body too slowly gets 408", async () => {
  await using bed = await createTestbed({ tuning: { bodyTimeoutMs: 200, heartbeatMs: 200 } });
  await withApp(bed);
  const reply = await bed.raw(`POST / HTTP/1.1\r\n${HOST}Content-Length: 100\r\n\r\na`, /\r\n\r\n/);
  expect(reply).toMatch(/^HTTP\/1.1 408 /);
});

test("2,000 visitors who disconnect at once do not end the tunnel", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (request, response) => {
    if (request.url === "/") response.end("here");
  });
  for (let round = 0; round < 20; round++) {
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const socket = await bed.connect();
        socket.write(`GET /held HTTP/1.1\r\n${HOST}\r\n`);
        socket.end();
        socket.destroy();
        await once(socket, "close");
      }),
    );
  }
  expect((await bed.get("demo")).body).toBe("here");
});

test("visitors need the owner's user and password, and the app never sees them", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (request, response) => response.end(JSON.stringify(request.headers)), {
    basicAuth: "me:let me in",
  });
  const basic = (pair: string) => ({ headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } });
  const asked = await bed.get("demo");
  expect(asked.status).toBe(401);
  expect(asked.headers["www-authenticate"]).toContain("Basic");
  expect((await bed.get("demo", "/", basic("me:wrong"))).status).toBe(401);
  const let_in = await bed.get("demo", "/", basic("me:let me in"));
  expect(let_in.status).toBe(200);
  expect(JSON.parse(let_in.body).authorization).toBeUndefined();
  const preflight = {
    method: "OPTIONS",
    headers: { origin: "http://a.example", "access-control-request-method": "PUT" },
  };
  expect((await bed.get("demo", "/", preflight)).status).toBe(200);
});

test.each([{}, { origin: "http://a.example" }, { "access-control-request-method": "PUT" }])(
  "OPTIONS with %j is not a CORS preflight, and needs the password",
  async (headers) => {
    await using bed = await createTestbed();
    let asked = 0;
    const app = () => void asked++;
    await bed.serve("demo", app, { basicAuth: "me:let me in" });
    expect((await bed.get("demo", "/", { method: "OPTIONS", headers })).status).toBe(401);
    expect(asked).toBe(0);
  },
);

test("only listed addresses may visit", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (_request, response) => response.end("in"), { allowIp: ["203.0.113.0/24"] });
  expect((await bed.get("demo")).status).toBe(403);
  await bed.serve("demo", (_request, response) => response.end("in"), { allowIp: ["127.0.0.0/8"] });
  expect((await bed.get("demo")).status).toBe(200);
});

test("the app sees the host that its owner chose", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (request, response) => response.end(request.headers.host), { hostHeader: "localhost:3000" });
  expect((await bed.get("demo")).body).toBe("localhost:3000");
});

test("a control connection that breaks the protocol is closed", async () => {
  await using bed = await createTestbed();
  const token = bed.register("demo");
  const dial = `GET /svc-tunnel/control HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  for (const line of ["not json\n", '{"type":"pong"}\n', '{"type":"hello"}\n', "x".repeat(40_000)]) {
    const socket = await bed.connect();
    const all = collect(socket);
    socket.write(dial);
    await once(socket, "data");
    socket.write(line);
    expect(await all).toMatch(/^HTTP\/1.1 101 [^{]*$/);
  }
  expect(bed.logged.join()).not.toContain(token);
});

test("certificates are allowed for registered names only", async () => {
  await using bed = await createTestbed();
  bed.register("demo");
  expect(await bed.edge.mayIssueCertificate("demo.tunnel.localhost")).toBe(true);
  expect(await bed.edge.mayIssueCertificate("DEMO.tunnel.localhost")).toBe(true);
  for (const domain of ["nobody.tunnel.localhost", "a.demo.tunnel.localhost", "example.com", "127.0.0.1", ""]) {
    expect(await bed.edge.mayIssueCertificate(domain)).toBe(false);
  }
});
