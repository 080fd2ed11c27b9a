import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import { onTestFinished, vi } from "vitest";
import { createClusterEdge } from "../../../src/edge/cluster/cluster.ts";
import { toRulesHeader } from "../../../src/edge/cluster/rules-header.ts";
import type { TunnelRegistry } from "../../../src/edge/tunnels/tunnel-registry.ts";
import type { TunnelSession } from "../../../src/edge/tunnels/tunnel-session.ts";
import type { SubdomainRef } from "../../../src/edge/types.ts";

export const DEMO: SubdomainRef = { id: "s1", domain: "demo.localhost", tokenHash: "h" };

/** Another server of the cluster, and the dials that it heard. */
export async function startOther(taken: () => boolean = () => true, rules = toRulesHeader({})) {
  const sockets: Socket[] = [];
  const heads: string[] = [];
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (head) => {
      heads.push(String(head));
      if (!taken()) return socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
      sockets.push(socket);
      socket.resume();
      return socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n${rules}\r\n`,
      );
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets, heads };
}

interface Fakes {
  /** The servers that are known to hold the tunnel. */
  servers: string[];
  /** TunnelRegistry of this server, and how many clients each has. */
  own: Record<string, number>;
  alone: boolean;
  fails: boolean;
  own_url: string;
}

/** What one server does for the others, among fakes. */
export function setUp({
  servers = [],
  own = {},
  alone = false,
  fails = false,
  own_url = "http://own",
}: Partial<Fakes> = {}) {
  const did: string[] = [];
  const logged: string[] = [];
  const proven: Duplex[] = [];
  const listeners = new Map<string, Set<(message: string) => void>>();
  const bed = {
    time: 0,
    servers,
    asked: 0,
    /** Whether the list of servers cannot be read. */
    isListLost: false,
    ids: [] as string[],
    ledgers: [] as string[],
    here: undefined as TunnelSession | undefined,
  };
  const lend = vi.fn((_socket: Duplex, _onJoin: () => void) => {});
  const note = (word: string) => {
    did.push(word);
    return fails ? Promise.reject(new Error("Redis is gone")) : Promise.resolve();
  };
  const bus: Parameters<typeof createClusterEdge>[0]["bus"] = {
    publish: (topic, message) => note(`publish ${topic} ${message}`),
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => void set.delete(listener);
    },
    onReconnect: () => () => {},
  };
  const session = { id: "s1.a", share: false, rules: {}, pool: { relay: lend } } as object as TunnelSession;
  const cluster = createClusterEdge({
    ...(!alone && {
      cluster: {
        internalUrl: own_url,
        secret: "between servers",
        presence: {
          set: (id, server, clients) => note(`set ${id} ${server} ${clients}`),
          clear: (id, server) => note(`clear ${id} ${server}`),
          servers: async (id) => {
            bed.asked++;
            bed.ids.push(id);
            if (fails || bed.isListLost) throw new Error("Redis is gone");
            return bed.servers;
          },
          clients: async (_id, except) => (except === own_url ? 2 : 3),
        },
      },
    }),
    bus,
    log: { info() {}, warn: (line) => void logged.push(line) },
    onAuthenticated: (socket) => void proven.push(socket),
    tunnels: () =>
      ({
        countClients: (id: string) => own[id] ?? 0,
        bySubdomain: (id: string) => (id in own ? session : undefined),
        subdomains: () => Object.keys(own).map((id) => ({ ...DEMO, id })),
        next: () => bed.here,
      }) as Partial<TunnelRegistry> as TunnelRegistry,
    tuning: {
      drainTimeoutMs: 30_000,
      acquireTimeoutMs: 10_000,
      maxConnections: 100,
      reuseTimeoutMs: 4_000,
      // Those of a client at this server; a tunnel of another server has fewer.
      sharedConnections: 5,
      dedicatedConnections: 5,
      spareConnections: 5,
    } as Parameters<typeof createClusterEdge>[0]["tuning"],
    now: () => bed.time,
    sendBuffers: {
      totalBytes: () => 0,
      forTunnel(name) {
        bed.ledgers.push(name);
        return { track() {}, untrack() {} };
      },
      recheck() {},
    },
  });
  onTestFinished(() => cluster.close());
  const tell = (topic: string, message: string) => {
    for (const listener of [...(listeners.get(topic) ?? [])]) listener(message);
  };
  /** Listeners that are not of a look-up, which waits two seconds for news. */
  const listening = (topic: string) => listeners.get(topic)?.size ?? 0;
  return { bed, did, logged, proven, cluster, session, lend, tell, listening, bus };
}

/** A dial by hand: its request, its socket and what comes back. */
export function dial(headers: Record<string, string>) {
  const [socket, far] = duplexPair();
  let text = "";
  far.on("data", (bytes) => (text += bytes)).on("error", () => {});
  return { request: { headers } as object as IncomingMessage, socket, reply: () => text };
}
