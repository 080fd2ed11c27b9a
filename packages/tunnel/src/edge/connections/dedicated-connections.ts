import type { DataConnection } from "../../wire/index.ts";
import { type AppConnection, createAppConnection } from "./app-connection.ts";
import type { TunnelSendBuffers } from "./send-buffers.ts";
import { toMaxIdleMs } from "./shared-connections.ts";

/** App connections with a data connection each, for WebSockets and for bodies that are large or of unknown length. */
export interface DedicatedConnections {
  /** How many idle data connections are missing to the target: a quarter of the busy ones, within bounds. */
  countMissingIdle(): number;
  /** Data connections with a request. */
  countBusy(): number;
  add(connection: DataConnection): void;
  remove(connection: DataConnection): void;
  /** Returns a free app connection, or `undefined`. With `needsFresh`, the app cannot be about to close it. */
  acquire(needsFresh: boolean): AppConnection | undefined;
  /** Closes data connections that were idle for too long, except the most recently used ones of the target. */
  closeIdle(): void;
  /** Closes idle connections, and each busy one after its request. */
  drain(): void;
  /** Closes everything at once, and calls `onLost` for requests in progress. */
  destroy(): void;
}

export interface DedicatedConnectionsOptions {
  /** Minimum number of idle data connections. */
  minIdle: number;
  reuseTimeoutMs: number;
  now: () => number;
  sendBuffers: TunnelSendBuffers;
  /** Called when a connection can be acquired again. */
  onIdle(): void;
  /** Called when an app connection closes. */
  onClose(): void;
}

/** A data connection and the app connection on it, if the app's last one may be used again. */
interface PooledConnection {
  connection: DataConnection;
  appConnection: AppConnection | null;
  idleSince: number;
}

/** Maximum number of data connections that are kept idle for a tunnel with many busy ones. */
const MAX_IDLE_DEDICATED = 32;

/** Creates the dedicated part of a pool. Each data connection carries one request at a time. */
export function createDedicatedConnections(options: DedicatedConnectionsOptions): DedicatedConnections {
  const { minIdle, reuseTimeoutMs, now, sendBuffers, onIdle } = options;
  const pooledByConnection = new Map<DataConnection, PooledConnection>();
  // A stack: the most recently used is acquired first, so that the others reach their idle timeout.
  const idle: PooledConnection[] = [];
  let isDraining = false;

  return {
    countMissingIdle: () => Math.max(targetIdle() - idle.length, 0),
    countBusy,
    /** Adds a data connection, which is idle until a request takes it. */
    add(connection) {
      const pooled = { connection, appConnection: null, idleSince: now() };
      pooledByConnection.set(connection, pooled);
      makeIdle(pooled);
    },
    /** Removes a data connection that has closed. One of another kind is not in the list. */
    remove(connection) {
      const pooled = pooledByConnection.get(connection);
      if (pooled === undefined) return;
      pooledByConnection.delete(connection);
      removeIdle(pooled);
    },
    /**
     * Returns an app connection on the usable data connection that became idle last; `undefined` without one. It is the one that is open
     * there, or a new one if that was idle for too long; for a request that cannot be repeated (`needsFresh`), that time is shorter.
     */
    acquire(needsFresh) {
      const pooled = idle.findLast(({ connection }) => connection.isUsable());
      if (pooled === undefined) return undefined;
      removeIdle(pooled);
      return reuseOrOpen(pooled, toMaxIdleMs(needsFresh, reuseTimeoutMs));
    },
    /**
     * Closes all app connections that were idle for too long, because the app will close them soon. Also closes their data
     * connections, but keeps as many idle as the next requests may need (`targetIdle`).
     */
    closeIdle() {
      const time = now();
      const keptCount = targetIdle();
      for (const pooled of [...idle]) {
        const isRecent = time - pooled.idleSince <= reuseTimeoutMs;
        if (isRecent) continue;
        pooled.appConnection?.destroy();
        const isSurplus = idle.length > keptCount; // each that is destroyed leaves `idle` at once
        if (isSurplus) pooled.connection.destroy();
      }
    },
    drain() {
      isDraining = true;
      for (const { connection } of [...idle]) connection.destroy();
    },
    destroy() {
      isDraining = true;
      for (const { appConnection } of [...pooledByConnection.values()]) appConnection?.abort();
    },
  };

  function countBusy(): number {
    return pooledByConnection.size - idle.length;
  }

  /**
   * Returns how many idle connections to keep, so that the next requests need not wait for a dial: a quarter of the busy ones,
   * within bounds.
   */
  function targetIdle(): number {
    const quarter = Math.floor(countBusy() / 4);
    return Math.max(minIdle, Math.min(MAX_IDLE_DEDICATED, quarter));
  }

  /**
   * Returns the app connection of a data connection if it was idle for at most `maxIdleMs`. Else the app may be about to close it, so
   * it is closed, and a new one is opened on the same data connection.
   */
  function reuseOrOpen(pooled: PooledConnection, maxIdleMs: number): AppConnection {
    const { appConnection } = pooled;
    const isRecent = appConnection !== null && now() - appConnection.idleSince <= maxIdleMs;
    if (isRecent) return appConnection;
    pooled.appConnection = null;
    appConnection?.destroy();
    return open(pooled);
  }

  /** Opens an app connection on a data connection that has none. */
  function open(pooled: PooledConnection): AppConnection {
    const opened = createAppConnection({
      stream: pooled.connection.openStream({ isDedicated: true }),
      now,
      sendBuffers,
      onIdle: () => makeIdle(pooled),
      /**
       * Makes the data connection idle after the app closed the app connection on it, and tells the pool. Not if `reuseOrOpen` has replaced
       * that: then the data connection is in use, and nothing has changed for the pool.
       */
      onClose() {
        const wasReplaced = pooled.appConnection !== opened;
        if (wasReplaced) return;
        pooled.appConnection = null;
        const isAlreadyIdle = idle.includes(pooled); // the app closed a connection that no request used
        if (!pooled.connection.closed && !isAlreadyIdle) makeIdle(pooled);
        options.onClose();
      },
    });
    pooled.appConnection = opened;
    return opened;
  }

  /** Makes a data connection available for the next request; closes it while draining. */
  function makeIdle(pooled: PooledConnection): void {
    if (isDraining) return void pooled.connection.destroy();
    pooled.idleSince = now();
    idle.push(pooled);
    onIdle();
  }

  function removeIdle(pooled: PooledConnection): void {
    const index = idle.lastIndexOf(pooled);
    if (index >= 0) idle.splice(index, 1);
  }
}
