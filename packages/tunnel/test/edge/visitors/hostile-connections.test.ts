import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { expect, test } from "vitest";
import { createRejectionLog } from "../../../src/edge/problems/rejection-log.ts";
import { collect, createTestbed, type Testbed } from "../testbed.ts";

const dial = (path: string, headers: string) =>
  `GET /svc-tunnel/${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n${headers}\r\n`;
const hello = (more: object) =>
  `${JSON.stringify({ type: "hello", agent: "test", share: false, rules: {}, ...more })}\n`;

interface Welcome {
  session: string;
  secret: string;
  control: Socket;
}

/** An agent that opens a control connection and nothing else. */
async function enter(bed: Testbed, token: string, more: object = {}): Promise<Welcome> {
  const control = await bed.connect();
  const welcomed = collect(control, /"welcome".*\n/);
  control.write(dial("control", `Authorization: Bearer ${token}\r\n`) + hello(more));
  const line = /\{"type":"welcome".*\}/.exec(await welcomed)![0];
  return { ...(JSON.parse(line) as { session: string; secret: string }), control };
}

const data = (session: string, secret: string) =>
  dial("data", `Frontdesk-Session: ${session}\r\nAuthorization: Bearer ${secret}\r\n`);

test("heads that trickle in get 408 in time, and others are served meanwhile", async () => {
  const logged: string[] = [];
  const rejections = createRejectionLog({ info() {}, warn: (line) => void logged.push(line) });
  await using bed = await createTestbed({
    http: { headersTimeout: 1_000, connectionsCheckingInterval: 100 },
    attach: { rejections },
  });
  await bed.serve("demo", (_request, response) => response.end("here"));
  const replies = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const socket = await bed.connect();
      socket.write("GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nX-Slow: ");
      const trickle = setInterval(() => socket.write("a"), 20);
      socket.on("close", () => clearInterval(trickle));
      const reply = collect(socket);
      expect((await bed.get("demo")).body).toBe("here");
      return reply;
    }),
  );
  expect(new Set(replies.map((reply) => reply.slice(0, 12)))).toEqual(new Set(["HTTP/1.1 408"]));
  expect(logged).toEqual(["rejected 127.0.0.1: request answered with 408 Request Timeout"]);
});

test("connections over the limit are closed, and those within it are served", async () => {
  let room = 1;
  const logged: string[] = [];
  await using bed = await createTestbed({
    attach: {
      limit: { tryAdd: () => room-- > 0, release() {} },
      rejections: createRejectionLog({ info() {}, warn: (line) => void logged.push(line) }),
    },
  });
  const first = await bed.connect();
  const second = await bed.connect();
  await once(second, "close");
  first.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect(await collect(first, /api$/)).toMatch(/^HTTP\/1.1 200 /);
  expect(logged).toEqual(["rejected 127.0.0.1: too many open connections (--connections-per-ip)"]);
});

