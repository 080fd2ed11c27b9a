import type { Duplex } from "node:stream";
import { joinSockets } from "./join-sockets.ts";

/** Connections from other servers, each of which is joined to a data connection of its own. */
export interface Relays {
  /** How many wait for a data connection. */
  readonly pending: number;
  /** Adds a connection from another server. Calls `onJoin` just before it is joined. */
  add(socket: Duplex, onJoin: () => void): void;
  /** Joins a new data connection to the one that has waited longest. Returns false if none waits. */
  join(dataSocket: Duplex): boolean;
  /** Closes those that wait. */
  rejectPending(): void;
  /** Closes those that were joined. */
  destroyJoined(): void;
}

/** Creates an empty list of relays: other servers' sockets that wait for a data connection, or are joined to one. */
export function createRelays(): Relays {
  const pending = new Map<Duplex, () => void>();
  const joined = new Set<Duplex>();
  return {
    get pending() {
      return pending.size;
    },
    /** Adds a connection from another server. It waits until `join` takes it and calls `onJoin`, or until that server closes it. */
    add(socket, onJoin) {
      pending.set(socket, onJoin);
      socket.on("close", () => pending.delete(socket));
    },
    /**
     * Joins the oldest waiting relay (another server's socket) to a data socket that the tunnel client has dialed. Returns false if
     * none waits.
     */
    join(dataSocket) {
      const [oldest] = pending;
      if (oldest === undefined) return false;
      const [socket, onJoin] = oldest;
      pending.delete(socket);
      // Accepts the other server's connection, which sends bytes only from then on.
      onJoin();
      // It suffices to list one of the two sockets: `joinSockets` closes the other with it.
      joined.add(dataSocket);
      dataSocket.on("close", () => joined.delete(dataSocket));
      joinSockets(socket, dataSocket);
      return true;
    },
    rejectPending() {
      for (const socket of pending.keys()) socket.destroy();
    },
    destroyJoined() {
      for (const socket of joined) socket.destroy();
    },
  };
}
