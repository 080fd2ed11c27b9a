import type { Duplex } from "node:stream";
import type { AppConnection, AppConnectionNeeds } from "./app-connection.ts";
import type { TunnelSendBuffers } from "./send-buffers.ts";

/** Called with an app connection, or with `null` if none became free in time. */
export type AcquireCallback = (connection: AppConnection | null) => void;

/** The data connections of one tunnel client. Grows on demand and shrinks when idle. */
export interface ConnectionPool {
  /** Whether it accepts no more requests. */
  // A plain field: in an object literal with an accessor, V8 looks up each property by its name, which is slow.
  isDraining: boolean;
  /** Number of data connections, busy or idle. */
  countConnections(): number;
  /** Adds an authenticated data connection. */
  add(socket: Duplex): void;
  /** Calls `callback` with a free app connection, synchronously if there is one. */
  acquire(callback: AcquireCallback, needs: AppConnectionNeeds): void;
  /**
   * Joins the next new data connection to a connection from another server, whose visitor it then serves. Calls `onJoin`
   * just before; until then the other server must send nothing, because it would be lost.
   */
  relay(socket: Duplex, onJoin: () => void): void;
  /** Called when the client could not open `count` of the requested data connections. */
  onDialsFailed(count: number): void;
  /** Requests the data connections that are missing. Called when the client became reachable. */
  dialMissing(): void;
  /** Pings every connection, for example after a network change. Those that do not respond in time are closed. */
  probe(): void;
  /** Checks heartbeats and closes idle connections. Called every second or so. */
  checkTimeouts(): void;
  /** Closes idle connections and rejects waiting requests. Busy connections finish their request. */
  drain(): void;
  /** Closes everything at once. */
  destroy(): void;
}

export interface ConnectionPoolOptions {
  /** Data connections that small requests share; 0 gives each request a dedicated one. */
  sharedConnections: number;
  /** Minimum number of idle dedicated data connections. */
  dedicatedConnections: number;
  /** Spare data connections, to which the client can move long responses. @default 0 */
  spareConnections?: number;
  maxConnections: number;
  reuseTimeoutMs: number;
  acquireTimeoutMs: number;
  now: () => number;
  /** Counts bytes that the tunnel client has not read. */
  sendBuffers: TunnelSendBuffers;
  /** Asks the client to open `count` data connections. Returns false if it is not reachable. */
  dial(count: number): boolean;
  /** Called when the last data connection closed. */
  onEmpty(): void;
}
