import { RELAY_PATH } from "../../wire/index.ts";
import { createConnectionPool } from "../connections/connection-pool.ts";
import type { ConnectionPool } from "../connections/connection-pool-types.ts";
import { runWithErrorHandler } from "../problems/listener-errors.ts";
import { STOPPING_MESSAGE, TAKEOVER_TIMEOUT_MS } from "../tunnels/takeover.ts";
import type { SubdomainRef, Upstream } from "../types.ts";
import type { ClusterEdgeOptions } from "./cluster-edge-options.ts";
import { dialServer, type ServerConnection } from "./dial-server.ts";
import { readRulesHeader } from "./rules-header.ts";

/** The tunnels on other servers to which this one is connected. */
export interface RemoteTunnels {
  /** Returns the tunnel of a name, if it is connected. */
  get(domain: string): Upstream | undefined;
  /** Connects to a tunnel on another server. Resolves to `null` if that fails. */
  connect(subdomain: SubdomainRef, server: string): Promise<Upstream | null>;
  /** Disconnects a tunnel, so that its next visitor looks it up again. Current requests may finish. */
  disconnect(domain: string): void;
  checkTimeouts(): void;
  /** Ends all connections at once. */
  close(): void;
}

export interface RemoteTunnelsOptions
  extends Pick<ClusterEdgeOptions, "bus" | "log" | "tuning" | "now" | "sendBuffers"> {
  /** Bearer token of requests between the servers of the cluster. */
  relayToken: string;
}

interface RemoteTunnel extends Upstream {
  disconnect(): void;
}

/** Header with the subdomain whose tunnel a server requests from another. */
export const SUBDOMAIN_HEADER = "frontdesk-subdomain";

/** Creates an empty list of tunnels on other servers. */
export function createRemoteTunnels(options: RemoteTunnelsOptions): RemoteTunnels {
  const { bus, log, tuning, now, sendBuffers, relayToken } = options;
  const tunnels = new Map<string, RemoteTunnel>();
  let isClosed = false;

  return {
    get: (domain) => tunnels.get(domain),
    connect,
    disconnect: (domain) => tunnels.get(domain)?.disconnect(),
    checkTimeouts() {
      for (const { pool } of tunnels.values()) pool.checkTimeouts();
    },
    /** Closes the connections to all other servers at once, with the requests on them. */
    close() {
      isClosed = true;
      for (const { pool, disconnect } of [...tunnels.values()]) {
        disconnect();
        pool.destroy();
      }
    },
  };

  /**
   * Connects to the server that has a tunnel, and keeps the tunnel for later requests. Returns `null` if that fails, also if the
   * connection is lost at once, or this server has closed meanwhile: nobody would close the connection later.
   */
  async function connect({ id, domain }: SubdomainRef, server: string): Promise<Upstream | null> {
    const dial = () => dialServer(server, RELAY_PATH, relayToken, { [SUBDOMAIN_HEADER]: id });
    const first = await dial().catch(() => null);
    if (first === null) return null;
    if (isClosed) {
      first.socket.destroy();
      return null;
    }
    const access = readRulesHeader(first, log); // closes the connection if it returns `null`
    if (access === null) return null;
    const unsubscribe = onTunnelChanged(id, disconnect);
    const pool = createRemotePool(domain, dial, disconnect);
    tunnels.set(domain, { access, pool, disconnect });
    pool.add(first.socket);
    return tunnels.get(domain) ?? null;

    /** Removes the tunnel, unless a later connection to it has replaced it. Its requests may continue until the drain timeout. */
    function disconnect(): void {
      const wasReplaced = tunnels.get(domain)?.pool !== pool;
      if (!wasReplaced) tunnels.delete(domain);
      unsubscribe();
      if (pool.isDraining) return;
      pool.drain();
      setTimeout(pool.destroy, tuning.drainTimeoutMs).unref();
    }
  }

  /**
   * Calls `onChange`, perhaps more than once, after a newer client, a rotated token or a deletion, and when the server that has the
   * tunnel stops and no other has taken it over. Returns the unsubscribe function.
   */
  function onTunnelChanged(subdomainId: string, onChange: () => void): () => void {
    let takeoverTimer: NodeJS.Timeout | undefined;
    /** Handles an event about this tunnel, after which its connections must be opened again: at once, or after the time for a takeover. */
    function onEvent(message: string): void {
      // A stopping server serves until its client reconnects to another server, which sends another event.
      if (message === STOPPING_MESSAGE) takeoverTimer ??= setTimeout(onChange, TAKEOVER_TIMEOUT_MS).unref();
      else onChange();
    }
    // The first has newer clients, the second all else about the subdomain.
    const topics = [`tunnel:${subdomainId}`, `subdomain:${subdomainId}`];
    const unsubscribes = topics.map((topic) => bus.subscribe(topic, onEvent));
    return () => {
      clearTimeout(takeoverTimer);
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }

  /**
   * Creates the pool of connections to a tunnel on another server, each of which also occupies a data connection of the tunnel client.
   * Calls `onUnreachable` when none is left: the tunnel has moved, or its server is dead.
   */
  function createRemotePool(
    domain: string,
    dialOtherServer: () => Promise<ServerConnection>,
    onUnreachable: () => void,
  ) {
    const pool: ConnectionPool = createConnectionPool({
      ...tuning,
      sharedConnections: 1,
      dedicatedConnections: 1,
      spareConnections: 0,
      now,
      sendBuffers: sendBuffers.forTunnel(domain),
      /** Opens `count` connections. Returns true in any case, because failures become known later. */
      dial(count) {
        for (let dialed = 0; dialed < count; dialed++) void addConnection();
        return true;
      },
      onEmpty: onUnreachable,
    });
    return pool;

    /**
     * Connects to the other server and adds the connection to the pool. A failed attempt does not matter while the pool has other
     * connections. Without them, the tunnel is no longer reachable there.
     */
    async function addConnection(): Promise<void> {
      try {
        const { socket } = await dialOtherServer();
        runWithErrorHandler(socket, () => pool.add(socket));
      } catch {
        if (pool.countConnections() > 0) pool.onDialsFailed(1);
        else onUnreachable();
      }
    }
  }
}
