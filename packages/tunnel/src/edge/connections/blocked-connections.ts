import type { DataConnection } from "../../wire/index.ts";

/** Each stream has a flow-control window, so a client blocks a shared connection this long only if it stopped reading. */
const BLOCKED_TIMEOUT_MS = 15_000;

/** Creates the list of data connections whose sockets are full. */
export function createBlockedConnections(now: () => number) {
  const blockedSince = new Map<DataConnection, number>();
  return {
    /** Adds a connection, with the time since when it is blocked. One that is in the list keeps its time. */
    add(connection: DataConnection): void {
      if (!blockedSince.has(connection)) blockedSince.set(connection, now());
    },
    remove: (connection: DataConnection): void => void blockedSince.delete(connection),
    /** Returns the connections that are blocked for too long, because the client has stopped reading. */
    findExpired: (): DataConnection[] =>
      [...blockedSince].filter(([, since]) => now() - since > BLOCKED_TIMEOUT_MS).map(([connection]) => connection),
  };
}
