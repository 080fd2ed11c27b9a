import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { DATA_PATH, RELAY_PATH, SESSION_HEADER } from "../../wire/index.ts";
import type { Gate } from "../access/gate.ts";
import { joinSockets } from "../connections/join-sockets.ts";
import { createLinkPool, type LinkPool } from "../connections/pool.ts";
import type { UnreadBudget } from "../connections/unread.ts";
import { guarded } from "../problems/guard.ts";
import { accept, bearer, refuse } from "../problems/upgrade.ts";
import { hearOfMove, MOVES_WITHIN, STOPPING } from "../tunnels/moves.ts";
import type { Session } from "../tunnels/session.ts";
import { SHARED, type Tunnels } from "../tunnels/tunnels.ts";
import type { EdgeOptions, EdgeTuning, SubdomainRef } from "../types.ts";
import { dialServer } from "./dial-server.ts";
import { readGate, toRulesLine } from "./told-rules.ts";

/** What serves a visitor: a session of this server, or one of another server. */
export interface Source {
  gate: Gate;
  pool: LinkPool;
}

/** What the servers of a cluster do for each other's tunnels. Without a cluster every call finds nothing. */
export interface ClusterEdge {
  opened(subdomain: SubdomainRef, session: Session): void;
  /** An agent takes no more visitors: those of other servers should look for it anew, and leave its connections. */
  dropped(subdomain: SubdomainRef): void;
  closed(subdomain: SubdomainRef): void;
  /** How many agents serve this subdomain on other servers. */
  clients(subdomainId: string): Promise<number>;
  /** A tunnel of another server that was found before. */
  known(domain: string): Source | undefined;
  /** Finds the server that has the tunnel and connects to it; `null` when none has. */
  find(subdomain: SubdomainRef): Promise<Source | null>;
  /** Another server asks for a data connection of a tunnel that is here. */
  serve(request: IncomingMessage, socket: Duplex): void;
  /** Takes an agent's data connection to the server that has its session; false without a cluster. */
  forward(request: IncomingMessage, socket: Duplex): boolean;
  /** Other servers' visitors are being served by tunnels of this one. */
  readonly lending: boolean;
  /** The agents are about to go to other servers: visitors there should look for them anew. */
  drain(): void;
  sweep(): void;
  close(): void;
}

const SUBDOMAIN_HEADER = "frontdesk-subdomain";
/** Marks a dial that another server passed on, which must not be passed on again. */
const FORWARDED_HEADER = "frontdesk-forwarded";
const REFRESH_EVERY = 10_000;

export interface ClusterEdgeOptions extends Pick<EdgeOptions, "cluster" | "bus" | "log" | "onProven"> {
  tunnels: () => Tunnels;
  tuning: Required<EdgeTuning>;
  now: () => number;
  unread: UnreadBudget;
}

