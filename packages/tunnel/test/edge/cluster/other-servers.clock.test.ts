import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Upstream } from "../../../src/edge/types.ts";
import { turn } from "../../wire/ends.ts";
import { DEMO, dial, setUp, startOther } from "./cluster-fakes.ts";

test("every other server recorded for a tunnel is tried in turn, and this one is not", async () => {
  const [own, none, other, later] = [
    await startOther(),
    await startOther(() => false),
    await startOther(),
    await startOther(),
  ];
  const servers = [own, none, other, later].map(({ url }) => url);
  const { cluster } = setUp({ servers, own_url: own.url });
  const source = await cluster.find(DEMO);
  expect(cluster.cached(DEMO.domain)).toBe(source);
  expect([own, none, other, later].map(({ heads }) => heads.length > 0)).toEqual([false, true, true, false]);
  expect(other.heads[0]).toMatch(/frontdesk-subdomain: s1\r\n/i);
});

test("visitors who arrive during a look-up share it, and later ones cause another", async () => {
  const other = await startOther();
  const { bed, cluster } = setUp({ servers: [other.url] });
  const [one, two] = await Promise.all([cluster.find(DEMO), cluster.find(DEMO)]);
  expect([one === two, bed.asked]).toEqual([true, 1]);
  bed.servers = [];
  expect(await cluster.find({ ...DEMO, id: "s2", domain: "else.localhost" })).toBe(null);
  expect(await cluster.find({ ...DEMO, id: "s2", domain: "else.localhost" })).toBe(null);
  expect(bed.asked).toBe(3);
});

/** A look-up that has asked a server which has the tunnel no more, and waits for news of it. */
async function lookUpInVain(rules?: string) {
  const gone = await startOther(() => rules !== undefined, rules);
  const fakes = setUp({ servers: [gone.url] });
  let found: Upstream | null | undefined;
  const finding = fakes.cluster.find(DEMO).then((source) => (found = source));
  await expect.poll(() => gone.heads.length).toBe(1);
  for (let turns = 0; turns < 20; turns++) await turn();
  expect([found, fakes.bed.asked]).toEqual([undefined, 1]);
  return { ...fakes, gone, finding };
}

test("a tunnel that a server no longer has is looked up again when its client connects", async () => {
  const { bed, cluster, tell, finding } = await lookUpInVain();
  bed.servers = [(await startOther()).url];
  tell("tunnel:s1", "s1.b");
  expect(await finding).toBe(cluster.cached(DEMO.domain));
  expect(bed.asked).toBe(2);
});

test("if a client connects to this server meanwhile, it serves, and no other server is asked", async () => {
  const { bed, session, tell, finding } = await lookUpInVain();
  bed.here = session;
  tell("tunnel:s1", "s1.b");
  expect(await finding).toBe(session);
  expect(bed.asked).toBe(1);
});

test("a server that does not send the access rules is not used, and its connection is closed", async () => {
  const { bed, gone, logged, tell, finding, cluster } = await lookUpInVain("frontdesk-rules: none\r\n");
  bed.servers = [];
  tell("tunnel:s1", "s1.b");
  expect([await finding, cluster.cached(DEMO.domain)]).toEqual([null, undefined]);
  await expect.poll(() => gone.sockets[0]!.destroyed).toBe(true);
  expect(logged).toHaveLength(1);
});

test("an unreachable server is not used", async () => {
  const { bed, cluster, tell } = setUp({ servers: ["http://127.0.0.1:9"] });
  const finding = cluster.find(DEMO);
  await expect.poll(() => bed.asked).toBe(1);
  bed.servers = [];
  tell("tunnel:s1", "s1.b");
  expect(await finding).toBe(null);
});

/** Timers that keep this process from ending. */
const holding = () => process.getActiveResourcesInfo().filter((type) => type === "Timeout").length;

test("relayed requests are closed when this server stops, and no timer keeps the process alive", async () => {
  const other = await startOther();
  const { cluster } = setUp({ servers: [other.url] });
  const source = await cluster.find(DEMO);
  source!.pool.acquire(() => {}, { needsFresh: false, needsDedicated: false });
  const before = holding();
  cluster.close();
  expect([source!.pool.countConnections(), holding() - before]).toEqual([0, 0]);
});

test("a tunnel that was found again stays known when its earlier record ends", async () => {
  const other = await startOther();
  const { cluster, tell } = setUp({ servers: [other.url] });
  const first = await cluster.find(DEMO);
  first!.pool.acquire(() => {}, { needsFresh: false, needsDedicated: false });
  tell("tunnel:s1", "s1.b");
  const second = await cluster.find(DEMO);
  expect([first!.pool.countConnections(), second === first]).toEqual([1, false]);
  first!.pool.destroy();
  expect(cluster.cached(DEMO.domain)).toBe(second);
});

test("a dedicated request gets a connection and one spare; rejected ones end no other, and are requested again", async () => {
  let taken = true;
  const other = await startOther(() => taken);
  const { bed, cluster } = setUp({ servers: [other.url] });
  const source = await cluster.find(DEMO);
  expect(bed.ledgers).toEqual([DEMO.domain]);
  taken = false;
  const dialled = other.heads.length;
  source!.pool.acquire(() => {}, { needsFresh: true, needsDedicated: true });
  await expect.poll(() => other.heads.length).toBe(dialled + 2);
  for (let turns = 0; turns < 20; turns++) await turn();
  expect(cluster.cached(DEMO.domain)).toBe(source);
  await expect
    .poll(() => {
      cluster.checkTimeouts();
      return other.heads.length;
    })
    .toBeGreaterThan(dialled + 2);
});

