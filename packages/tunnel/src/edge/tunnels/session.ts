import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Duplex } from "node:stream";
import {
  type AgentFrame,
  createPulse,
  type EdgeFrame,
  encodeFrame,
  type Pulse,
  type Rules,
  toControlTimes,
} from "../../wire/index.ts";
import { createGate, type Gate } from "../access/gate.ts";
import { createLinkPool, type LinkPool } from "../connections/pool.ts";
import type { UnreadLedger } from "../connections/unread.ts";
import type { EdgeTuning, SubdomainRef } from "../types.ts";

export type Hello = Extract<AgentFrame, { type: "hello" }>;
export type CloseReason = Extract<EdgeFrame, { type: "closed" }>["reason"];

/** One agent's presence at the edge: its control connection, its data connections and what it asked for. */
export interface Session {
  readonly id: string;
  readonly subdomain: SubdomainRef;
  readonly share: boolean;
  readonly rules: Rules;
  readonly gate: Gate;
  readonly pool: LinkPool;
  /** Whether these are the session's own credentials, compared in constant time. */
  proves(secret: string): boolean;
  /** Takes a control connection, the first or the one after a loss. */
  attach(control: Duplex, hello: Hello): void;
  /** Bytes came over the control connection. */
  heard(): void;
  receive(frame: AgentFrame): void;
  /** Another agent has the name now: says so, finishes what runs, and goes. */
  replace(): void;
  /** The token is no longer good: cuts control and data at once. */
  cut(reason: CloseReason): void;
  /** The server is about to stop: the agent should dial again. */
  drain(): void;
  /** The server stops now: cuts everything without a word, so that the agent dials again. */
  destroy(): void;
  sweep(): void;
}

export interface SessionOptions {
  subdomain: SubdomainRef;
  hello: Hello;
  url: string;
  tuning: Required<EdgeTuning>;
  now: () => number;
  unread: UnreadLedger;
  /** The session no longer serves visitors; requests that run may still finish. */
  onEnd(session: Session): void;
  /** Nothing is left of the session. */
  onGone(session: Session): void;
}

const CONTROL_UNREAD = 256 * 1024;

export function createSession({ subdomain, hello, url, tuning, now, unread, onEnd, onGone }: SessionOptions): Session {
  const id = `${subdomain.id}.${randomBytes(9).toString("base64url")}`;
  const secret = randomBytes(24);
  let control: Duplex | null = null;
  const times = toControlTimes(tuning.heartbeat);
  let pulse: Pulse = createPulse(now, times);
  let lostAt = 0;
  let ended = false;
  let gone = false;

  const pool = createLinkPool({
    ...tuning,
    now,
    unread,
    dial: (count) => send({ type: "dial", count }),
    onEmpty: () => {
      if (ended) vanish();
      else if (control === null && lostAt > 0) end();
    },
  });

  const session: Session = {
    id,
    subdomain,
    share: hello.share,
    rules: hello.rules,
    gate: createGate(hello.rules),
    pool,
    proves(given) {
      const bytes = Buffer.from(given, "base64url");
      return bytes.length === secret.length && timingSafeEqual(bytes, secret);
    },
    attach(next, again) {
      // Throws on rules that make no sense, before anything is changed.
      const gate = createGate(again.rules);
      const previous = control;
      control = next;
      previous?.destroy();
      pulse = createPulse(now, times);
      Object.assign(session, { rules: again.rules, share: again.share });
      Object.assign(session.gate, gate);
      next.on("error", () => {});
      next.on("close", () => lose(next));
      send({ type: "welcome", session: id, secret: secret.toString("base64url"), url, heartbeat: tuning.heartbeat });
      // The agent may have come by another network, to which the connections it had do not lead.
      if (previous !== null || lostAt > 0) pool.doubt();
      pool.top();
    },
    heard: () => pulse.heard(),
    receive(frame) {
      if (frame.type === "ping") send({ type: "pong" });
      else if (frame.type === "undialed") pool.undialed(frame.count);
      else if (frame.type === "bye") end();
    },
    replace() {
      send({ type: "closed", reason: "replaced" });
      end();
    },
    cut(reason) {
      send({ type: "closed", reason });
      end();
      pool.destroy();
    },
    drain: () => void send({ type: "drain" }),
    destroy() {
      // First out of the way, so that no request that waits is sent here again.
      end();
      pool.destroy();
    },
    sweep() {
      if (control === null) {
        pool.sweep();
        if (now() - lostAt > tuning.grace) end();
        return;
      }
      const state = pulse.check(true, true);
      if (state === "ask") send({ type: "ping" });
      else if (state === "dead") {
        // Silent, not gone: whatever else it has is as dead, and its visitors should not find out one by one.
        end();
        pool.destroy();
        return;
      }
      pool.sweep();
    },
  };
  return session;

  function send(frame: EdgeFrame): boolean {
    if (control === null || control.destroyed) return false;
    // What is said here is so little that an agent which leaves it unread has stopped reading.
    if (control.writableLength > CONTROL_UNREAD) {
      control.destroy();
      return false;
    }
    control.write(encodeFrame(frame));
    pulse.sent();
    return true;
  }

  function lose(which: Duplex): void {
    if (which !== control) return;
    control = null;
    lostAt = now();
    // Without any connection left the agent itself is gone, and visitors should hear so at once.
    if (pool.size === 0) end();
    else pool.doubt();
  }

  function vanish(): void {
    if (gone) return;
    gone = true;
    onGone(session);
  }

  function end(): void {
    if (ended) return;
    ended = true;
    const last = control;
    last?.end();
    setTimeout(() => last?.destroy(), tuning.drain).unref();
    control = null;
    onEnd(session);
    pool.retire();
    if (pool.size === 0) vanish();
    else setTimeout(pool.destroy, tuning.drain).unref();
  }
}
