import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Duplex } from "node:stream";
import {
  type ClientFrame,
  CONTROL_STATE,
  createHeartbeat,
  type EdgeFrame,
  encodeFrame,
  type Heartbeat,
  type TunnelRules,
  toControlHeartbeatTimes,
} from "../../wire/index.ts";
import { type AccessRules, createAccessRules } from "../access/access-rules.ts";
import { createConnectionPool } from "../connections/connection-pool.ts";
import type { ConnectionPool } from "../connections/connection-pool-types.ts";
import type { TunnelSendBuffers } from "../connections/send-buffers.ts";
import type { EdgeTuning, SubdomainRef } from "../types.ts";

export type HelloFrame = Extract<ClientFrame, { type: "hello" }>;
export type CloseReason = Extract<EdgeFrame, { type: "closed" }>["reason"];

/** One tunnel client at the edge: its control connection, its data connections and its rules. */
export interface TunnelSession {
  readonly id: string;
  readonly subdomain: SubdomainRef;
  readonly share: boolean;
  /** The rules as the client sent them. */
  readonly rules: TunnelRules;
  readonly access: AccessRules;
  readonly pool: ConnectionPool;
  /** Returns whether this is the session's secret. Compares in constant time. */
  hasSecret(secret: string): boolean;
  /** Sets the control connection: the first one, or a new one after a loss. */
  attach(control: Duplex, hello: HelloFrame): void;
  /** Called when bytes arrived on the control connection. */
  onReceived(): void;
  receive(frame: ClientFrame): void;
  /** Ends the session because another client took over the name. Current requests may finish. */
  replace(): void;
  /** Ends the session at once because its token is no longer valid. */
  revoke(reason: CloseReason): void;
  /** Asks the client to connect again, because the server is about to stop. */
  drain(): void;
  /** Ends the session at once without a reason, so that the client connects again. */
  destroy(): void;
  checkTimeouts(): void;
}

export interface TunnelSessionOptions {
  subdomain: SubdomainRef;
  hello: HelloFrame;
  url: string;
  tuning: Required<EdgeTuning>;
  now: () => number;
  sendBuffers: TunnelSendBuffers;
  /** Called when the session accepts no more visitors. Current requests may continue. */
  onEnd(session: TunnelSession): void;
  /** Called when the session's last connection closed. */
  onGone(session: TunnelSession): void;
}

/** Control frames are small, so a client that leaves this much unread has stopped reading. */
const MAX_CONTROL_BUFFER_BYTES = 256 * 1024;

