import { once } from "node:events";
import http from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { turn } from "../../wire/ends.ts";
import { DEMO, dial, setUp, startOther } from "./cluster-fakes.ts";

/** The proof of a server of this cluster, as it dials another. */
async function proofOf(): Promise<string> {
  const other = await startOther();
  const { cluster } = setUp({ servers: [other.url] });
  await cluster.find(DEMO);
  return /authorization: (.*)\r\n/i.exec(other.heads[0]!)![1]!;
}

test("presence is written when clients connect and disconnect, and then every ten seconds, not on every sweep", async () => {
  const { bed, did, cluster, session } = setUp({ own: { s1: 2, s2: 1 } });
  cluster.onClientOpen(DEMO, session);
  cluster.onClientClose(DEMO);
  cluster.onTunnelClose(DEMO);
  expect(did.splice(0)).toEqual([
    "publish tunnel:s1 s1.a",
    "set s1 http://own 2",
    "set s1 http://own 2",
    "publish subdomain:s1 draining",
    "clear s1 http://own",
  ]);
  const sweepAt = (time: number) => {
    bed.time = time;
    cluster.checkTimeouts();
    return did.splice(0);
  };
  const all = ["set s1 http://own 2", "set s2 http://own 1"];
  expect([1, 9_999, 10_000, 10_001, 19_999, 20_000].map(sweepAt)).toEqual([[], [], all, [], [], all]);
  cluster.drain();
  expect(did).toEqual(["publish subdomain:s1 stopping", "publish subdomain:s2 stopping"]);
});

test("a client that shares its name is recorded as such, and after the last one leaves none is counted", () => {
  const { did, cluster, session } = setUp();
  cluster.onClientOpen(DEMO, { ...session, share: true });
  expect(did.splice(0)).toEqual(["publish tunnel:s1 shared s1.a", "set s1 http://own 0"]);
  cluster.onClientClose(DEMO);
  expect(did).toEqual(["publish subdomain:s1 draining"]);
});

test("a single server writes no presence, counts no others, and accepts no relay connections", async () => {
  const { did, cluster, session, bed } = setUp({ alone: true, own: { s1: 1 } });
  bed.time = 60_000;
  cluster.onClientClose(DEMO);
  cluster.onTunnelClose(DEMO);
  cluster.drain();
  cluster.checkTimeouts();
  expect([did, await cluster.countClients("s1"), await cluster.find(DEMO)]).toEqual([[], 0, null]);
  const { request, socket, reply } = dial({ "frontdesk-subdomain": "s1" });
  cluster.serveRelay(request, socket);
  await turn();
  expect(reply()).toMatch(/^HTTP\/1\.1 401 /);
  expect(cluster.forwardDial(dial({ "frontdesk-session": "s1.a", authorization: "Bearer a" }).request, socket)).toBe(
    false,
  );
  cluster.onClientOpen(DEMO, session);
  expect(did).toEqual(["publish tunnel:s1 s1.a"]);
});

test.each<[what: string, headers: Record<string, string>]>([
  ["was forwarded already", { "frontdesk-session": "s1.a", authorization: "Bearer a", "frontdesk-forwarded": "1" }],
  ["names no session", { authorization: "Bearer a" }],
  ["has no secret", { "frontdesk-session": "s1.a" }],
])("a data connection that %s is not forwarded", (_what, headers) => {
  const { cluster } = setUp({ servers: ["http://127.0.0.1:9"] });
  const { request, socket } = dial(headers);
  expect(cluster.forwardDial(request, socket)).toBe(false);
});

test("after a look-up that fails the next visitor causes another", async () => {
  const { bed, cluster } = setUp();
  bed.isListLost = true;
  await expect(cluster.find(DEMO)).rejects.toThrow("Redis is gone");
  bed.isListLost = false;
  expect(await cluster.find(DEMO)).toBe(null);
});

test("many entries that cannot be written cause one log line", async () => {
  const { bed, logged, cluster } = setUp({ own: { s1: 1, s2: 1, s3: 1 }, fails: true });
  bed.time = 10_000;
  cluster.checkTimeouts();
  await turn();
  expect(logged).toEqual(["tunnels of this server could not be announced to the cluster: Redis is gone"]);
  for (const [act, lines] of [
    [() => cluster.onClientClose(DEMO), 2],
    [() => cluster.onTunnelClose(DEMO), 1],
    [() => cluster.drain(), 3],
  ] as const) {
    logged.length = 0;
    act();
    await turn();
    expect(logged).toHaveLength(lines);
  }
});

test("clients are counted on all servers except this one", async () => {
  expect(await setUp().cluster.countClients("s1")).toBe(2);
});

