import { expect, test } from "vitest";
import { createTunnelRegistry, SHARED_PREFIX } from "../../../src/edge/tunnels/tunnel-registry.ts";
import type { TunnelSession } from "../../../src/edge/tunnels/tunnel-session.ts";
import type { SubdomainRef } from "../../../src/edge/types.ts";

/** TunnelRegistry over a bus and a store in the hands of the test; a session notes what becomes of it. */
function createDesk(maxClients = 0) {
  const listeners = new Map<string, (message: string) => void>();
  let onReconnect = () => {};
  const stored = new Map<string, SubdomainRef | null | Error>();
  const happened: string[] = [];
  const events: string[] = [];
  const log = { info: (line: string) => void events.push(line), warn() {}, error() {} };
  const tunnels = createTunnelRegistry({
    bus: {
      publish: async () => {},
      subscribe: (topic, listener) => {
        listeners.set(topic, listener);
        return () => listeners.delete(topic);
      },
      onReconnect: (listener) => {
        onReconnect = listener;
        return () => happened.push("no gap is heard of");
      },
    },
    maxClients,
    findByDomain: async (domain) => {
      const found = stored.get(domain) ?? null;
      if (found instanceof Error) throw found;
      return found;
    },
    log,
    onClientOpen: ({ domain }, { id }) => events.push(`${domain} has ${id}`),
    onClientClose: ({ domain }) => events.push(`${domain} has one less`),
    onTunnelClose: ({ domain }) => happened.push(`${domain} offline`),
  });
  const open = (id: string, subdomain: SubdomainRef, share = false) => {
    // Of a session, tunnels use these alone.
    const session = {
      id,
      subdomain,
      share,
      replace: () => happened.push(`${id} replaced`),
      revoke: (reason: string) => happened.push(`${id} ${reason}`),
    } as unknown as TunnelSession;
    tunnels.open(session);
    return session;
  };
  return {
    tunnels,
    stored,
    happened,
    events,
    listeners,
    open,
    tell: (id: string, message: string) => listeners.get(`tunnel:${id}`)?.(message),
    gap: () => onReconnect(),
  };
}

const demo: SubdomainRef = { id: "sub1", domain: "demo.example", tokenHash: "old" };

test("names rotated or deleted while the servers could not reach each other are closed once they can", async () => {
  const desk = createDesk();
  const of = (name: string): SubdomainRef => ({ id: name, domain: `${name}.example`, tokenHash: "old" });
  for (const name of ["same", "renewed", "deleted", "another", "unknown"]) desk.open(`at-${name}`, of(name));
  desk.stored.set("same.example", of("same"));
  desk.stored.set("renewed.example", { ...of("renewed"), tokenHash: "new" });
  desk.stored.set("another.example", { ...of("another"), id: "registered again" });
  desk.stored.set("unknown.example", new Error("the storage is away"));
  desk.gap();
  await new Promise(setImmediate);
  expect(desk.happened.sort()).toEqual(["at-another deleted", "at-deleted deleted", "at-renewed renewed"]);
});

test.each([
  ["after", false, ["older replaced"]],
  ["beside", true, ["older renewed"]],
])(
  "a client with the rotated token that came %s one with the former token stays when a gap is over",
  async (_how, share, ended) => {
    const desk = createDesk();
    const older = desk.open("older", demo, share);
    const rotated = { ...demo, tokenHash: "new" };
    desk.open("newer", rotated, share);
    // A session that was replaced is over.
    if (!share) desk.tunnels.remove(older);
    desk.stored.set(demo.domain, rotated);
    desk.gap();
    await new Promise(setImmediate);
    expect(desk.happened).toEqual(ended);
  },
);

test("a newer client on another server takes over the name, unless both share it", () => {
  const desk = createDesk();
  desk.open("one", demo, true);
  desk.tell("sub1", "one");
  desk.tell("sub1", `${SHARED_PREFIX}two`);
  expect(desk.happened).toEqual([]);
  desk.tell("sub1", "three");
  expect(desk.happened).toEqual(["one replaced"]);
});

test("above the limit of sharing clients, the oldest is replaced", () => {
  const desk = createDesk(2);
  for (const id of ["one", "two", "three"]) desk.open(id, demo, true);
  expect(desk.happened).toEqual(["one replaced"]);
});

