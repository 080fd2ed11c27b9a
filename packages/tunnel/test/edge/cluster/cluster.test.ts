import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { openTunnel, type Tunnel, type TunnelOptions } from "../../../src/index.ts";
import { createPair } from "../pair.ts";
import type { Testbed } from "../testbed.ts";

const says = (word: string) => (_request: unknown, response: ServerResponse) => void response.end(word);

/** Opens the tunnel that is registered already, through this server. */
async function join(bed: Testbed, word: string, more: Partial<TunnelOptions> = {}): Promise<Tunnel> {
  const app = await bed.startApp(says(word));
  const tunnel = await openTunnel({
    token: "svc_demotunnellocalhost0",
    port: (app.address() as { port: number }).port,
    host: "127.0.0.1",
    baseUrl: `http://127.0.0.1:${bed.port}`,
    ...more,
  });
  onTestFinished(() => tunnel.close());
  return tunnel;
}

test("a tunnel connected to one server is reached through the other", async () => {
  const { one, two } = await createPair();
  const tunnel = await one.serve("demo", says("here"));
  for (let turn = 0; turn < 20; turn++) expect((await two.get("demo")).body).toBe("here");
  await Promise.all(Array.from({ length: 30 }, async () => expect((await two.get("demo")).body).toBe("here")));
  expect(await two.edge.countClients("id-demo.tunnel.localhost")).toBe(1);
  await tunnel.close();
  await expect.poll(async () => (await two.get("demo")).status).toBe(502);
  expect(await two.edge.countClients("id-demo.tunnel.localhost")).toBe(0);
});

test("a server that stops lets a request of another server's visitor finish, though its client has left", async () => {
  const { one, two } = await createPair();
  let running: ServerResponse | undefined;
  const keep = (_request: unknown, response: ServerResponse) => {
    running = response;
  };
  const tunnel = await one.serve("demo", keep, { drain: 60_000 });
  const asked = two.get("demo");
  await expect.poll(() => running).toBeDefined();
  let isClosed = false;
  const closing = one.edge.close({ drainMs: 60_000 }).then(() => {
    isClosed = true;
  });
  const leaving = tunnel.close();
  await expect.poll(() => one.edge.countTunnels()).toBe(0);
  // Longer than the server's pause between two looks.
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isClosed).toBe(false);
  running!.end("late");
  expect((await asked).body).toBe("late");
  await Promise.all([closing, leaving]);
});

test("a server that stops tells the others so, for its tunnel", async () => {
  const { one } = await createPair();
  await one.serve("demo", says("here"));
  const heard: string[] = [];
  onTestFinished(one.bus.subscribe("subdomain:id-demo.tunnel.localhost", (message) => void heard.push(message)));
  await one.edge.close();
  expect(heard).toContain("stopping");
});

test("both servers know how many clients share a name, wherever they are", async () => {
  const { one, two } = await createPair();
  const first = await one.serve("demo", says("a"), { share: true });
  const others = [await join(one, "b", { share: true }), await join(two, "c", { share: true })];
  const clients = () => Promise.all([one, two].map(({ edge }) => edge.countClients("id-demo.tunnel.localhost")));
  await expect.poll(clients).toEqual([3, 3]);
  await first.close();
  await expect.poll(clients).toEqual([2, 2]);
  for (const other of others) await other.close();
  await expect.poll(clients).toEqual([0, 0]);
});

test("the owner's rules apply on every server", async () => {
  const { one, two } = await createPair();
  await one.serve("demo", (request, response) => response.end(request.headers.host), {
    basicAuth: "me:secret",
    hostHeader: "local.example",
  });
  expect((await two.get("demo")).status).toBe(401);
  const headers = { authorization: `Basic ${Buffer.from("me:secret").toString("base64")}` };
  expect((await two.get("demo", "/", { headers })).body).toBe("local.example");
});

test("WebSockets pass from server to server", async () => {
  const { one, two } = await createPair();
  const app = await one.startApp(() => {});
  new WebSocketServer({ server: app }).on("connection", (socket) => socket.send("welcome"));
  await one.open("demo", (app.address() as { port: number }).port);
  const client = new WebSocket(`ws://127.0.0.1:${two.port}/`, { headers: { host: "demo.tunnel.localhost" } });
  const [message] = await once(client, "message");
  expect(String(message)).toBe("welcome");
  client.terminate();
});

test("rotating the token closes requests that run through another server", async () => {
  const { one, two } = await createPair();
  let arrived = () => {};
  const running = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const tunnel = await one.serve("demo", () => arrived());
  const cut = two.get("demo").then(
    ({ status }) => status,
    () => "cut",
  );
  await running;
  await one.renew("demo");
  expect((await tunnel.closed).type).toBe("refused");
  expect([502, "cut"]).toContain(await cut);
  expect((await two.get("demo")).status).toBe(502);
});

test("a newer client on another server takes over the name", async () => {
  const { one, two } = await createPair();
  const first = await one.serve("demo", says("first"));
  expect((await two.get("demo")).body).toBe("first");
  await join(two, "second");
  expect(await first.closed).toEqual({ type: "replaced" });
  expect((await two.get("demo")).body).toBe("second");
  await expect.poll(async () => (await one.get("demo")).body).toBe("second");
});

test("sharing clients serve side by side on two servers, and one that does not share takes the name from both", async () => {
  const { one, two } = await createPair();
  const alone = await one.serve("demo", says("alone"));
  const shared = [await join(two, "two", { share: true }), await join(one, "one", { share: true })];
  expect(await alone.closed).toEqual({ type: "replaced" });
  expect([(await one.get("demo")).body, (await two.get("demo")).body]).toEqual(["one", "two"]);
  await join(two, "last");
  for (const tunnel of shared) expect(await tunnel.closed).toEqual({ type: "replaced" });
  expect((await one.get("demo")).body).toBe("last");
});

test("a relay without the cluster's secret is rejected", async () => {
  const { one } = await createPair();
  await one.serve("demo", says("here"));
  const reply = await one.raw(
    "GET /svc-tunnel/relay HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\nAuthorization: Bearer guess\r\nFrontdesk-Subdomain: id-demo.tunnel.localhost\r\n\r\n",
  );
  expect(reply).toMatch(/^HTTP\/1.1 401/);
});