test("a running response is not interrupted by another one when its request is invalid", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (request, response) => {
    response.write("begun");
    request.on("error", () => {}).resume();
  });
  const socket = await bed.connect();
  const reply = collect(socket);
  socket.write("POST / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n");
  await once(socket, "data");
  socket.write("no chunk\r\n");
  expect((await reply).match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test("an app gets every header that fits, however many there are", async () => {
  await using bed = await createTestbed();
  const app = await bed.startApp((request, response) => response.end(request.headers["x-last"]));
  app.maxHeadersCount = 0;
  await bed.open("demo", (app.address() as AddressInfo).port);
  const many = "a:b\r\n".repeat(2_500);
  const bytes = `GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n${many}X-Last: here\r\nConnection: close\r\n\r\n`;
  expect(await bed.raw(bytes)).toMatch(/here$/);
});

test("a tunnel needs its current token", async () => {
  await using bed = await createTestbed();
  const stale = bed.register("demo");
  await bed.renew("demo");
  const deleted = bed.register("gone");
  await bed.remove("gone");
  const wrong = [
    "",
    "Authorization: Bearer \r\n",
    "Authorization: Bearer svc_guess\r\n",
    `Authorization: Bearer ${"a".repeat(300)}\r\n`,
    `Authorization: Basic ${stale}\r\n`,
    `Authorization: Bearer ${stale}\r\n`,
    `Authorization: Bearer ${deleted}\r\n`,
  ];
  for (const headers of wrong) {
    const reply = await bed.raw(dial("control", headers));
    expect(reply).toMatch(/^HTTP\/1.1 401 [\s\S]*"code":"unauthenticated"/);
    expect(reply).not.toMatch(/svc_|aaaa/);
  }
  expect(bed.logged).toEqual(["rejected 127.0.0.1: tunnel token missing, wrong or no longer valid"]);
});

test("a data connection needs the secret of its own session, while that lives", async () => {
  await using bed = await createTestbed();
  const one = await enter(bed, bed.register("one"));
  const two = await enter(bed, bed.register("two"));
  const refused = /^HTTP\/1.1 401 /;
  expect(await bed.raw(data(one.session, two.secret))).toMatch(refused);
  expect(await bed.raw(data(two.session, one.secret))).toMatch(refused);
  expect(await bed.raw(data(one.session, one.secret.slice(0, -1)))).toMatch(refused);
  expect(await bed.raw(data(one.session, ""))).toMatch(refused);
  expect(await bed.raw(data("", one.secret))).toMatch(refused);
  expect(await bed.raw(`${data(one.session, one.secret)}early bytes`)).toMatch(refused);
  expect(await bed.raw(data(one.session, one.secret), /\r\n\r\n/)).toMatch(/^HTTP\/1.1 101 /);
  await bed.renew("one");
  expect(await bed.raw(data(one.session, one.secret))).toMatch(refused);
  two.control.destroy();
  await expect.poll(() => bed.edge.countClients("id-two.tunnel.localhost")).toBe(0);
  expect(await bed.raw(data(two.session, two.secret))).toMatch(refused);
  expect(bed.logged.join()).not.toContain(one.secret);
  expect(bed.logged.join()).not.toContain(two.secret);
});

test("a replaced session accepts no data connections", async () => {
  await using bed = await createTestbed();
  const token = bed.register("demo");
  const first = await enter(bed, token);
  await enter(bed, token);
  expect(await bed.raw(data(first.session, first.secret))).toMatch(/^HTTP\/1.1 401 /);
});

test("a tunnel is offline as soon as its client disconnects", async () => {
  await using bed = await createTestbed();
  const { control } = await enter(bed, bed.register("demo"));
  expect(await bed.edge.countClients("id-demo.tunnel.localhost")).toBe(1);
  control.end();
  await expect.poll(() => bed.edge.countClients("id-demo.tunnel.localhost")).toBe(0);
});

test("a session cannot be resumed with another's secret, another's token or a newer token", async () => {
  await using bed = await createTestbed();
  const other = await enter(bed, bed.register("other"));
  const first = await enter(bed, bed.register("demo"));
  const token = await bed.renew("demo");
  const lost = [
    { session: first.session, secret: first.secret },
    { session: other.session, secret: other.secret },
    { session: other.session, secret: first.secret },
  ];
  for (const resume of lost) {
    const { session, secret } = await enter(bed, token, { resume });
    expect(lost.map((one) => one.session)).not.toContain(session);
    expect(lost.map((one) => one.secret)).not.toContain(secret);
  }
});

test.each([
  ["demo.other.example", 200, "api"],
  ["demo.tunnel.localhost.other.example", 200, "api"],
  ["demo-tunnel.localhost", 200, "api"],
  ["x.demo.tunnel.localhost", 421, "one label"],
  ["x.demo.vip.localhost", 421, "one label"],
  ["www.tunnel.localhost", 404, "reserved"],
  ["nobody.tunnel.localhost", 404, "is not registered on this server"],
])("a visitor of %s gets %i and never the tunnel", async (host, status, text) => {
  await using bed = await createTestbed();
  await bed.serve("demo", (_request, response) => response.end("the app"));
  const reply = await bed.raw(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(reply).toContain(text);
});

test.each(["websocket", "frontdesk-tunnel/1"])(
  "an upgrade to %s at a host that is neither the API's nor a tunnel's is rejected as any request to it",
  async (protocol) => {
    await using bed = await createTestbed();
    const reply = await bed.raw(
      `GET /svc-tunnel/data HTTP/1.1\r\nHost: x.demo.tunnel.localhost\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 421 /);
  },
);
