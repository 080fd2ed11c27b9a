/** Someone who is written to and may not read: a connection to an agent, or a visitor with what waits for it. */
export interface Peer {
  /** Bytes that are held for it now. */
  unread(): number;
  close(): void;
}

/** Bytes that may be held for peers that do not read; 0 is no limit. */
export interface UnreadLimits {
  connection: number;
  /** For all connections of one tunnel together, its visitors' too. */
  tunnel: number;
  process: number;
}

/** The part of one tunnel in what is held. */
export interface UnreadLedger {
  /** The peer did not take all of a write at once. Closes whoever has read nothing for longest where too much is held. */
  note(peer: Peer): void;
  /** The peer has read, or is gone. */
  forget(peer: Peer): void;
}

/** Counts what peers leave unread, so that none of them decides how much memory this process takes. */
export interface UnreadBudget {
  /** Held now, in bytes. */
  readonly total: number;
  of(tunnel: string): UnreadLedger;
  /** Looks again at everyone who was noted and has not drained. Called every second or so. */
  sweep(): void;
}

const MEBIBYTE = 1024 * 1024;

const DEFAULTS: UnreadLimits = { connection: 4 * MEBIBYTE, tunnel: 48 * MEBIBYTE, process: 128 * MEBIBYTE };

export function createUnreadBudget(limits: Partial<UnreadLimits> = {}, onClose: () => void = () => {}): UnreadBudget {
  const given = { ...DEFAULTS, ...limits };
  const connection = given.connection || Number.POSITIVE_INFINITY;
  const most = given.tunnel || Number.POSITIVE_INFINITY;
  const mostOfAll = given.process || Number.POSITIVE_INFINITY;
  // In the order in which they last read something.
  const noted = new Map<Peer, { tunnel: string; bytes: number }>();
  const byTunnel = new Map<string, number>();
  let total = 0;

  return {
    get total() {
      return total;
    },
    of: (tunnel) => ({ note: (peer) => note(peer, tunnel), forget }),
    sweep() {
      for (const [peer, entry] of [...noted]) {
        const bytes = peer.unread();
        const { tunnel, bytes: before } = entry;
        // Who has read something since stands behind those who have not.
        if (bytes < before) forget(peer);
        if (bytes > 0) note(peer, tunnel);
        else forget(peer);
      }
    },
  };

  function note(peer: Peer, tunnel: string): void {
    const bytes = peer.unread();
    const entry = noted.get(peer) ?? { tunnel, bytes: 0 };
    noted.set(peer, entry);
    add(tunnel, bytes - entry.bytes);
    entry.bytes = bytes;
    if (bytes > connection) close(peer);
    while ((byTunnel.get(tunnel) ?? 0) > most) closeLongest(tunnel);
    while (total > mostOfAll) closeLongest();
  }

  function closeLongest(tunnel?: string): void {
    for (const [peer, entry] of noted) {
      if (tunnel !== undefined && entry.tunnel !== tunnel) continue;
      close(peer);
      return;
    }
  }

  function close(peer: Peer): void {
    forget(peer);
    peer.close();
    onClose();
  }

  function forget(peer: Peer): void {
    const entry = noted.get(peer);
    if (entry === undefined) return;
    noted.delete(peer);
    add(entry.tunnel, -entry.bytes);
  }

  function add(tunnel: string, bytes: number): void {
    total += bytes;
    const left = (byTunnel.get(tunnel) ?? 0) + bytes;
    if (left > 0) byTunnel.set(tunnel, left);
    else byTunnel.delete(tunnel);
  }
}
