import type { Duplex } from "node:stream";
import { CARRY, type Carrier, createCarrier } from "../wire/index.ts";
import { createLink, type Link } from "./link.ts";

/** Links that share a few data connections: cheap for small requests, and there at once. */
export interface Carriers {
  /** Connections that are open. */
  readonly size: number;
  /** More connections that are wanted. */
  readonly missing: number;
  add(socket: Duplex): void;
  /** A free link; `undefined` while there is no connection. */
  take(): Link | undefined;
  /** Drops links that were idle for long. Called every few seconds. */
  sweep(): void;
  /** Closes each connection when the last request on it is over. */
  retire(): void;
  /** Closes everything at once; users are told. */
  destroy(): void;
}

export interface CarriersOptions {
  /** Connections to share. */
  wanted: number;
  /** Links on all connections together. */
  maxLinks: number;
  reuseWithin: number;
  now: () => number;
  /** A connection is gone. */
  onGone(): void;
}

const PING_EVERY = 15_000;

export function createCarriers({ wanted, maxLinks, reuseWithin, now, onGone }: CarriersOptions): Carriers {
  const open = new Set<Carrier>();
  const links = new Set<Link>();
  // The most recently used is at the end and is taken first, so that the rest can shrink away.
  const idle: Link[] = [];
  let pingedAt = now();
  let retired = false;

  return {
    get size() {
      return open.size;
    },
    get missing() {
      return retired ? 0 : wanted - open.size;
    },
    add(socket) {
      socket.write(CARRY, "latin1");
      const carrier = createCarrier({
        socket,
        onClose() {
          if (open.delete(carrier)) onGone();
        },
      });
      open.add(carrier);
    },
    take() {
      for (let link = idle.pop(); link !== undefined; link = idle.pop()) {
        // The app may just be hanging up.
        if (now() - link.idleSince <= reuseWithin) return link;
        link.destroy();
      }
      return links.size < maxLinks ? create() : undefined;
    },
    sweep() {
      const time = now();
      while (idle.length > 0 && time - idle[0]!.idleSince > reuseWithin) idle[0]!.destroy();
      if (time - pingedAt < PING_EVERY) return;
      pingedAt = time;
      for (const carrier of open) carrier.ping();
    },
    retire() {
      retired = true;
      for (const link of idle.slice()) link.destroy();
      leaveUnused();
    },
    destroy() {
      retired = true;
      for (const link of [...links]) link.cut();
      for (const carrier of [...open]) carrier.destroy();
    },
  };

  function create(): Link | undefined {
    let least: Carrier | undefined;
    for (const carrier of open) if (least === undefined || carrier.size < least.size) least = carrier;
    if (least === undefined) return undefined;
    const link = createLink({ socket: least.open(), now, onIdle: offer, onGone: forget });
    links.add(link);
    return link;
  }

  function offer(link: Link): void {
    if (retired) link.destroy();
    else idle.push(link);
  }

  function forget(link: Link): void {
    links.delete(link);
    const at = idle.lastIndexOf(link);
    if (at >= 0) idle.splice(at, 1);
    leaveUnused();
  }

  function leaveUnused(): void {
    if (retired && links.size === 0) for (const carrier of [...open]) carrier.destroy();
  }
}
