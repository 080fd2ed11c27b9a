import type { Bus, EdgeOptions, SubdomainRef } from "../types.ts";
import type { TunnelSession } from "./tunnel-session.ts";

/** The open tunnels of this server and the sessions that serve each. */
export interface TunnelRegistry {
  count(): number;
  /** Returns the session for the next visitor of a name, in turns if several clients share it. */
  next(domain: string): TunnelSession | undefined;
  session(id: string): TunnelSession | undefined;
  /** Returns any session of this subdomain. */
  bySubdomain(subdomainId: string): TunnelSession | undefined;
  subdomains(): SubdomainRef[];
  /** Counts the tunnel clients of this subdomain. */
  countClients(subdomainId: string): number;
  /** Adds a session. Replaces the previous sessions of the name, unless all of them share it. */
  open(session: TunnelSession): void;
  remove(session: TunnelSession): void;
  sessions(): TunnelSession[];
  close(): void;
}

/** Prefix of a session id in events between servers, if the session shares its name. */
export const SHARED_PREFIX = "shared ";

interface OpenTunnel {
  subdomain: SubdomainRef;
  sessions: TunnelSession[];
  /** Index of the session that served the last visitor. */
  lastServedIndex: number;
  unsubscribe: () => void;
}

export interface TunnelRegistryOptions extends Pick<EdgeOptions, "findByDomain" | "log"> {
  bus: Bus;
  /** Maximum number of clients that share a name; 0 for no limit. */
  maxClients: number;
  onClientOpen(subdomain: SubdomainRef, session: TunnelSession): void;
  /** Called when a session accepts no more visitors. Other sessions of the name may remain. */
  onClientClose(subdomain: SubdomainRef): void;
  onTunnelClose(subdomain: SubdomainRef): void;
}

