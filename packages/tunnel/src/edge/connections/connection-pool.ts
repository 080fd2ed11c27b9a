import { randomBytes } from "node:crypto";
import type { Duplex } from "node:stream";
import { createDataConnection, type DataConnection } from "../../wire/index.ts";
import type { AppConnection, AppConnectionNeeds } from "./app-connection.ts";
import type { ConnectionPool, ConnectionPoolOptions } from "./connection-pool-types.ts";
import { createDedicatedConnections } from "./dedicated-connections.ts";
import { createDials } from "./dials.ts";
import { createRelays } from "./relays.ts";
import { createSharedConnections } from "./shared-connections.ts";
import { createWaitingRequests } from "./waiting-requests.ts";

/** Each stream has a flow-control window, so a client blocks a shared connection this long only if it stopped reading. */
const BLOCKED_TIMEOUT_MS = 15_000;

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
  const blockedSince = new Map<DataConnection, number>();
  const idleSpares = new Set<DataConnection>();
  const waitingRequests = createWaitingRequests(acquireTimeoutMs, acquireFree);
  const dials = createDials({ dial: options.dial, timeoutMs: acquireTimeoutMs, now });
  const relays = createRelays();
  let lastNumber = 0;
  let isDraining = false;

  const commonOptions = { reuseTimeoutMs, now, sendBuffers, onIdle: waitingRequests.serve, onClose: closeIfDrained };
  const sharedConnections = createSharedConnections({
    ...commonOptions,
    targetConnections: sharedTarget,
    maxAppConnections: maxConnections,
  });
  const dedicatedConnections = createDedicatedConnections({ ...commonOptions, minIdle: minIdleDedicated });

  const pool: ConnectionPool = {
    get isDraining() {
      return isDraining;
    },
    get size() {
      return connections.size;
    },
    /**
     * Takes in a socket that the tunnel client dialed: joins it to the oldest waiting relay (another server's socket), else makes
     * it a data connection.
     */
    add(socket) {
      // Counts even if the socket is not used: the dial is no longer awaited.
      dials.onArrived();
      const isUnwanted = isDraining || connections.size >= maxConnections;
      if (isUnwanted) return void socket.destroy();
      if (!relays.join(socket)) addDataConnection(socket);
    },
    /** Calls back with a free app connection at once, or when one becomes free; with `null` if none does in time. */
    acquire(callback, needs) {
      if (isDraining) return callback(null);
      const connection = acquireFree(needs);
      if (connection !== undefined) {
        // Some dedicated connections, which carry one request each, are kept idle. If one was taken, another is dialed.
        if (dedicatedConnections.missingIdle > dials.pending) pool.dialMissing();
        return callback(connection);
      }
      waitingRequests.add(callback, needs);
      pool.dialMissing();
    },
    /** Joins another server's socket to the next socket that the tunnel client dials. Calls `onJoin` just before. */
    relay(socket, onJoin) {
      if (isDraining) return void socket.destroy();
      relays.add(socket, onJoin);
      pool.dialMissing();
    },
    /** No longer expects `count` connections. Requests others after a delay if a request or another server (a relay) waits. */
    onDialsFailed(count) {
      dials.onFailed(count);
      const isAwaited = waitingRequests.size + relays.pending > 0;
      if (isAwaited) dials.retryLater(pool.dialMissing);
    },
    /**
     * Requests as many connections from the tunnel client as are missing for requests, for relays (the requests of other
     * servers), and to be kept idle.
     */
    dialMissing() {
      if (isDraining) return;
      const missingSpares = Math.max(spareConnections - idleSpares.size, 0);
      // Negative if there are too many: one was replaced during its probe, then proved alive. The surplus does not
      // reduce the other numbers.
      const missingShared = Math.max(sharedConnections.missingConnections, 0);
      const missingIdle = dedicatedConnections.missingIdle + missingShared + missingSpares;
      // Each waiter gets a connection of its own: a request that needs a dedicated one may be among them.
      const missing = missingIdle + waitingRequests.size + relays.pending - dials.pending;
      const count = Math.min(missing, maxConnections - connections.size - dials.pending);
      if (count > 0) dials.request(count);
    },
    /** Checks with pings that the connections are alive, because the client may have changed networks. */
    probe() {
      for (const connection of connections.values()) connection.probe();
      // Dials sent over the old network path may never arrive.
      dials.forget();
    },
    /** Closes connections that are dead, blocked or idle for too long, and requests missing ones. Called by a timer. */
    checkTimeouts() {
      dials.checkTimeouts();
      for (const [connection, since] of blockedSince) {
        // Only shared ones: a dedicated one has no flow-control window, so an app that reads slowly may block it for long.
        if (sharedConnections.has(connection) && now() - since > BLOCKED_TIMEOUT_MS) connection.destroy();
      }
      for (const connection of [...connections.values()]) connection.checkHeartbeat();
      dedicatedConnections.closeIdle();
      sharedConnections.closeIdle();
      pool.dialMissing();
    },
    /** Accepts no more requests, and closes when the running ones have ended. */
    drain() {
      if (isDraining) return;
      isDraining = true;
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
      isDraining = true;
      rejectWaiting();
      sharedConnections.destroy();
      dedicatedConnections.destroy();
      for (const connection of [...connections.values()]) connection.destroy();
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
    const bufferOwner = { bufferedBytes: () => connection.bufferedBytes, close: () => connection.destroy() };
    const connection = createDataConnection({
      socket,
      now,
      /** Called when a response moves to this connection. Returns the one that it leaves, number `fromNumber`. Requests another spare. */
      onSpareTaken(fromNumber) {
        idleSpares.delete(connection);
        pool.dialMissing();
        return connections.get(fromNumber);
      },
      onResponsive: waitingRequests.serve,
      /** Notes that the client does not read fast enough, since when, and how many bytes wait for it. */
      onBackPressure() {
        const isSocketFull = socket.writableNeedDrain;
        if (isSocketFull && !blockedSince.has(connection)) blockedSince.set(connection, now());
        sendBuffers?.track(bufferOwner);
      },
      onClose() {
        onUnblocked();
        remove(number, connection);
      },
    });
    const onUnblocked = () => {
      blockedSince.delete(connection);
      sendBuffers?.untrack(bufferOwner);
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
   * Returns which kind of data connection the pool needs most: `shared` by many small requests, `dedicated` to one request at a
   * time, or a `spare`, to which a long response can move. More than it needs become dedicated.
   */
  function missingKind(): Kind {
    if (sharedConnections.missingConnections > 0) return "shared";
    // A waiting request can use a dedicated connection, but not a spare one.
    const isDedicatedMissing = waitingRequests.size > 0 || dedicatedConnections.missingIdle > 0;
    if (!isDedicatedMissing && idleSpares.size < spareConnections) return "spare";
    return "dedicated";
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
    const isInUse = sharedConnections.size + dedicatedConnections.busyCount > 0;
    if (!isDraining || isInUse) return;
    for (const connection of [...connections.values()]) connection.destroy();
  }

  /** Ends all waiting: relays (connections of other servers) are closed, requests get `null`. */
  function rejectWaiting(): void {
    relays.rejectPending();
    waitingRequests.reject();
  }
}
