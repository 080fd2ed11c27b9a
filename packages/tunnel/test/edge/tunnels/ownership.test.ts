import { once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import net from "node:net";
import { expect, test } from "vitest";
import { openTunnel, TokenRefusedError, type TunnelStatus } from "../../../src/index.ts";
import { createTestbed, type Testbed } from "../testbed.ts";

const says = (word: string) => (_request: unknown, response: ServerResponse) => void response.end(word);

test("the newest client takes over the name at once", async () => {
  await using bed = await createTestbed();
  const first = await bed.serve("demo", says("first"));
  await bed.serve("demo", says("second"));
  expect((await bed.get("demo")).body).toBe("second");
  expect(await first.closed).toEqual({ type: "replaced" });
});

test("clients that share a name take turns", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", says("a"), { share: true });
  await bed.serve("demo", says("b"), { share: true });
  const bodies = [];
  for (let turn = 0; turn < 4; turn++) bodies.push((await bed.get("demo")).body);
  expect(bodies.sort()).toEqual(["a", "a", "b", "b"]);
});

test("a client that does not share takes the name from those that do", async () => {
  await using bed = await createTestbed();
  const shared = await bed.serve("demo", says("shared"), { share: true });
  await bed.serve("demo", says("alone"));
  expect(await shared.closed).toEqual({ type: "replaced" });
  expect((await bed.get("demo")).body).toBe("alone");
});

test("a wrong token is rejected with a clear error", async () => {
  await using bed = await createTestbed();
  const opening = openTunnel({ token: "svc_wrong", port: 1, baseUrl: `http://127.0.0.1:${bed.port}` });
  await expect(opening).rejects.toThrow(TokenRefusedError);
  expect(bed.logged.join()).not.toContain("svc_wrong");
});

test("rotating the token closes control and data connections and rejects the old token", async () => {
  await using bed = await createTestbed();
  let arrived = () => {};
  const running = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const tunnel = await bed.serve("demo", () => arrived());
  const cut = bed.get("demo").then(
    ({ status }) => status,
    () => "cut",
  );
  await running;
  await bed.renew("demo");
  expect((await tunnel.closed).type).toBe("refused");
  expect([502, "cut"]).toContain(await cut);
  expect((await bed.get("demo")).status).toBe(502);
});

test("rotating also closes what an earlier client of the name still serves", async () => {
  await using bed = await createTestbed();
  let arrived = () => {};
  const running = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await bed.serve("demo", () => arrived());
  const cut = bed.get("demo").then(
    ({ status }) => status,
    () => "cut",
  );
  await running;
  await bed.serve("demo", says("second"));
  await bed.renew("demo");
  expect([502, "cut"]).toContain(await cut);
});

test("deleting the subdomain closes the tunnel and the name responds 404", async () => {
  await using bed = await createTestbed();
  const tunnel = await bed.serve("demo", says("here"));
  expect(await bed.edge.countClients("id-demo.tunnel.localhost")).toBe(1);
  await bed.remove("demo");
  expect((await tunnel.closed).type).toBe("refused");
  expect(await bed.edge.countClients("id-demo.tunnel.localhost")).toBe(0);
  expect((await bed.get("demo")).status).toBe(404);
});

test("a client reconnects by itself after the edge restarts", async () => {
  await using bed = await createTestbed();
  const statuses: TunnelStatus[] = [];
  await bed.serve("demo", says("here"), { onStatus: (status) => statuses.push(status) });
  await bed.restart();
  await expect.poll(() => statuses.filter(({ type }) => type === "online").length, { interval: 10 }).toBe(2);
  expect((await bed.get("demo")).body).toBe("here");
});

test("a running request survives the loss of the control connection, which is resumed", async () => {
  await using bed = await createTestbed();
  const relay = await startRelay(bed);
  let answer: ServerResponse | undefined;
  const statuses: TunnelStatus[] = [];
  await bed.serve(
    "demo",
    (_request, response) => {
      answer = response;
    },
    {
      baseUrl: `http://127.0.0.1:${relay.port}`,
      onStatus: (status) => statuses.push(status),
    },
  );
  const reply = bed.get("demo");
  await expect.poll(() => answer !== undefined).toBe(true);
  relay.cutControl();
  await expect.poll(() => statuses.length).toBe(3);
  expect(statuses[2]).toMatchObject({ type: "online", resumed: true });
  answer?.end("survived");
  expect((await reply).body).toBe("survived");
});

test("a data connection without the session's secret is rejected", async () => {
  await using bed = await createTestbed();
  const token = bed.register("demo");
  await bed.serve("demo", says("here"));
  const dial = (headers: string) =>
    bed.raw(
      `GET /svc-tunnel/data HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n${headers}\r\n`,
    );
  expect(await dial("")).toMatch(/^HTTP\/1.1 401/);
  expect(await dial(`Authorization: Bearer ${token}\r\n`)).toMatch(/^HTTP\/1.1 401/);
  expect(await dial("Frontdesk-Session: id-demo.tunnel.localhost.x\r\nAuthorization: Bearer abc\r\n")).toMatch(
    /^HTTP\/1.1 401/,
  );
});

test("a stopping edge lets running requests finish", async () => {
  await using bed = await createTestbed();
  let answer: ServerResponse | undefined;
  await bed.serve("demo", (_request, response) => {
    answer = response;
  });
  const reply = bed.get("demo");
  await expect.poll(() => answer !== undefined).toBe(true);
  const closing = bed.edge.close({ drainMs: 5_000 });
  answer?.end("finished");
  expect((await reply).body).toBe("finished");
  await closing;
});

/** Stands between agent and edge, so that single connections can be cut. */
async function startRelay(bed: Testbed): Promise<{ port: number; cutControl(): void }> {
  let control: net.Socket | undefined;
  const server = net.createServer((socket) => {
    const upstream = net.connect(bed.port, "127.0.0.1");
    socket.once("data", (bytes) => {
      if (String(bytes).startsWith("GET /svc-tunnel/control")) control = socket;
      upstream.write(bytes);
      socket.pipe(upstream);
    });
    upstream.pipe(socket);
    for (const end of [socket, upstream]) end.on("error", () => {});
    socket.on("close", () => upstream.destroy());
    upstream.on("close", () => socket.destroy());
  });
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  return { port, cutControl: () => control?.destroy() };
}

test("above the limit of clients per name, the next replaces the oldest", async () => {
  await using bed = await createTestbed({ maxClients: 2 });
  const app =
    (name: string): RequestListener =>
    (_request, response) =>
      void response.end(name);
  const first = await bed.serve("demo", app("first"), { share: true });
  await bed.serve("demo", app("second"), { share: true });
  await bed.serve("demo", app("third"), { share: true });
  expect(await first.closed).toEqual({ type: "replaced" });
  const answers = [await bed.get("demo"), await bed.get("demo")].map(({ body }) => body);
  expect(answers.sort()).toEqual(["second", "third"]);
});
