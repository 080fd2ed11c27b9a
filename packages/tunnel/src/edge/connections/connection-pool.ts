import { randomBytes } from "node:crypto";
import type { Duplex } from "node:stream";
import { createDataConnection, type DataConnection } from "../../wire/index.ts";
import type { AppConnection, AppConnectionNeeds } from "./app-connection.ts";
import type { AcquireCallback, ConnectionPool, ConnectionPoolOptions } from "./connection-pool-types.ts";
import { createDedicatedConnections } from "./dedicated-connections.ts";
import { joinSockets } from "./join-sockets.ts";
import { createSharedConnections } from "./shared-connections.ts";

/** Each stream has a flow-control window, so a client blocks a shared connection this long only if it stopped reading. */
const BLOCKED_TIMEOUT_MS = 15_000;
const DIAL_RETRY_DELAY_MS = 250;
/** Maximum number of dedicated data connections that are kept idle for a tunnel with many busy ones. */
const MAX_IDLE_DEDICATED = 32;

/**
 * Creates a pool. It asks the client for data connections as soon as some are missing; `pendingDials` are asked for and
 * have not arrived. Requests without a free connection wait in `waiters`, in order, until one is free or the time is up.
 */
export function createConnectionPool(options: ConnectionPoolOptions): ConnectionPool {
  const { sharedConnections, dedicatedConnections, spareConnections = 0, maxConnections } = options;
  const { reuseTimeoutMs, acquireTimeoutMs, now, sendBuffers, dial } = options;
  const poolId = randomBytes(4).readUInt32BE();
  const connections = new Map<number, DataConnection>();
  const blockedSince = new Map<DataConnection, number>();
  const idleSpares = new Set<DataConnection>();
  const waiters = new Set<{ callback: AcquireCallback; needs: AppConnectionNeeds; timer: NodeJS.Timeout }>();
  const pendingRelays = new Map<Duplex, () => void>();
  const relayedSockets = new Set<Duplex>();
  let lastNumber = 0;
  let pendingDials = 0;
  let lastDialAt = 0;
  let retryTimer: NodeJS.Timeout | null = null;
  let isDraining = false;

  const commonOptions = { reuseTimeoutMs, now, sendBuffers, onIdle: serveWaiters, onClose: closeIfDrained };
  const shared = createSharedConnections({
    ...commonOptions,
    targetConnections: sharedConnections,
    maxAppConnections: maxConnections,
  });
  const dedicated = createDedicatedConnections(commonOptions);

  const pool: ConnectionPool = {
    get isDraining() {
      return isDraining;
    },
    get size() {
      return connections.size;
    },
    /** Uses a new data connection for a waiting relay, or adds it to the pool. */
    add(socket) {
      // Dials that came late are no longer counted.
      if (pendingDials > 0) pendingDials--;
      if (isDraining || connections.size >= maxConnections) return void socket.destroy();
      const [pendingRelay] = pendingRelays;
      if (pendingRelay !== undefined) return startRelay(...pendingRelay, socket);
      addDataConnection(socket);
    },
    /** Passes a free app connection to `callback`, or the next one within the timeout, or `null`. */
    acquire(callback, needs) {
      if (isDraining) return callback(null);
      const connection = acquireFree(needs);
      if (connection !== undefined) {
        // The connection may have been an idle dedicated one, which is replaced in advance.
        if (dedicated.idleCount + pendingDials < targetIdleDedicated()) pool.dialMissing();
        return callback(connection);
      }
      const timer = setTimeout(() => waiters.delete(waiter) && callback(null), acquireTimeoutMs);
      const waiter = { callback, needs, timer };
      waiters.add(waiter);
      pool.dialMissing();
    },
    /** Keeps a connection from another server until a new data connection can be joined to it. */
    relay(socket, onJoin) {
      if (isDraining) return void socket.destroy();
      pendingRelays.set(socket, onJoin);
      socket.on("close", () => pendingRelays.delete(socket));
      pool.dialMissing();
    },
    /** Dials again after a delay if a request or relay waits. */
    onDialsFailed(count) {
      pendingDials = Math.max(0, pendingDials - count);
      const isAwaited = waiters.size + pendingRelays.size > 0;
      if (retryTimer !== null || !isAwaited) return;
      retryTimer = setTimeout(() => {
        retryTimer = null;
        pool.dialMissing();
      }, DIAL_RETRY_DELAY_MS).unref();
    },
    /** Asks the client for the data connections that idle targets and waiters need, within the maximum. */
    dialMissing() {
      if (isDraining) return;
      const missingDedicated = Math.max(targetIdleDedicated() - dedicated.idleCount, 0);
      const missingSpares = Math.max(spareConnections - idleSpares.size, 0);
      const missingIdle = missingDedicated + shared.missingConnections + missingSpares;
      // Each waiter gets a connection of its own: a request that needs a dedicated one may be among them.
      const missing = missingIdle + waiters.size + pendingRelays.size - pendingDials;
      const count = Math.min(missing, maxConnections - connections.size - pendingDials);
      if (count <= 0 || !dial(count)) return;
      pendingDials += count;
      lastDialAt = now();
    },
    /** Pings every connection. Those that do not respond are closed. */
    probe() {
      for (const connection of connections.values()) connection.probe();
      // Dials sent over the old network path may never arrive.
      pendingDials = 0;
    },
    /** Closes connections that are dead, blocked or idle for too long, and dials missing ones. */
    checkTimeouts() {
      // Dials without an answer are lost, so they no longer count.
      if (pendingDials > 0 && now() - lastDialAt > acquireTimeoutMs) pendingDials = 0;
      for (const [connection, since] of blockedSince) {
        if (shared.has(connection) && now() - since > BLOCKED_TIMEOUT_MS) connection.destroy();
      }
      for (const connection of [...connections.values()]) connection.checkHeartbeat();
      dedicated.closeIdle(targetIdleDedicated());
      shared.closeIdle();
      pool.dialMissing();
    },
    /** Accepts no more requests. Busy connections close after their request. */
    drain() {
      if (isDraining) return;
      isDraining = true;
      shared.drain();
      dedicated.drain();
      rejectWaiters();
      closeIfDrained();
    },
    /** Closes everything at once, and aborts what runs. */
    destroy() {
      isDraining = true;
      rejectWaiters();
      shared.destroy();
      dedicated.destroy();
      for (const connection of [...connections.values()]) connection.destroy();
      for (const socket of relayedSockets) socket.destroy();
    },
  };
  return pool;

  /** Joins a waiting connection from another server to a new data connection. */
  function startRelay(relaySocket: Duplex, onJoin: () => void, socket: Duplex): void {
    pendingRelays.delete(relaySocket);
    onJoin();
    relayedSockets.add(socket);
    socket.on("close", () => relayedSockets.delete(socket));
    joinSockets(relaySocket, socket);
  }

  /** Adds a data connection of the kind that is missing: shared first, then dedicated, then spare. */
  function addDataConnection(socket: Duplex): void {
    const number = ++lastNumber;
    const isShared = shared.missingConnections > 0;
    const isDedicatedNeeded = waiters.size > 0 || dedicated.idleCount < targetIdleDedicated();
    const isSpare = !isShared && !isDedicatedNeeded && idleSpares.size < spareConnections;
    const bufferOwner = { bufferedBytes: () => connection.bufferedBytes, close: () => connection.destroy() };
    const connection = createDataConnection({
      socket,
      now,
      /** A response moves to this connection, so another spare is needed. */
      onSpareTaken(fromNumber) {
        idleSpares.delete(connection);
        pool.dialMissing();
        return connections.get(fromNumber);
      },
      onResponsive: serveWaiters,
      onBackPressure() {
        if (socket.writableNeedDrain && !blockedSince.has(connection)) blockedSince.set(connection, now());
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
    connection.sendName(poolId, number, isSpare);
    if (isSpare) idleSpares.add(connection);
    else if (isShared) shared.add(connection);
    // Serves the waiters itself, through `onIdle`.
    else dedicated.add(connection);
    if (isSpare || isShared) serveWaiters();
  }

  /** How many dedicated data connections to keep idle: a quarter of the busy ones, within bounds. */
  function targetIdleDedicated(): number {
    const quarter = Math.floor(dedicated.busyCount / 4);
    return Math.max(dedicatedConnections, Math.min(MAX_IDLE_DEDICATED, quarter));
  }

  /** Returns a free app connection of the kind that a request needs, and makes it busy; `undefined` if there is none. */
  function acquireFree({ needsFresh, needsDedicated }: AppConnectionNeeds): AppConnection | undefined {
    // Without shared connections (a setting), all requests use dedicated ones.
    const isDedicated = needsDedicated || sharedConnections === 0;
    return isDedicated ? dedicated.acquire(needsFresh) : shared.acquire(needsFresh);
  }

  /** Removes a closed data connection. */
  function remove(number: number, connection: DataConnection): void {
    connections.delete(number);
    idleSpares.delete(connection);
    shared.remove(connection);
    dedicated.remove(connection);
    if (connections.size === 0) options.onEmpty();
    else closeIfDrained();
  }

  /** Gives free app connections to waiting requests, the oldest first. */
  function serveWaiters(): void {
    for (const waiter of waiters) {
      const connection = acquireFree(waiter.needs);
      if (connection === undefined) continue;
      waiters.delete(waiter);
      clearTimeout(waiter.timer);
      waiter.callback(connection);
    }
  }

  /** Closes all data connections of a draining pool after its last request. */
  function closeIfDrained(): void {
    const isInUse = shared.size + dedicated.busyCount > 0;
    if (!isDraining || isInUse) return;
    for (const connection of [...connections.values()]) connection.destroy();
  }

  /** Ends all waiting: relays are closed, requests get `null`. */
  function rejectWaiters(): void {
    for (const socket of pendingRelays.keys()) socket.destroy();
    for (const { callback, timer } of waiters) {
      clearTimeout(timer);
      callback(null);
    }
    waiters.clear();
  }
}