/** Creates the session of a client that said hello. `attach` must follow, which sets its control connection. */
export function createTunnelSession(options: TunnelSessionOptions): TunnelSession {
  const { subdomain, hello, url, tuning, now, sendBuffers, onEnd, onGone } = options;
  const id = `${subdomain.id}.${randomBytes(9).toString("base64url")}`;
  const secretBytes = randomBytes(24);
  let controlConnection: Duplex | null = null;
  const heartbeatTimes = toControlHeartbeatTimes(tuning.heartbeatMs);
  let heartbeat: Heartbeat = createHeartbeat(now, heartbeatTimes);
  /** Time at which the control connection was last lost; 0 if never. */
  let controlLostAt = 0;
  let isEnded = false;
  let isGone = false;

  const pool = createConnectionPool({
    ...tuning,
    now,
    sendBuffers,
    dial: (count) => send({ type: "dial", count }),
    /** The last data connection closed. */
    onEmpty: () => {
      if (isEnded) return reportGone();
      // Without any connection the client itself has disconnected.
      const wasControlLost = controlConnection === null && controlLostAt > 0;
      if (wasControlLost) end();
    },
  });

  const session: TunnelSession = {
    id,
    subdomain,
    share: hello.share,
    rules: hello.rules,
    access: createAccessRules(hello.rules),
    pool,
    /** Returns whether this is the session's secret. Takes constant time, which does not reveal how much of a guess is right. */
    hasSecret(secret) {
      const bytes = Buffer.from(secret, "base64url");
      // `timingSafeEqual` throws if the lengths differ.
      return bytes.length === secretBytes.length && timingSafeEqual(bytes, secretBytes);
    },
    /**
     * Continues the session on a control connection: its first one, or a new one after the client reconnected. Then probes the old data
     * connections, which are dead if the client changed networks.
     */
    attach(newControl, { rules, share }) {
      // Throws if the rules are invalid, so it comes before any change.
      const access = createAccessRules(rules);
      const previous = controlConnection;
      controlConnection = newControl;
      previous?.destroy();
      heartbeat = createHeartbeat(now, heartbeatTimes);
      Object.assign(session, { rules, share, access });
      newControl.on("error", () => {});
      newControl.on("close", () => onControlClosed(newControl));
      const secret = secretBytes.toString("base64url");
      send({ type: "welcome", session: id, secret, url, heartbeat: tuning.heartbeatMs });
      const hasReconnected = previous !== null || controlLostAt > 0;
      if (hasReconnected) pool.probe();
      pool.dialMissing();
    },
    onReceived: () => heartbeat.onReceived(),
    /** Handles a frame of the tunnel client: a ping, data connections that it could not open (`undialed`), or its goodbye. */
    receive(frame) {
      // A `pong` needs no response: `onReceived` was called for its bytes.
      if (frame.type === "ping") send({ type: "pong" });
      else if (frame.type === "undialed") pool.onDialsFailed(frame.count);
      else if (frame.type === "bye") end();
    },
    replace() {
      send({ type: "closed", reason: "replaced" });
      end();
    },
    /** Ends the session at once because its token is no longer valid, and tells the client why. */
    revoke(reason) {
      send({ type: "closed", reason });
      end();
      pool.destroy();
    },
    drain: () => void send({ type: "drain" }),
    /** Ends the session at once, with its requests. */
    destroy() {
      // Ends first, so that no waiting request is routed to this session again.
      end();
      pool.destroy();
    },
    /**
     * Ends the session if the client is dead, with its requests, or if it has not resumed the session in time after it lost the control
     * connection; its data connections may then still finish theirs. `CONTROL_STATE`: a control connection counts as always in use.
     */
    checkTimeouts() {
      if (controlConnection === null) {
        pool.checkTimeouts();
        const isResumeOverdue = now() - controlLostAt > tuning.resumeTimeoutMs;
        if (isResumeOverdue) end();
        return;
      }
      const state = heartbeat.check(CONTROL_STATE);
      if (state === "dead") {
        // The client's data connections are dead too. Closing them now saves their visitors a timeout each.
        session.destroy();
        return;
      }
      if (state === "ping") send({ type: "ping" });
      pool.checkTimeouts();
    },
  };
  return session;

  /** Sends a frame on the control connection. Returns false without one; closes one that is not read. */
  function send(frame: EdgeFrame): boolean {
    if (controlConnection === null || controlConnection.destroyed) return false;
    // Control frames are small, so a client that leaves this much unread has stopped reading.
    if (controlConnection.writableLength > MAX_CONTROL_BUFFER_BYTES) {
      controlConnection.destroy();
      return false;
    }
    controlConnection.write(encodeFrame(frame));
    heartbeat.onSent();
    return true;
  }

  /** Keeps the session until `resumeTimeoutMs`, so that the client can resume it; ends it if no data connection is left. */
  function onControlClosed(closed: Duplex): void {
    const isCurrent = closed === controlConnection;
    if (!isCurrent) return;
    controlConnection = null;
    controlLostAt = now();
    const hasClientDisconnected = pool.countConnections() === 0;
    if (hasClientDisconnected) end();
    // The data connections may be dead too: those that do not respond are closed.
    else pool.probe();
  }

  /** Calls `onGone` when the session has ended and its last data connection closed; only once. */
  function reportGone(): void {
    if (isGone) return;
    isGone = true;
    onGone(session);
  }

  /**
   * Accepts no more visitors. Current requests may continue until the drain timeout. `reportGone` is called when no data connection is
   * left: here, or else by the pool.
   */
  function end(): void {
    if (isEnded) return;
    isEnded = true;
    const lastControl = controlConnection;
    lastControl?.end();
    // A client that hangs would never end its side.
    setTimeout(() => lastControl?.destroy(), tuning.drainTimeoutMs).unref();
    controlConnection = null;
    onEnd(session);
    pool.drain();
    if (pool.countConnections() === 0) reportGone();
    else setTimeout(pool.destroy, tuning.drainTimeoutMs).unref();
  }
}
