import type { Socket } from "node:net";
import { createDataConnection, type DataConnection, type Stream } from "../wire/index.ts";

/** The data connections of one tunnel client. */
export interface DataConnections {
  readonly size: number;
  /** Open streams, with or without a request. */
  readonly streamCount: number;
  /** Adds a connection that the edge accepted. `firstBytes`: bytes received after the upgrade. */
  add(socket: Socket, firstBytes: Buffer): void;
  /** Pings every connection, after the network may have changed. */
  probe(): void;
  /** Pings the connections without streams. */
  probeIdle(): void;
  /** Checks the heartbeats. Called every second. */
  checkHeartbeats(): void;
  destroy(): void;
}

export interface DataConnectionsOptions {
  now: () => number;
  /** Serves a stream, which carries one request at a time. */
  serve(stream: Stream): void;
  onEmpty(): void;
}

/** Creates the client's side of the data connections. The edge requests them, and opens the streams on them. */
export function createDataConnections({ now, serve, onEmpty }: DataConnectionsOptions): DataConnections {
  const connections = new Set<DataConnection>();

  return {
    get size() {
      return connections.size;
    },
    get streamCount() {
      let count = 0;
      for (const connection of connections) count += connection.countStreams();
      return count;
    },
    /**
     * Serves the requests that arrive on a dialed socket, first those in `firstBytes`, which came with the response to the dial. A tunnel
     * that is closing waits until no connection is left (`onEmpty`).
     */
    add(socket, firstBytes) {
      const connection = createDataConnection({
        socket,
        now,
        onStream: serve,
        findSpare,
        onClose() {
          connections.delete(connection);
          if (connections.size === 0) onEmpty();
        },
      });
      connections.add(connection);
      if (firstBytes.length > 0) socket.emit("data", firstBytes);
    },
    /** Checks with a ping whether the connections are still alive, for example after a change of network. */
    probe() {
      for (const connection of connections) connection.probe();
    },
    /** Checks the connections without requests. While the tunnel drains, the edge closes them; if the edge hangs, this check does. */
    probeIdle() {
      for (const connection of connections) if (connection.countStreams() === 0) connection.probe();
    },
    checkHeartbeats() {
      for (const connection of connections) connection.checkHeartbeat();
    },
    destroy() {
      for (const connection of connections) connection.destroy();
    },
  };

  /**
   * Returns a free spare connection, if any, to which a long response moves so that it does not delay others. It must be of the same
   * pool, which leads to the same server of a cluster: no other server could continue the stream.
   */
  function findSpare({ poolId }: DataConnection): DataConnection | undefined {
    for (const connection of connections) {
      const isFree = connection.countStreams() === 0 && connection.isUsable();
      if (connection.isSpare && connection.poolId === poolId && isFree) return connection;
    }
    return undefined;
  }
}
