import { expect, test } from "vitest";
import type { Session } from "../../src/edge/session.ts";
import { createTunnels, SHARED } from "../../src/edge/tunnels.ts";
import type { SubdomainRef } from "../../src/edge/types.ts";

/** Tunnels over a bus and a store in the hands of the test; a session notes what becomes of it. */
function createDesk(mostClients = 0) {
  const listeners = new Map<string, (message: string) => void>();
  let onGap = () => {};
  const stored = new Map<string, SubdomainRef | null | Error>();
  const happened: string[] = [];
  const log = { info() {}, warn() {}, error() {} };
  const tunnels = createTunnels({
    bus: {
      publish: async () => {},
      subscribe: (topic, listener) => {
        listeners.set(topic, listener);
        return () => listeners.delete(topic);
      },
      onGap: (listener) => {
        onGap = listener;
        return () => {};
      },
    },
    mostClients,
    findByDomain: async (domain) => {
      const found = stored.get(domain) ?? null;
      if (found instanceof Error) throw found;
      return found;
    },
    log,
    onOpen: () => {},
    onDrop: () => {},
    onClose: ({ domain }) => happened.push(`${domain} offline`),
  });
  const open = (id: string, subdomain: SubdomainRef, share = false) => {
    // Of a session, tunnels use these alone.
    const session = {
      id,
      subdomain,
      share,
      replace: () => happened.push(`${id} replaced`),
      cut: (reason: string) => happened.push(`${id} ${reason}`),
    } as unknown as Session;
    tunnels.open(session);
    return session;
  };
  return {
    tunnels,
    stored,
    happened,
    open,
    tell: (id: string, message: string) => listeners.get(`tunnel:${id}`)?.(message),
    gap: () => onGap(),
  };
}

const demo: SubdomainRef = { id: "sub1", domain: "demo.example", tokenHash: "old" };

test("what was renewed or deleted while the servers could not hear each other is cut once they can", async () => {
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

test("a newer agent at another server takes the name over, unless both share it", () => {
  const desk = createDesk();
  desk.open("one", demo, true);
  desk.tell("sub1", "one");
  desk.tell("sub1", `${SHARED}two`);
  expect(desk.happened).toEqual([]);
  desk.tell("sub1", "three");
  expect(desk.happened).toEqual(["one replaced"]);
});

test("one more than may share takes the place of the oldest", () => {
  const desk = createDesk(2);
  for (const id of ["one", "two", "three"]) desk.open(id, demo, true);
  expect(desk.happened).toEqual(["one replaced"]);
});

test("visitors take turns, and the name is offline when its last session has gone", () => {
  const desk = createDesk();
  const sessions = ["one", "two"].map((id) => desk.open(id, demo, true));
  expect(new Set([desk.tunnels.next("demo.example")?.id, desk.tunnels.next("demo.example")?.id])).toEqual(
    new Set(["one", "two"]),
  );
  for (const session of [...sessions, ...sessions]) desk.tunnels.drop(session);
  expect(desk.happened).toEqual(["demo.example offline"]);
  expect(desk.tunnels.next("demo.example")).toBeUndefined();
  expect(desk.tunnels.clients("sub1")).toBe(0);
});
