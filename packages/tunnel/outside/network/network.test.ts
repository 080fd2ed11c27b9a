import { afterEach, beforeEach, expect, test } from "vitest";
import { ip, startClient, startEdge, stopClients, untilStatus, visit } from "./bed.ts";
import { startRelay } from "./relay.ts";

let edge: Awaited<ReturnType<typeof startEdge>>;
beforeEach(async () => {
  edge = await startEdge();
});
afterEach(async () => {
  stopClients();
  await edge.close();
});

const say = (what: string, seconds: number) => console.log(`${what}: ${seconds.toFixed(1)} s`);

test("a client whose address changes is back within ten seconds, and no visitor waits longer", async () => {
  await startClient(edge.port);
  expect((await visit(edge.port)).text).toBe("here");
  ip("clients", "address", "del", "10.77.0.2/24", "dev", "clients");
  ip("clients", "address", "add", "10.77.0.3/24", "dev", "clients");
  try {
    const seconds = await untilStatus(edge.port, 200);
    say("back after a change of address", seconds);
    expect(seconds).toBeLessThan(10);
    for (let turn = 0; turn < 20; turn++) expect((await visit(edge.port)).status).toBe(200);
  } finally {
    ip("clients", "address", "del", "10.77.0.3/24", "dev", "clients");
    ip("clients", "address", "add", "10.77.0.2/24", "dev", "clients");
  }
});

test("a frozen client is offline within 15 s, its visitors get 502 at once, and it is back when it resumes", async () => {
  const client = await startClient(edge.port);
  client.signal("SIGSTOP");
  const off = await untilStatus(edge.port, 502);
  say("off after freezing", off);
  expect(off).toBeLessThan(15);
  for (let turn = 0; turn < 5; turn++) expect((await visit(edge.port)).status).toBe(502);
  client.signal("SIGCONT");
  const back = await untilStatus(edge.port, 200);
  say("back after thawing", back);
  expect(back).toBeLessThan(10);
});

test("requests that a frozen client has not answered are served by another client that shares the name", async () => {
  const clients = { one: await startClient(edge.port, "one"), two: await startClient(edge.port, "two") };
  const held = visit(edge.port, "/held");
  await Promise.race(Object.values(clients).map((client) => client.says("held")));
  const [frozen, other] = clients.one.said.some((line) => "held" in line)
    ? (["one", "two"] as const)
    : (["two", "one"] as const);
  clients[frozen].signal("SIGSTOP");
  const from = performance.now();
  await clients[other].says("held", other);
  const seconds = (performance.now() - from) / 1_000;
  say("taken over by the other client", seconds);
  expect(seconds).toBeLessThan(15);
  for (let turn = 0; turn < 10; turn++) expect((await visit(edge.port)).text).toBe(other);
  held.catch(() => {});
});

test("a network path that drops everything for 20 s is in use again within ten seconds", async () => {
  await startClient(edge.port);
  expect((await visit(edge.port)).status).toBe(200);
  ip("edge", "route", "add", "blackhole", "10.77.0.2/32");
  ip("clients", "route", "add", "blackhole", "10.77.0.1/32");
  say("off behind a black hole", await untilStatus(edge.port, 502));
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  ip("edge", "route", "del", "blackhole", "10.77.0.2/32");
  ip("clients", "route", "del", "blackhole", "10.77.0.1/32");
  const back = await untilStatus(edge.port, 200);
  say("back after a black hole", back);
  expect(back).toBeLessThan(10);
});

test.each([
  { delay: 25, loss: 0 },
  { delay: 25, loss: 0.02 },
  { delay: 150, loss: 0.02 },
])("a network path of %o loses no tunnel, no request and no byte", async (path) => {
  const relay = await startRelay(edge.port, path);
  const client = await startClient(relay.port);
  const small = await Promise.all(Array.from({ length: 100 }, () => visit(edge.port)));
  expect(small.every(({ status }) => status === 200)).toBe(true);
  const size = 32 * 1024 * 1024;
  for (let turn = 0; turn < 3; turn++) {
    const { bytes, ms } = await visit(edge.port, `/bulk?${size}`);
    expect(bytes).toBe(size);
    console.log(
      `32 MB over ${2 * path.delay} ms there and back, ${path.loss * 100} % lost: ${(size / 1e3 / ms).toFixed(0)} MB/s`,
    );
  }
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  expect((await visit(edge.port)).status).toBe(200);
  expect(client.said.filter((line) => line.type === "offline")).toEqual([]);
  relay.close();
});