test("visitors are distributed in turns, and the name is offline when its last session ends", () => {
  const desk = createDesk();
  const sessions = ["one", "two"].map((id) => desk.open(id, demo, true));
  expect(new Set([desk.tunnels.next("demo.example")?.id, desk.tunnels.next("demo.example")?.id])).toEqual(
    new Set(["one", "two"]),
  );
  for (const session of [...sessions, ...sessions]) desk.tunnels.remove(session);
  expect(desk.happened).toEqual(["demo.example offline"]);
  expect(desk.tunnels.next("demo.example")).toBeUndefined();
  expect(desk.tunnels.countClients("sub1")).toBe(0);
});

test("each of several clients of a name gets a visitor in turn, also after one of them has left", () => {
  const desk = createDesk();
  const sessions = ["one", "two", "three"].map((id) => desk.open(id, demo, true));
  const next = (count: number) => Array.from({ length: count }, () => desk.tunnels.next(demo.domain)?.id);
  expect(next(6)).toEqual(["two", "three", "one", "two", "three", "one"]);
  desk.tunnels.remove(sessions[1]!);
  expect(next(4)).toEqual(["three", "one", "three", "one"]);
});

test("a name subscribes to other servers while it is online, and no longer", () => {
  const desk = createDesk();
  for (let round = 0; round < 2; round++) {
    const one = desk.open("one", demo, true);
    const two = desk.open("two", demo, true);
    expect([...desk.listeners.keys()]).toEqual(["tunnel:sub1"]);
    expect([desk.tunnels.count(), desk.tunnels.countClients("sub1"), desk.tunnels.session("one")]).toEqual([1, 2, one]);
    desk.tunnels.remove(one);
    expect([desk.tunnels.session("one"), desk.tunnels.countClients("sub1")]).toEqual([undefined, 1]);
    expect(desk.tunnels.next(demo.domain)).toBe(two);
    desk.tunnels.remove(two);
    expect([desk.listeners.size, desk.tunnels.count(), desk.tunnels.sessions().length]).toEqual([0, 0, 0]);
    expect(desk.tunnels.bySubdomain("sub1")).toBeUndefined();
  }
  expect(desk.events.slice(0, 6)).toEqual([
    "tunnel demo.example is online",
    "demo.example has one",
    "tunnel demo.example is online",
    "demo.example has two",
    "demo.example has one less",
    "demo.example has one less",
  ]);
  expect(desk.events[6]).toBe("tunnel demo.example is offline");
});

test("a session that lost its name takes nothing from its successor when it ends", () => {
  const desk = createDesk();
  const former = desk.open("former", demo);
  const newer = desk.open("newer", demo);
  desk.tunnels.remove(former);
  expect(desk.happened).toEqual(["former replaced"]);
  expect([desk.tunnels.bySubdomain("sub1"), desk.listeners.size]).toEqual([newer, 1]);
});

test("a deleted subdomain whose end was missed takes nothing from one that was registered with its name", () => {
  const desk = createDesk();
  const former = desk.open("former", demo);
  const newer = desk.open("newer", { ...demo, id: "sub2" });
  desk.tunnels.remove(former);
  expect(desk.tunnels.next(demo.domain)).toBe(newer);
  expect([desk.tunnels.bySubdomain("sub1"), desk.tunnels.bySubdomain("sub2")]).toEqual([undefined, newer]);
});

test.each([
  [true, true, []],
  [true, false, ["one replaced"]],
  [false, true, ["one replaced"]],
  [false, false, ["one replaced"]],
])("a name is shared if both clients share: %s and %s", (first, second, replaced) => {
  const desk = createDesk();
  desk.open("one", demo, first);
  desk.open("two", demo, second);
  expect(desk.happened).toEqual(replaced);
});

test("a newer sharing client elsewhere takes the name from one that does not share", () => {
  const desk = createDesk();
  desk.open("one", demo, false);
  desk.tell("sub1", `${SHARED_PREFIX}one`);
  expect(desk.happened).toEqual([]);
  desk.tell("sub1", `${SHARED_PREFIX}two`);
  expect(desk.happened).toEqual(["one replaced"]);
});

test("a closed server gets no more reconnect events", () => {
  const desk = createDesk();
  desk.tunnels.close();
  expect(desk.happened).toEqual(["no gap is heard of"]);
});