test("a tunnel on another server gets two connections at first, and all close with the server", async () => {
  const other = await startOther();
  const { cluster, tell, listening } = setUp({ servers: [other.url] });
  const source = await cluster.find(DEMO);
  cluster.checkTimeouts();
  await expect.poll(() => source!.pool.countConnections()).toBe(2);
  const elsewhere = { ...DEMO, id: "s2", domain: "else.localhost" };
  const second = await cluster.find(elsewhere);
  tell("tunnel:s1", "");
  tell("tunnel:s2", "");
  expect([cluster.cached(DEMO.domain), cluster.cached(elsewhere.domain)]).toEqual([undefined, undefined]);
  const again = await cluster.find(DEMO);
  const more = await cluster.find(elsewhere);
  const topics = ["subdomain:s1", "subdomain:s2"];
  expect(topics.map(listening)).toEqual([1, 1]);
  cluster.close();
  expect([again, more].map((each) => each!.pool.countConnections())).toEqual([0, 0]);
  expect(topics.map(listening)).toEqual([0, 0]);
  expect([source, second].every((each) => each!.pool.isDraining)).toBe(true);
});

test.each([
  ["tunnel:s1", "s1.b"],
  ["subdomain:s1", "renewed"],
  ["subdomain:s1", "deleted"],
  ["subdomain:s1", "draining"],
])(
  "another server's tunnel is abandoned when %s says %s, and running requests are closed after the drain",
  async (topic, message) => {
    const other = await startOther();
    const { cluster, tell } = setUp({ servers: [other.url] });
    const source = await cluster.find(DEMO);
    const destroyed = vi.spyOn(source!.pool, "destroy");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    source!.pool.acquire(() => {}, { needsFresh: true, needsDedicated: false });
    tell(topic, message);
    expect([cluster.cached(DEMO.domain), source!.pool.isDraining]).toEqual([undefined, true]);
    tell(topic, message);
    expect(source!.pool.countConnections()).toBe(1);
    vi.advanceTimersByTime(29_999);
    expect(source!.pool.countConnections()).toBe(1);
    vi.advanceTimersByTime(1);
    expect([source!.pool.countConnections(), vi.getTimerCount()]).toEqual([0, 0]);
    destroyed.mockRestore();
  },
);

test("a stopping server is abandoned two seconds after it first says so", async () => {
  const other = await startOther();
  const { cluster, tell } = setUp({ servers: [other.url] });
  const source = await cluster.find(DEMO);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  tell("subdomain:s1", "stopping");
  vi.advanceTimersByTime(1_500);
  tell("subdomain:s1", "stopping");
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(499);
  expect(cluster.cached(DEMO.domain)).toBe(source);
  vi.advanceTimersByTime(1);
  expect(cluster.cached(DEMO.domain)).toBe(undefined);
});

test("a server that is abandoned earlier leaves no timer for it", async () => {
  const other = await startOther();
  const { cluster, tell } = setUp({ servers: [other.url] });
  const source = await cluster.find(DEMO);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  tell("subdomain:s1", "stopping");
  expect(vi.getTimerCount()).toBe(1);
  tell("tunnel:s1", "s1.b");
  expect(source!.pool.isDraining).toBe(true);
  // The end of the drain alone.
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2_001);
  expect(vi.getTimerCount()).toBe(1);
});

test("a client that connects here, and the loss of the last connection, end the route to another server", async () => {
  const other = await startOther();
  const { cluster, session } = setUp({ servers: [other.url] });
  const first = await cluster.find(DEMO);
  cluster.onClientOpen(DEMO, session);
  expect([cluster.cached(DEMO.domain), first!.pool.isDraining]).toEqual([undefined, true]);
  const second = await cluster.find(DEMO);
  for (const socket of other.sockets) socket.destroy();
  await expect.poll(() => cluster.cached(DEMO.domain)).toBe(undefined);
  expect(second!.pool.isDraining).toBe(true);
});

test("a data connection is forwarded to the first server that accepts it, in the name of its session's subdomain", async () => {
  const [none, other] = [await startOther(() => false), await startOther()];
  const { bed, cluster, proven } = setUp({ servers: [none.url, other.url] });
  const { request, socket, reply } = dial({ "frontdesk-session": "s.1.a", authorization: "Bearer secret" });
  expect(cluster.forwardDial(request, socket)).toBe(true);
  await expect.poll(reply).toMatch(/^HTTP\/1\.1 101 /);
  expect([proven, bed.ids]).toEqual([[socket], ["s.1"]]);
  expect(other.heads[0]).toMatch(/frontdesk-forwarded: 1\r\n/i);
  const closed = once(socket, "close");
  cluster.close();
  await closed;
});

test("a data connection that no server accepts is rejected, and an aborted one is not kept elsewhere", async () => {
  const none = await startOther(() => false);
  const refused = dial({ "frontdesk-session": "s1.a", authorization: "Bearer secret" });
  const first = setUp({ servers: [none.url] });
  first.cluster.forwardDial(refused.request, refused.socket);
  await expect.poll(refused.reply).toMatch(/^HTTP\/1\.1 401 /);
  expect(first.proven).toEqual([]);
  const other = await startOther();
  const left = dial({ "frontdesk-session": "s1.a", authorization: "Bearer secret" });
  const { cluster, proven } = setUp({ servers: [other.url] });
  cluster.forwardDial(left.request, left.socket);
  left.socket.destroy();
  await expect.poll(() => other.sockets.length).toBe(1);
  await expect.poll(() => other.sockets[0]!.destroyed).toBe(true);
  expect(proven).toEqual([]);
});
