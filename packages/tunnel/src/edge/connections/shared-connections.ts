import { createCachingHeadReader, type DataConnection } from "../../wire/index.ts";
import { type AppConnection, createAppConnection } from "./app-connection.ts";
import type { TunnelSendBuffers } from "./send-buffers.ts";

/** App connections that share a few data connections: cheap for small requests, and available at once. */
export interface SharedConnections {
  /** How many data connections are missing to the target. */
  countMissing(): number;
  /** App connections, busy or idle. */
  countAppConnections(): number;
  add(connection: DataConnection): void;
  remove(connection: DataConnection): void;
  has(connection: DataConnection): boolean;
  /**
   * Returns a free app connection, or `undefined` while there is no usable data connection. With `needsFresh`, the app
   * cannot be about to close it.
   */
  acquire(needsFresh: boolean): AppConnection | undefined;
  /** Closes app connections that were idle for too long. Called every few seconds. */
  closeIdle(): void;
  /** Closes idle app connections, and each busy one after its request. */
  drain(): void;
  /** Closes everything at once, and calls `onLost` for requests in progress. */
  destroy(): void;
}

export interface SharedConnectionsOptions {
  /** Number of data connections to share. */
  targetConnections: number;
  /** Maximum number of app connections on all data connections together. */
  maxAppConnections: number;
  reuseTimeoutMs: number;
  now: () => number;
  sendBuffers: TunnelSendBuffers;
  /** Called when an app connection can be acquired again. */
  onIdle(): void;
  /** Called when an app connection closes. */
  onClose(): void;
}

/** An app that just sent a response does not close its connection within this time. */
const FRESH_TIMEOUT_MS = 500;
/** Response heads cached for one app: those of a page and its resources. */
const MAX_CACHED_HEADS = 4;

/**
 * Returns how long an app connection may have been idle to be used again. A request that cannot be sent again (`needsFresh`) must
 * not get one that the app is about to close, which may happen some time after its last response.
 */
export function toMaxIdleMs(needsFresh: boolean, reuseTimeoutMs: number): number {
  return needsFresh ? FRESH_TIMEOUT_MS : reuseTimeoutMs;
}

/** Creates the shared part of a pool. Each data connection carries many app connections, one request at a time on each. */
export function createSharedConnections(options: SharedConnectionsOptions): SharedConnections {
  const { targetConnections, maxAppConnections, reuseTimeoutMs, now, sendBuffers, onIdle, onClose } = options;
  const connections = new Set<DataConnection>();
  /** Open app connections, with the data connections that carry them. */
  const appConnections = new Map<AppConnection, DataConnection>();
  // A stack: the most recently used is acquired first, so that the others reach their idle timeout.
  const idle: AppConnection[] = [];
  const readHead = createCachingHeadReader(MAX_CACHED_HEADS);
  let isDraining = false;

  return {
    /** Returns how many data connections are missing to the target. One that has not answered a ping may be dead and does not count. */
    countMissing() {
      if (isDraining) return 0;
      let responsiveCount = 0;
      for (const { isResponsive } of connections) if (isResponsive()) responsiveCount++;
      return Math.max(targetConnections - responsiveCount, 0);
    },
    countAppConnections: () => appConnections.size,
    add: (connection) => void connections.add(connection),
    remove: (connection) => void connections.delete(connection),
    has: (connection) => connections.has(connection),
    /**
     * Returns the app connection that became idle last, if it can be used again; else a new one, because the others have been idle for even
     * longer. `undefined` if no data connection is usable, or the limit of app connections is reached: then the request waits until
     * one becomes free, or `closeIdle` closes an old one.
     */
    acquire(needsFresh) {
      const mostRecent = idle.at(-1);
      if (mostRecent !== undefined && isReusable(mostRecent, needsFresh)) return idle.pop();
      return appConnections.size < maxAppConnections ? open() : undefined;
    },
    closeIdle() {
      closeOldAppConnections();
      closeSurplusConnections();
    },
    drain() {
      isDraining = true;
      for (const appConnection of idle.slice()) appConnection.destroy();
    },
    destroy() {
      isDraining = true;
      for (const appConnection of [...appConnections.keys()]) appConnection.abort();
    },
  };

  /**
   * Returns whether an idle app connection can carry a request: it became idle recently, so that the app does not close it just then, and
   * its data connection answers pings. A request that cannot be repeated needs a fresh one. The data connection may be blocked by earlier
   * bytes: the request's bytes then wait after them. The pool's queue would be no better, because unblocking does not serve that queue.
   */
  function isReusable(appConnection: AppConnection, needsFresh: boolean): boolean {
    const idleMs = now() - appConnection.idleSince;
    const isRecent = idleMs <= toMaxIdleMs(needsFresh, reuseTimeoutMs);
    return isRecent && appConnections.get(appConnection)?.isResponsive() === true;
  }

  /** Closes the app connections that were idle for too long. Each removes itself from `idle`, where the oldest is the first. */
  function closeOldAppConnections(): void {
    const oldestAllowed = now() - reuseTimeoutMs;
    while (idle.length > 0 && idle[0]!.idleSince < oldestAllowed) idle[0]!.destroy();
  }

  /**
   * Closes unused data connections above the target. There are too many if one did not answer a ping, was replaced, and then proved
   * to be alive. `destroy` removes the connection from `connections` at once, so the size is right in each round.
   */
  function closeSurplusConnections(): void {
    for (const connection of connections) {
      const isUnused = connection.countStreams() === 0;
      if (isUnused && connections.size > targetConnections) connection.destroy();
    }
  }

  /** Opens an app connection on the least busy data connection; `undefined` if none is usable. */
  function open(): AppConnection | undefined {
    let leastBusy: DataConnection | undefined;
    for (const connection of connections) {
      if (!connection.isUsable()) continue;
      if (leastBusy === undefined || connection.countStreams() < leastBusy.countStreams()) leastBusy = connection;
    }
    if (leastBusy === undefined) return undefined;
    const stream = leastBusy.openStream();
    const opened = createAppConnection({ stream, now, readHead, sendBuffers, onIdle: makeIdle, onClose: remove });
    appConnections.set(opened, leastBusy);
    return opened;
  }

  /** Makes an app connection available for the next request (`onIdle` serves one that waits); closes it while draining. */
  function makeIdle(appConnection: AppConnection): void {
    if (isDraining) return void appConnection.destroy();
    idle.push(appConnection);
    onIdle();
  }

  /** Removes a closed app connection, and reports it (`onClose`). A new one can be opened instead, so `onIdle` serves waiting requests. */
  function remove(appConnection: AppConnection): void {
    appConnections.delete(appConnection);
    const index = idle.lastIndexOf(appConnection);
    if (index >= 0) idle.splice(index, 1);
    onClose();
    if (!isDraining) onIdle();
  }
}
