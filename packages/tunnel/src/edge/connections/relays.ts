import type { Duplex } from "node:stream";
import { joinSockets } from "./join-sockets.ts";

/** Sockets of other servers of the cluster. Each is joined to a data connection of its own, which then serves that server's visitor. */
export interface Relays {
  /** How many wait for a data connection. */
  countPending(): number;
  /** Adds another server's socket. Calls `onJoin` just before it is joined. */
  add(serverSocket: Duplex, onJoin: () => void): void;
  /** Joins a new data connection to the socket that has waited longest. Returns false if none waits. */
  join(dataSocket: Duplex): boolean;
  /** Closes those that wait. */
  rejectPending(): void;
  /** Closes those that were joined. */
  destroyJoined(): void;
}

/** Creates an empty list of relays. */
export function createRelays(): Relays {
  /** Other servers' sockets that wait for a data connection, the oldest first, with the `onJoin` of each. */
  const pending = new Map<Duplex, () => void>();
  /** Data sockets that were joined. To close one also closes the other server's socket. */
  const joinedDataSockets = new Set<Duplex>();
  return {
    countPending: () => pending.size,
    /**
     * Adds the socket of another server of the cluster, which has a visitor for this server's tunnel. It waits until `join` takes it and
     * calls `onJoin`, or until that server closes it.
     */
    add(serverSocket, onJoin) {
      pending.set(serverSocket, onJoin);
      serverSocket.on("close", () => pending.delete(serverSocket));
      // Node's server sockets stay half open: one that has ended would take a data connection of the client in vain.
      serverSocket.on("end", () => {
        if (pending.has(serverSocket)) serverSocket.destroy();
      });
    },
    /**
     * Joins a data socket, which the tunnel client has dialed, to the oldest waiting socket of another server. From then on each
     * closes the other. Returns false if no server's socket waits, and leaves the data socket to the caller.
     */
    join(dataSocket) {
      const [oldest] = pending;
      if (oldest === undefined) return false;
      const [serverSocket, acceptServer] = oldest;
      pending.delete(serverSocket);
      acceptServer();
      joinedDataSockets.add(dataSocket);
      dataSocket.on("close", () => joinedDataSockets.delete(dataSocket));
      joinSockets(serverSocket, dataSocket);
      return true;
    },
    rejectPending() {
      for (const serverSocket of pending.keys()) serverSocket.destroy();
    },
    destroyJoined() {
      for (const dataSocket of joinedDataSockets) dataSocket.destroy();
    },
  };
}