export function createClusterEdge(options: ClusterEdgeOptions): ClusterEdge {
  const { cluster, bus, log, onProven = () => {}, tunnels, tuning, now } = options;
  // A hash: the secret may hold what a header can't.
  const proof = cluster ? createHash("sha256").update(`frontdesk-relay ${cluster.secret}`).digest("hex") : "";
  const remotes = new Map<string, Source & { leave(): void }>();
  // Connections that only pass through, or that belong to other servers' visitors.
  const lent = new Set<Duplex>();
  const forwarded = new Set<Duplex>();
  // Visitors who come while a tunnel is being looked up share its answer.
  const finding = new Map<string, Promise<Source | null>>();
  let refreshedAt = now();

  return {
    opened(subdomain, { id, share }) {
      void bus.publish(`tunnel:${subdomain.id}`, share ? `${SHARED}${id}` : id).catch(warn);
      void tell(subdomain).catch(warn);
      remotes.get(subdomain.domain)?.leave();
    },
    dropped(subdomain) {
      const { id } = subdomain;
      if (tunnels().clients(id) > 0) void tell(subdomain).catch(warn);
      if (cluster) void bus.publish(`subdomain:${id}`, "draining").catch(warn);
    },
    closed(subdomain) {
      if (cluster) void cluster.presence.clear(subdomain.id, cluster.internalUrl).catch(warn);
    },
    clients: async (subdomainId) => (cluster ? cluster.presence.clients(subdomainId, cluster.internalUrl) : 0),
    known: (domain) => remotes.get(domain),
    find(subdomain) {
      if (!cluster) return Promise.resolve(null);
      const { domain } = subdomain;
      const found = finding.get(domain) ?? lookUp(subdomain).finally(() => finding.delete(domain));
      finding.set(domain, found);
      return found;
    },
    serve(request, socket) {
      const given = Buffer.from(bearer(request) ?? "");
      const expected = Buffer.from(proof);
      if (expected.length === 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) {
        return refuse(socket, 401, "unauthenticated", "Only servers of the cluster may ask for this.");
      }
      onProven(socket);
      const session = tunnels().byId(String(request.headers[SUBDOMAIN_HEADER] ?? ""));
      if (session === undefined) refuse(socket, 404, "not_found", "This tunnel is not here.");
      else {
        track(lent, socket);
        session.pool.lend(socket, () => accept(socket, toRulesLine(session.rules)));
      }
    },
    forward(request, socket) {
      const session = request.headers[SESSION_HEADER];
      const secret = bearer(request);
      if (!cluster || typeof session !== "string" || secret === null) return false;
      if (request.headers[FORWARDED_HEADER] !== undefined) return false;
      void toSessionsServer(session, secret, socket);
      return true;
    },
    get lending() {
      return lent.size > 0;
    },
    drain() {
      if (!cluster) return;
      for (const { id } of tunnels().subdomains()) void bus.publish(`subdomain:${id}`, STOPPING).catch(warn);
    },
    sweep() {
      for (const { pool } of remotes.values()) pool.sweep();
      if (!cluster || now() - refreshedAt < REFRESH_EVERY) return;
      refreshedAt = now();
      void refresh();
    },
    close() {
      for (const { pool, leave } of [...remotes.values()]) {
        leave();
        pool.destroy();
      }
      for (const socket of [...lent, ...forwarded]) socket.destroy();
    },
  };

  /** The other servers that hold the tunnel. */
  async function others(subdomainId: string): Promise<string[]> {
    if (!cluster) return [];
    const servers = await cluster.presence.servers(subdomainId);
    return servers.filter((server) => server !== cluster.internalUrl);
  }

  async function lookUp(subdomain: SubdomainRef): Promise<Source | null> {
    const news = hearOfMove(bus, subdomain.id);
    const servers = await others(subdomain.id);
    const source = await search(subdomain, servers);
    // A server that should have it and does not has just stopped, and the agent is on its way to another.
    if (source !== null || servers.length === 0) return source;
    await news;
    return tunnels().next(subdomain.domain) ?? search(subdomain, await others(subdomain.id));
  }

  async function search(subdomain: SubdomainRef, servers: readonly string[]): Promise<Source | null> {
    for (const server of servers) {
      const source = await connect(subdomain, server);
      if (source !== null) return source;
    }
    return null;
  }

  async function connect(subdomain: SubdomainRef, server: string): Promise<Source | null> {
    const headers = { [SUBDOMAIN_HEADER]: subdomain.id };
    const first = await dialServer(server, RELAY_PATH, proof, headers).catch(() => null);
    if (first === null) return null;
    const gate = readGate(first, log);
    if (gate === null) return null;
    let moving: NodeJS.Timeout | undefined;
    const leave = () => {
      clearTimeout(moving);
      if (remotes.get(subdomain.domain)?.pool === pool) remotes.delete(subdomain.domain);
      for (const stop of stops) stop();
      if (pool.retired) return;
      pool.retire();
      setTimeout(pool.destroy, tuning.drain).unref();
    };
    // A newer agent, a renewal, a deletion: whatever it was, the next visitor looks the tunnel up again.
    const stops = [`tunnel:${subdomain.id}`, `subdomain:${subdomain.id}`].map((topic) =>
      bus.subscribe(topic, (message) => {
        if (message !== STOPPING) leave();
        // A server that is about to stop serves until the agent is elsewhere, but need not wait for one that stays.
        else moving ??= setTimeout(leave, MOVES_WITHIN).unref();
      }),
    );
    const pool: LinkPool = createLinkPool({
      ...tuning,
      // Each of these is a connection of the agent's too.
      sharedLinks: 1,
      initialLinks: 1,
      reserves: 0,
      now,
      unread: options.unread.of(subdomain.domain),
      dial(count) {
        for (let at = 0; at < count; at++) {
          dialServer(server, RELAY_PATH, proof, headers).then(
            ({ socket }) => guarded(socket, () => pool.add(socket)),
            () => (pool.size > 0 ? pool.undialed(1) : leave()),
          );
        }
        return true;
      },
      onEmpty: leave,
    });
    remotes.set(subdomain.domain, { gate, pool, leave });
    pool.add(first.socket);
    return remotes.get(subdomain.domain) ?? null;
  }

  /** A session's id begins with its subdomain's, so any server can find where it lives. */
  async function toSessionsServer(session: string, secret: string, socket: Duplex): Promise<void> {
    const headers = { [SESSION_HEADER]: session, [FORWARDED_HEADER]: "1" };
    const servers = await others(session.slice(0, session.lastIndexOf("."))).catch(() => []);
    for (const server of servers) {
      const onward = await dialServer(server, DATA_PATH, secret, headers).catch(() => null);
      if (onward === null) continue;
      if (socket.destroyed) return void onward.socket.destroy();
      onProven(socket);
      track(forwarded, socket);
      accept(socket);
      return joinSockets(socket, onward.socket);
    }
    refuse(socket, 401, "unauthenticated", "This is no data connection of an open tunnel.");
  }

  async function tell({ id }: SubdomainRef): Promise<void> {
    await cluster?.presence.set(id, cluster.internalUrl, tunnels().clients(id));
  }

  async function refresh(): Promise<void> {
    const told = tunnels().subdomains().map(tell);
    // One line of the log, however many tunnels there are.
    const failed = (await Promise.allSettled(told)).find((result) => result.status === "rejected");
    if (failed !== undefined) warn(failed.reason);
  }

  function track(set: Set<Duplex>, socket: Duplex): void {
    set.add(socket);
    socket.once("close", () => set.delete(socket));
  }

  function warn(error: unknown): void {
    const reason = error instanceof Error ? error.message : "unknown reason";
    log.warn(`the other servers could not be told of this one's tunnels: ${reason}`);
  }
}
