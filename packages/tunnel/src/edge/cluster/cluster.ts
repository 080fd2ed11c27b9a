import { createHash, timingSafeEqual } from "node:crypto";
import type { Duplex } from "node:stream";
import { errorMessage } from "@frontdesk/basics";
import { DATA_PATH, SESSION_HEADER } from "../../wire/index.ts";
import { joinSockets } from "../connections/join-sockets.ts";
import { acceptUpgrade, bearerToken, rejectUpgrade } from "../problems/upgrade.ts";
import { STOPPING_MESSAGE, waitForTakeover } from "../tunnels/takeover.ts";
import { SHARED_PREFIX } from "../tunnels/tunnel-registry.ts";
import type { ClusterEdge, SubdomainRef, Upstream } from "../types.ts";
import type { ClusterEdgeOptions } from "./cluster-edge-options.ts";
import { dialServer } from "./dial-server.ts";
import { createRemoteTunnels, SUBDOMAIN_HEADER } from "./remote-tunnels.ts";
import { toRulesHeader } from "./rules-header.ts";

/** Marks a connection that another server forwarded, so that it is not forwarded again. */
const ALREADY_FORWARDED_HEADER = "frontdesk-forwarded";
const REFRESH_INTERVAL_MS = 10_000;

/** Creates this server's part of the cluster: it announces its tunnels and reaches those of other servers. */
export function createClusterEdge(options: ClusterEdgeOptions): ClusterEdge {
  const { cluster, bus, log, tunnels, now } = options;
  const { onAuthenticated: exemptFromConnectionLimit = () => {} } = options;
  // A hash, because the secret may contain characters that a header cannot.
  const relayToken = cluster ? createHash("sha256").update(`frontdesk-relay ${cluster.secret}`).digest("hex") : "";
  const remoteTunnels = createRemoteTunnels({ ...options, relayToken });
  /** Connections that serve visitors of other servers. */
  const relayedSockets = new Set<Duplex>();
  /** Connections of tunnel clients to other servers. */
  const forwardedSockets = new Set<Duplex>();
  // Concurrent visitors of one tunnel share a lookup.
  const lookups = new Map<string, Promise<Upstream | null>>();
  let refreshedAt = now();
  let isClosed = false;

  return {
    /**
     * Called when a tunnel client has connected to this server. Publishes that on the bus: other servers replace their clients of the name,
     * unless all share it. Lists this server for later look-ups (`announce`). Visitors of this server are no longer sent to another one.
     */
    onClientOpen(subdomain, { id, share }) {
      void bus.publish(`tunnel:${subdomain.id}`, share ? `${SHARED_PREFIX}${id}` : id).catch(warn);
      void announce(subdomain).catch(warn);
      remoteTunnels.disconnect(subdomain.domain);
    },
    /**
     * Tells the other servers, which then look the tunnel up again, that a client of this one accepts no more visitors. While this server
     * has other clients of the name, announces their lower number. After the last one, `onTunnelClose` withdraws it.
     */
    onClientClose(subdomain) {
      const { id } = subdomain;
      if (tunnels().countClients(id) > 0) void announce(subdomain).catch(warn);
      if (cluster) void bus.publish(`subdomain:${id}`, "draining").catch(warn);
    },
    /** Removes this server from the list of servers that have the tunnel. */
    onTunnelClose(subdomain) {
      if (cluster) void cluster.presence.clear(subdomain.id, cluster.internalUrl).catch(warn);
    },
    countClients: async (subdomainId) => (cluster ? cluster.presence.clients(subdomainId, cluster.internalUrl) : 0),
    cached: (domain) => remoteTunnels.get(domain),
    /** Finds the server that has the tunnel and connects to it, once for all concurrent visitors. */
    find(subdomain) {
      if (!cluster) return Promise.resolve(null);
      const { domain } = subdomain;
      const lookup = lookups.get(domain) ?? lookUp(subdomain).finally(() => lookups.delete(domain));
      lookups.set(domain, lookup);
      return lookup;
    },
    /**
     * Serves another server's request for a connection to a tunnel of this server, which its header names by subdomain id. The response has
     * the access rules of the tunnel: the other server checks its visitors by these.
     */
    serveRelay(request, socket) {
      if (!isRelayToken(bearerToken(request) ?? "")) {
        return rejectUpgrade(socket, 401, "unauthenticated", "Only servers of the cluster may use this endpoint.");
      }
      exemptFromConnectionLimit(socket);
      const session = tunnels().bySubdomain(String(request.headers[SUBDOMAIN_HEADER] ?? ""));
      if (session === undefined) return rejectUpgrade(socket, 404, "not_found", "This tunnel is not on this server.");
      track(relayedSockets, socket);
      // Accepted only when it is joined to a data connection: earlier bytes would be lost.
      session.pool.relay(socket, () => acceptUpgrade(socket, toRulesHeader(session.rules)));
    },
    /** Forwards a client's data connection to the server that has its session. Returns false if it cannot. */
    forwardDial(request, socket) {
      const sessionId = request.headers[SESSION_HEADER];
      const secret = bearerToken(request);
      // Otherwise two servers without the session could pass the connection back and forth.
      const wasForwarded = request.headers[ALREADY_FORWARDED_HEADER] !== undefined;
      if (!cluster || wasForwarded) return false;
      if (typeof sessionId !== "string" || secret === null) return false;
      void forwardToSession(sessionId, secret, socket);
      return true;
    },
    isRelaying: () => relayedSockets.size > 0,
    /** Announces for each tunnel that this server is about to stop. */
    drain() {
      if (!cluster) return;
      // Other servers then use this one only until the clients have reconnected elsewhere.
      for (const { id } of tunnels().subdomains()) void bus.publish(`subdomain:${id}`, STOPPING_MESSAGE).catch(warn);
    },
    /** Checks remote tunnels, and announces this server's own again before the announcements expire. */
    checkTimeouts() {
      remoteTunnels.checkTimeouts();
      if (!cluster || now() - refreshedAt < REFRESH_INTERVAL_MS) return;
      refreshedAt = now();
      void refreshPresence();
    },
    close() {
      isClosed = true;
      remoteTunnels.close();
      for (const socket of [...relayedSockets, ...forwardedSockets]) socket.destroy();
    },
  };

  /** Returns whether a token is the cluster's, in constant time. Without a cluster, `relayToken` is "" and no token is valid. */
  function isRelayToken(token: string): boolean {
    const actual = Buffer.from(token);
    const expected = Buffer.from(relayToken);
    return expected.length > 0 && actual.length === expected.length && timingSafeEqual(actual, expected);
  }

  /** Lists the URLs of the other servers that have announced the tunnel of a subdomain. */
  async function otherServersWith(subdomainId: string): Promise<string[]> {
    if (!cluster) return [];
    const servers = await cluster.presence.servers(subdomainId);
    return servers.filter((server) => server !== cluster.internalUrl);
  }

  /** Connects to a server that has the tunnel. If those listed just stopped, waits for the client at another server. */
  async function lookUp(subdomain: SubdomainRef): Promise<Upstream | null> {
    // Subscribes before the search, so that a takeover during it is noticed. If it is not awaited, it unsubscribes at its timeout.
    const takeover = waitForTakeover(bus, subdomain.id);
    const servers = await otherServersWith(subdomain.id);
    const upstream = await connectToAny(subdomain, servers);
    const mayClientReconnect = servers.length > 0;
    if (upstream !== null || !mayClientReconnect) return upstream;
    await takeover;
    const ownSession = tunnels().next(subdomain.domain);
    return ownSession ?? connectToAny(subdomain, await otherServersWith(subdomain.id));
  }

  /** Connects to the first of the servers that accepts. Returns `null` if none does. */
  async function connectToAny(subdomain: SubdomainRef, servers: readonly string[]): Promise<Upstream | null> {
    for (const server of servers) {
      const upstream = await remoteTunnels.connect(subdomain, server);
      if (upstream !== null) return upstream;
    }
    return null;
  }

  /** Joins a client's data connection to the server of its session. A session id is `<subdomain id>.<random>`. */
  async function forwardToSession(sessionId: string, secret: string, socket: Duplex): Promise<void> {
    const headers = { [SESSION_HEADER]: sessionId, [ALREADY_FORWARDED_HEADER]: "1" };
    const subdomainId = sessionId.slice(0, sessionId.lastIndexOf("."));
    // Without the list, the connection is rejected below, and the server of the session asks for another.
    const servers = await otherServersWith(subdomainId).catch(() => []);
    for (const server of servers) {
      const forwardedTo = await dialServer(server, DATA_PATH, secret, headers).catch(() => null);
      if (forwardedTo === null) continue;
      // After `close`, nobody would close the two connections.
      const hasClientLeft = socket.destroyed || socket.readableEnded; // server sockets stay half open
      const isUnwanted = isClosed || hasClientLeft;
      if (isUnwanted) {
        forwardedTo.socket.destroy();
        return void socket.destroy();
      }
      exemptFromConnectionLimit(socket);
      track(forwardedSockets, socket);
      acceptUpgrade(socket);
      return joinSockets(socket, forwardedTo.socket);
    }
    rejectUpgrade(socket, 401, "unauthenticated", "This is not a data connection of an open tunnel.");
  }

  /** Records that this server has the tunnel, with the number of its clients. */
  async function announce({ id }: SubdomainRef): Promise<void> {
    await cluster?.presence.set(id, cluster.internalUrl, tunnels().countClients(id));
  }

  /** Announces all tunnels of this server again, before their entries expire. */
  async function refreshPresence(): Promise<void> {
    const announcements = tunnels().subdomains().map(announce);
    // Logs one failure, not one per tunnel.
    const failed = (await Promise.allSettled(announcements)).find((result) => result.status === "rejected");
    if (failed !== undefined) warn(failed.reason);
  }

  /** Keeps a socket in the set until it closes. */
  function track(set: Set<Duplex>, socket: Duplex): void {
    set.add(socket);
    socket.once("close", () => set.delete(socket));
  }

  function warn(error: unknown): void {
    log.warn(`tunnels of this server could not be announced to the cluster: ${errorMessage(error)}`);
  }
}