/** Creates the registry. It ends sessions whose name another client took over, or whose token is no longer valid. */
export function createTunnelRegistry(options: TunnelRegistryOptions): TunnelRegistry {
  const { bus, maxClients, findByDomain, log, onClientOpen, onClientClose, onTunnelClose } = options;
  const tunnelsByDomain = new Map<string, OpenTunnel>();
  const tunnelsById = new Map<string, OpenTunnel>();
  const sessions = new Map<string, TunnelSession>();
  // An event about a rotated token may have been missed, so every session is checked against the store.
  const stopReconnectListener = bus.onReconnect(() => void recheckTokens());

  return {
    count: () => tunnelsById.size,
    /** Returns the session of a tunnel client for the next request to a domain. Clients that share the name take turns. */
    next(domain) {
      const tunnel = tunnelsByDomain.get(domain);
      if (tunnel === undefined) return undefined;
      if (tunnel.sessions.length === 1) return tunnel.sessions[0];
      tunnel.lastServedIndex = (tunnel.lastServedIndex + 1) % tunnel.sessions.length;
      return tunnel.sessions[tunnel.lastServedIndex];
    },
    bySubdomain: (subdomainId) => tunnelsById.get(subdomainId)?.sessions[0],
    subdomains: () => [...tunnelsById.values()].map(({ subdomain }) => subdomain),
    session: (id) => sessions.get(id),
    countClients: (subdomainId) => tunnelsById.get(subdomainId)?.sessions.length ?? 0,
    /**
     * Registers a session, so that requests for its domain reach it. The first of a subdomain also subscribes to the event that a newer
     * client of another server takes the subdomain over, which replaces the sessions here.
     */
    open(session) {
      const { subdomain } = session;
      sessions.set(session.id, session);
      const tunnel = tunnelsById.get(subdomain.id);
      if (tunnel === undefined) {
        const unsubscribe = replaceOnTakeover(subdomain);
        const created: OpenTunnel = { subdomain, sessions: [session], lastServedIndex: 0, unsubscribe };
        tunnelsById.set(subdomain.id, created);
        tunnelsByDomain.set(subdomain.domain, created);
      } else addSession(tunnel, session);
      log.info(`tunnel ${subdomain.domain} is online`);
      onClientOpen(subdomain, session);
    },
    /** Removes a session, and closes the tunnel after the last one. */
    remove(session) {
      const isRegistered = sessions.delete(session.id);
      if (!isRegistered) return;
      const tunnel = tunnelsById.get(session.subdomain.id);
      // A session that was replaced is no longer among the tunnel's.
      const isServing = tunnel?.sessions.includes(session) === true;
      if (isServing) tunnel.sessions = tunnel.sessions.filter((other) => other !== session);
      onClientClose(session.subdomain);
      if (!isServing || tunnel.sessions.length > 0) return;
      tunnelsById.delete(tunnel.subdomain.id);
      // If the end of a deleted subdomain was missed, its name may be another's by now.
      const hasName = tunnelsByDomain.get(tunnel.subdomain.domain) === tunnel;
      if (hasName) tunnelsByDomain.delete(tunnel.subdomain.domain);
      tunnel.unsubscribe();
      log.info(`tunnel ${tunnel.subdomain.domain} is offline`);
      onTunnelClose(tunnel.subdomain);
    },
    sessions: () => [...sessions.values()],
    close: stopReconnectListener,
  };

  /** Adds a session to a tunnel. It replaces the others unless all share the name; above the limit, it replaces the oldest. */
  function addSession(tunnel: OpenTunnel, session: TunnelSession): void {
    const previous = tunnel.sessions;
    const canShare = session.share && previous.every((other) => other.share);
    // Before the others are replaced below: without this session, the end of the last one would close the tunnel.
    tunnel.sessions = canShare ? [...previous, session] : [session];
    const replaced = canShare ? previous.slice(0, countAboveLimit(previous.length + 1)) : previous;
    for (const other of replaced) other.replace();
  }

  /**
   * Returns how many of these clients of a name are too many. The oldest are replaced: if the newest were rejected instead, clients
   * that hang would use up the limit.
   */
  function countAboveLimit(clientCount: number): number {
    const isUnlimited = maxClients === 0;
    return isUnlimited ? 0 : Math.max(clientCount - maxClients, 0);
  }

  /** Replaces this server's sessions when another server reports a newer client. Returns the unsubscribe function. */
  function replaceOnTakeover({ id }: SubdomainRef): () => void {
    // The message is the id of the newer client's session, after a prefix if that client shares the name.
    return bus.subscribe(`tunnel:${id}`, (message) => {
      const isShared = message.startsWith(SHARED_PREFIX);
      const sessionId = isShared ? message.slice(SHARED_PREFIX.length) : message;
      const isOwnSession = sessions.has(sessionId);
      if (isOwnSession) return;
      for (const session of tunnelsById.get(id)?.sessions ?? []) {
        const canShare = isShared && session.share;
        if (!canShare) session.replace();
      }
    });
  }

  /**
   * Ends the sessions whose subdomain was deleted or whose token was rotated. Called after the bus was disconnected, when events
   * about that may have been missed. Each session has the subdomain of its own token: a client may have come with the new one.
   */
  async function recheckTokens(): Promise<void> {
    for (const session of [...sessions.values()]) {
      const reason = await findRevocation(session.subdomain);
      if (reason !== null) session.revoke(reason);
    }
  }

  /**
   * Returns why the token of a session is no longer valid: its subdomain was deleted, or the token was rotated ("renewed" in the
   * protocol). `null` if it is valid, also if the storage fails: the tunnel then stays open.
   */
  async function findRevocation({ id, domain, tokenHash }: SubdomainRef): Promise<"deleted" | "renewed" | null> {
    try {
      const current = await findByDomain(domain);
      if (current?.id !== id) return "deleted";
      return current.tokenHash === tokenHash ? null : "renewed";
    } catch {
      return null;
    }
  }
}
