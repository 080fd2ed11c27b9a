import type { Socket } from "node:net";
import { createDataConnection, type DataConnection, type Stream } from "../wire/index.ts";

/** The data connections of one agent. */
export interface DataConnections {
  readonly size: number;
  /** Channels that are open, with or without a request. */
  readonly channels: number;
  /** Serves a connection that the edge has taken. `first`: bytes that came along. */
  add(socket: Socket, first: Buffer): void;
  /** The network may have changed: asks each whether it still leads to the edge. */
  doubt(): void;
  /** The same of those that carry nothing now, and so hear nothing either. */
  doubtIdle(): void;
  /** Looks after their life. Called every second. */
  check(): void;
  destroy(): void;
}

export interface DataConnectionsOptions {
  now: () => number;
  /** Takes a channel, which is a connection for requests one at a time. */
  serve(channel: Stream): void;
  onEmpty(): void;
}

export function createDataConnections({ now, serve, onEmpty }: DataConnectionsOptions): DataConnections {
  const carriers = new Set<DataConnection>();

  return {
    get size() {
      return carriers.size;
    },
    get channels() {
      let open = 0;
      for (const { streamCount: size } of carriers) open += size;
      return open;
    },
    add(socket, first) {
      const carrier = createDataConnection({
        socket,
        now,
        onStream: serve,
        findSpare: toReserve,
        onClose() {
          carriers.delete(carrier);
          if (carriers.size === 0) onEmpty();
        },
      });
      carriers.add(carrier);
      if (first.length > 0) socket.emit("data", first);
    },
    doubt() {
      for (const carrier of carriers) carrier.probe();
    },
    doubtIdle() {
      for (const carrier of carriers) if (carrier.streamCount === 0) carrier.probe();
    },
    check() {
      for (const carrier of [...carriers]) carrier.checkHeartbeat();
    },
    destroy() {
      for (const carrier of [...carriers]) carrier.destroy();
    },
  };

  /** A connection on which a long answer goes on, so that it holds back no other. */
  function toReserve({ poolId: owner }: DataConnection): DataConnection | undefined {
    for (const carrier of carriers) {
      if (carrier.isSpare && carrier.poolId === owner && carrier.streamCount === 0 && carrier.isUsable) return carrier;
    }
    return undefined;
  }
}
