import type { Bus, EdgeOptions, SubdomainRef } from "../types.ts";
import type { Session } from "./session.ts";

/** Which sessions serve which name on this server, and what ends them. */
export interface Tunnels {
  readonly size: number;
  /** The session that serves the next visitor of a name: in turns, where several share it. */
  next(domain: string): Session | undefined;
  session(id: string): Session | undefined;
  /** A session that serves this subdomain. */
  byId(subdomainId: string): Session | undefined;
  subdomains(): SubdomainRef[];
  /** How many agents serve this subdomain. */
  clients(subdomainId: string): number;
  /** Gives the name to this session; whoever held it before goes, unless both share. */
  open(session: Session): void;
  drop(session: Session): void;
  sessions(): Session[];
  close(): void;
}

/** Stands before the id of a newer session that shares its name, in what servers of a cluster tell each other. */
export const SHARED = "shared ";

interface Tunnel {
  subdomain: SubdomainRef;
  sessions: Session[];
  turn: number;
  unsubscribe: () => void;
}

export interface TunnelsOptions extends Pick<EdgeOptions, "findByDomain" | "log"> {
  bus: Bus;
  /** Clients that may share a name; 0 for any number. */
  mostClients: number;
  onOpen(subdomain: SubdomainRef, session: Session): void;
  /** A session serves no more new visitors; others of the name may. */
  onDrop(subdomain: SubdomainRef): void;
  onClose(subdomain: SubdomainRef): void;
}

export function createTunnels({
  bus,
  mostClients,
  findByDomain,
  log,
  onOpen,
  onDrop,
  onClose,
}: TunnelsOptions): Tunnels {
  const byDomain = new Map<string, Tunnel>();
  const open = new Map<string, Tunnel>();
  const sessions = new Map<string, Session>();
  // A renewal may have been announced while the bus was cut off, so every open tunnel is checked against the store.
  const unwatch = bus.onGap(() => void recheck());

  return {
    get size() {
      return open.size;
    },
    next(domain) {
      const tunnel = byDomain.get(domain);
      if (tunnel === undefined) return undefined;
      if (tunnel.sessions.length === 1) return tunnel.sessions[0];
      tunnel.turn = (tunnel.turn + 1) % tunnel.sessions.length;
      return tunnel.sessions[tunnel.turn];
    },
    byId: (subdomainId) => open.get(subdomainId)?.sessions[0],
    subdomains: () => [...open.values()].map(({ subdomain }) => subdomain),
    session: (id) => sessions.get(id),
    clients: (subdomainId) => open.get(subdomainId)?.sessions.length ?? 0,
    open(session) {
      const { subdomain } = session;
      sessions.set(session.id, session);
      const tunnel = open.get(subdomain.id);
      if (tunnel === undefined) {
        const created: Tunnel = { subdomain, sessions: [session], turn: 0, unsubscribe: subscribe(subdomain) };
        open.set(subdomain.id, created);
        byDomain.set(subdomain.domain, created);
      } else {
        const previous = tunnel.sessions;
        const shared = session.share && previous.every((other) => other.share);
        tunnel.sessions = shared ? [...previous, session] : [session];
        if (!shared) for (const other of previous) other.replace();
        // One more than may share takes the place of the oldest, or a client that hangs would keep others out.
        else if (mostClients > 0)
          for (const other of previous.slice(0, Math.max(previous.length + 1 - mostClients, 0))) other.replace();
      }
      log.info(`tunnel ${subdomain.domain} is online`);
      onOpen(subdomain, session);
    },
    drop(session) {
      if (!sessions.delete(session.id)) return;
      const tunnel = open.get(session.subdomain.id);
      const isHeld = tunnel?.sessions.includes(session) === true;
      if (isHeld) tunnel.sessions = tunnel.sessions.filter((other) => other !== session);
      onDrop(session.subdomain);
      if (!isHeld || tunnel.sessions.length > 0) return;
      open.delete(tunnel.subdomain.id);
      byDomain.delete(tunnel.subdomain.domain);
      tunnel.unsubscribe();
      log.info(`tunnel ${tunnel.subdomain.domain} is offline`);
      onClose(tunnel.subdomain);
    },
    sessions: () => [...sessions.values()],
    close: unwatch,
  };

  /** Another server of the cluster says that a newer agent has dialled there. */
  function subscribe({ id }: SubdomainRef): () => void {
    return bus.subscribe(`tunnel:${id}`, (message) => {
      const shared = message.startsWith(SHARED);
      if (sessions.has(shared ? message.slice(SHARED.length) : message)) return;
      for (const session of open.get(id)?.sessions ?? []) if (!shared || !session.share) session.replace();
    });
  }

  async function recheck(): Promise<void> {
    for (const { subdomain } of [...open.values()]) {
      const current = await findByDomain(subdomain.domain).catch(() => undefined);
      if (current === undefined) continue;
      const reason =
        current?.id !== subdomain.id ? "deleted" : current.tokenHash !== subdomain.tokenHash ? "renewed" : null;
      if (reason !== null) for (const session of open.get(subdomain.id)?.sessions ?? []) session.cut(reason);
    }
  }
}
