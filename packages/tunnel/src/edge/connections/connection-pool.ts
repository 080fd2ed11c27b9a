import { randomBytes } from "node:crypto";
import type { Duplex } from "node:stream";
import { createDataConnection, type DataConnection } from "../../wire/index.ts";
import type { AppConnection, AppConnectionNeeds } from "./app-connection.ts";
import { createBlockedConnections } from "./blocked-connections.ts";
import type { ConnectionPool, ConnectionPoolOptions } from "./connection-pool-types.ts";
import { createDedicatedConnections } from "./dedicated-connections.ts";
import { createDials } from "./dials.ts";
import { createRelays } from "./relays.ts";
import { createSharedConnections } from "./shared-connections.ts";
import { createWaitingRequests } from "./waiting-requests.ts";

/**
 * What a data connection is for: many small requests, one request at a time, or a long response that the client moves to it.
 * It keeps its kind for its whole life.
 */
type Kind = "shared" | "dedicated" | "spare";

/**
 * Creates a pool. It asks the client for data connections as soon as some are missing. Requests without a free connection
 * wait, in order, until one is free or the time is up.
 */
export function createConnectionPool(options: ConnectionPoolOptions): ConnectionPool {
  const {
    sharedConnections: sharedTarget,
    dedicatedConnections: minIdleDedicated,
    spareConnections = 0,
    maxConnections,
  } = options;
  const { reuseTimeoutMs, acquireTimeoutMs, now, sendBuffers } = options;
  const poolId = randomBytes(4).readUInt32BE();
  const connections = new Map<number, DataConnection>();
  const blockedConnections = createBlockedConnections(now);
  const idleSpares = new Set<DataConnection>();
  const waitingRequests = createWaitingRequests(acquireTimeoutMs, acquireFree);
  const dials = createDials({ dial: options.dial, timeoutMs: acquireTimeoutMs, now });
  const relays = createRelays();
  let lastNumber = 0;
  let isClosing = false;

  const commonOptions = { reuseTimeoutMs, now, sendBuffers, onIdle: waitingRequests.serve, onClose: closeIfDrained };
  const sharedConnections = createSharedConnections({
    ...commonOptions,
    targetConnections: sharedTarget,
    maxAppConnections: maxConnections,
  });
  const dedicatedConnections = createDedicatedConnections({ ...commonOptions, minIdle: minIdleDedicated });

  const pool: ConnectionPool = {
    isDraining: false,
    countConnections: () => connections.size,
    /**
     * Takes in a socket that the tunnel client dialed: joins it to the oldest waiting relay (another server's socket), else makes
     * it a data connection. Closes one above the limit of connections.
     */
    add(socket) {
      // Counts even if the socket is not used: the dial is no longer awaited.
      dials.onArrived();
      const isUnwanted = pool.isDraining || connections.size >= maxConnections;
      if (isUnwanted) return void socket.destroy();
      if (!relays.join(socket)) addDataConnection(socket);
    },
    /**
     * Calls back with a free app connection at once, or when one becomes free; with `null` if none does in time. If too few are idle now,
     * requests others from the tunnel client already, so that the next requests need not wait for that.
     */
    acquire(callback, needs) {
      if (pool.isDraining) return callback(null);
      const connection = acquireFree(needs);
      if (connection === undefined) {
        waitingRequests.add(callback, needs);
        return pool.dialMissing();
      }
      const areTooFewIdle = dedicatedConnections.countMissingIdle() > dials.pending;
      if (areTooFewIdle) pool.dialMissing();
      callback(connection);
    },
    /** Joins another server's socket to the next socket that the tunnel client dials. Calls `onJoin` just before. */
    relay(socket, onJoin) {
      if (pool.isDraining) return void socket.destroy();
      relays.add(socket, onJoin);
      pool.dialMissing();
    },
    /** Called when `count` dialed connections failed to open. Dials again after a delay if a visitor's request or another server waits. */
    onDialsFailed(count) {
      dials.onFailed(count);
      const isAwaited = waitingRequests.count() + relays.countPending() > 0;
      if (isAwaited) dials.retryLater(pool.dialMissing);
    },
    /** Asks the tunnel client for the data connections that are missing and not dialed yet, up to the limit of connections. */
    dialMissing() {
      if (pool.isDraining) return;
      const wantedCount = countMissing() - dials.pending;
      const allowedCount = maxConnections - connections.size - dials.pending;
      const dialCount = Math.min(wantedCount, allowedCount);
      if (dialCount > 0) dials.request(dialCount);
    },
    /** Checks with pings that the connections are alive, because the client may have changed networks. */
    probe() {
      for (const connection of connections.values()) connection.probe();
      // Connections that were requested over the old network path may never arrive. Forgets those requests, so that others are made.
      dials.forget();
    },
    /** Closes connections that are dead, blocked or idle for too long, and requests missing ones. Called by a timer. */
    checkTimeouts() {
      dials.checkTimeouts();
      // Only shared ones: a dedicated connection has no flow-control window, so an app that reads slowly may block it for long.
      const blockedTooLong = blockedConnections.findExpired().filter((connection) => sharedConnections.has(connection));
      for (const connection of blockedTooLong) connection.destroy();
      for (const connection of [...connections.values()]) connection.checkHeartbeat();
      dedicatedConnections.closeIdle();
      sharedConnections.closeIdle();
      pool.dialMissing();
    },
    /** Accepts no more requests, and closes when the running ones have ended. */
    drain() {
      if (pool.isDraining) return;
      pool.isDraining = true;
      sharedConnections.drain();
      dedicatedConnections.drain();
      rejectWaiting();
      closeIfDrained();
    },
    /**
     * Closes all connections at once. First the requests on them fail, and no more are opened. Joined relays are not among
     * `connections`: these sockets of the client serve other servers' visitors.
     */
    destroy() {
      pool.isDraining = true;
      rejectWaiting();
      sharedConnections.destroy();
      dedicatedConnections.destroy();
      closeAll();
      relays.destroyJoined();
    },
  };
  return pool;

  /**
   * Adds a data connection of the kind that is missing: shared, dedicated to one request at a time, or spare for long responses.
   * Waiting requests may use it at once.
   */
  function addDataConnection(socket: Duplex): void {
    const number = ++lastNumber;
    const kind = missingKind();
    const bufferOwner = { bufferedBytes: () => connection.bufferedBytes(), close: () => connection.destroy() };
    const connection = createDataConnection({
      socket,
      now,
      /** Called when a slow response moves here from the shared connection `fromNumber`, which is returned. Requests another spare. */
      onSpareTaken(fromNumber) {
        idleSpares.delete(connection);
        pool.dialMissing();
        return connections.get(fromNumber);
      },
      onResponsive: waitingRequests.serve,
      /**
       * Called when written bytes wait for the client: counts them towards the memory limits (`sendBuffers`). If the socket is full, also
       * notes since when. "drain" ends both (`onUnblocked`). If only few wait, none comes: a later check of the limits stops counting.
       */
      onBackPressure() {
        if (socket.writableNeedDrain) blockedConnections.add(connection);
        sendBuffers.track(bufferOwner);
      },
      onClose() {
        onUnblocked();
        remove(number, connection);
      },
    });
    const onUnblocked = () => {
      blockedConnections.remove(connection);
      sendBuffers.untrack(bufferOwner);
    };
    socket.on("drain", onUnblocked);
    connections.set(number, connection);
    // The client needs the name to say from which connection it moves a response to a spare one.
    connection.sendName({ poolId, number, isSpare: kind === "spare" });
    if (kind === "shared") sharedConnections.add(connection);
    else if (kind === "dedicated") dedicatedConnections.add(connection);
    else idleSpares.add(connection);
    waitingRequests.serve();
  }

  /**
   * Returns how many data connections are missing: of those to keep (shared ones, idle dedicated ones, and spares, to which long responses
   * move), one for each waiting request, which may need a dedicated one, and one for each waiting socket of another server (`relays`).
   */
  function countMissing(): number {
    const missingSpares = Math.max(spareConnections - idleSpares.size, 0);
    const missingIdle = sharedConnections.countMissing() + dedicatedConnections.countMissingIdle() + missingSpares;
    return missingIdle + waitingRequests.count() + relays.countPending();
  }

  /**
   * Returns the kind of a new data connection: what the pool needs most. Spares come last, because a waiting request can use none. If no
   * kind is missing, an extra one is "dedicated". Relays need none of these: `add` has joined the socket to one before, if one waits.
   */
  function missingKind(): Kind {
    if (sharedConnections.countMissing() > 0) return "shared";
    const isDedicatedMissing = waitingRequests.count() > 0 || dedicatedConnections.countMissingIdle() > 0;
    const isSpareMissing = idleSpares.size < spareConnections;
    return !isDedicatedMissing && isSpareMissing ? "spare" : "dedicated";
  }

  /** Returns a free app connection of the kind that a request needs, and makes it busy; `undefined` if there is none. */
  function acquireFree({ needsFresh, needsDedicated }: AppConnectionNeeds): AppConnection | undefined {
    // Without shared connections (a setting), all requests use dedicated ones.
    const isDedicated = needsDedicated || sharedTarget === 0;
    return isDedicated ? dedicatedConnections.acquire(needsFresh) : sharedConnections.acquire(needsFresh);
  }

  /** Removes a closed data connection. The lists of the other kinds do not have it, and ignore the call. */
  function remove(number: number, connection: DataConnection): void {
    connections.delete(number);
    idleSpares.delete(connection);
    sharedConnections.remove(connection);
    dedicatedConnections.remove(connection);
    if (connections.size === 0) options.onEmpty();
    else closeIfDrained();
  }

  /** Closes all data connections of a draining pool after its last request. */
  function closeIfDrained(): void {
    const isInUse = sharedConnections.countAppConnections() + dedicatedConnections.countBusy() > 0;
    if (pool.isDraining && !isInUse) closeAll();
  }

  /** Closes all data connections, once: each that closes calls `closeIfDrained`, and thousands of such calls would fill the stack. */
  function closeAll(): void {
    if (isClosing) return;
    isClosing = true;
    for (const connection of [...connections.values()]) connection.destroy();
  }

  /** Ends all waiting: sockets of other servers (`relays`) are closed, requests get `null`. */
  function rejectWaiting(): void {
    relays.rejectPending();
    waitingRequests.reject();
  }
}