test("a relayed connection counts until it closes, and is closed when the server stops", async () => {
  const authorization = await proofOf();
  const { cluster, lend, proven } = setUp({ own: { s1: 1 } });
  const [first, second] = [1, 2].map(() => dial({ authorization, "frontdesk-subdomain": "s1" }));
  for (const { request, socket } of [first!, second!]) cluster.serveRelay(request, socket);
  expect([cluster.isRelaying(), lend.mock.calls.length, proven.length]).toEqual([true, 2, 2]);
  lend.mock.calls[0]![1]();
  await turn();
  expect(first!.reply()).toMatch(/^HTTP\/1\.1 101 [\s\S]*frontdesk-rules: /);
  first!.socket.destroy();
  await once(first!.socket, "close");
  expect(cluster.isRelaying()).toBe(true);
  const closed = once(second!.socket, "close");
  cluster.close();
  await closed;
  expect(cluster.isRelaying()).toBe(false);
});

test("an unknown tunnel, and a wrong secret of the right length, are rejected", async () => {
  const authorization = await proofOf();
  for (const [proof, status] of [
    [authorization, 404],
    [`Bearer ${"0".repeat(64)}`, 401],
    ["Bearer short", 401],
  ] as const) {
    const told =
      status === 404
        ? { error: "This tunnel is not on this server.", code: "not_found" }
        : { error: "Only servers of the cluster may use this endpoint.", code: "unauthenticated" };
    const { cluster, proven } = setUp();
    const { request, socket, reply } = dial({ authorization: proof, "frontdesk-subdomain": "s1" });
    cluster.serveRelay(request, socket);
    await turn();
    expect([reply().slice(9, 12), proven.length, cluster.isRelaying()]).toEqual([
      `${status}`,
      status === 404 ? 1 : 0,
      false,
    ]);
    expect(JSON.parse(reply().split("\r\n\r\n")[1] ?? "")).toEqual(told);
  }
});

test("beside the shared connection to another server only one is kept, and none for long responses", async () => {
  const other = await startOther();
  const { cluster } = setUp({ servers: [other.url] });
  await cluster.find(DEMO);
  const dials = vi.spyOn(http, "request");
  onTestFinished(() => dials.mockRestore());
  cluster.checkTimeouts();
  expect(dials).toHaveBeenCalledTimes(1);
});

test("another server is asked for as many connections at once as are missing", async () => {
  const other = await startOther();
  const { cluster } = setUp({ servers: [other.url] });
  const upstream = await cluster.find(DEMO);
  // One for this request and one to be kept idle, beside the first, which is shared.
  upstream!.pool.acquire(() => {}, { needsFresh: false, needsDedicated: true });
  await expect.poll(() => upstream!.pool.countConnections()).toBe(3);
});

test("a request whose connection to another server fails gets the one of the next attempt", async () => {
  let taken = true;
  const other = await startOther(() => taken);
  const { cluster } = setUp({ servers: [other.url] });
  const source = await cluster.find(DEMO);
  taken = false;
  const dialled = other.heads.length;
  const connection = new Promise((resolve) => {
    source!.pool.acquire(resolve, { needsFresh: true, needsDedicated: true });
  });
  await expect.poll(() => other.heads.length).toBe(dialled + 2);
  taken = true;
  expect(await connection).not.toBe(null);
});

test("a data connection is rejected if the list of servers cannot be read", async () => {
  const { cluster } = setUp({ fails: true });
  const { request, socket, reply } = dial({ "frontdesk-session": "s1.a", authorization: "Bearer a" });
  expect(cluster.forwardDial(request, socket)).toBe(true);
  await expect.poll(reply, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 401 /);
});

test("a data connection whose client has left while it was forwarded is closed at both ends", async () => {
  const other = await startOther();
  const { cluster, proven } = setUp({ servers: [other.url] });
  const { request, socket, reply } = dial({ "frontdesk-session": "s1.a", authorization: "Bearer a" });
  const closed = once(socket, "close");
  cluster.forwardDial(request, socket);
  // As Node's sockets do when their other side ends. They stay half open after an upgrade.
  socket.push(null);
  socket.read(0);
  await closed;
  await expect.poll(() => other.sockets[0]?.destroyed).toBe(true);
  expect([reply(), proven]).toEqual(["", []]);
});

test("a connection to another server that is accepted only after this one has closed is closed too", async () => {
  const other = await startOther();
  const { bed, cluster, tell, listening } = setUp({ servers: [other.url] });
  const finding = cluster.find(DEMO);
  const { request, socket } = dial({ "frontdesk-session": "s1.a", authorization: "Bearer a" });
  cluster.forwardDial(request, socket);
  const clientClosed = once(socket, "close");
  cluster.close();
  await clientClosed;
  await expect.poll(() => other.sockets.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  bed.servers = [];
  tell("tunnel:s1", "s1.b");
  expect([await finding, cluster.cached(DEMO.domain), listening("subdomain:s1")]).toEqual([null, undefined, 0]);
});
