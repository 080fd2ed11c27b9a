import type { Duplex } from "node:stream";
import { CARRY, type Carrier, createCarrier } from "../wire/index.ts";
import { createLink, type Link } from "./link.ts";
import type { UnreadLedger } from "./unread.ts";

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
  unread?: UnreadLedger | undefined;
  /** A connection is gone. */
  onGone(): void;
}

const PING_EVERY = 15_000;
/** Who takes nothing of a shared connection for so long has stopped reading: each channel has a window of its own. */
const CHOKED_FOR = 15_000;

export function createCarriers({ wanted, maxLinks, reuseWithin, now, unread, onGone }: CarriersOptions): Carriers {
  const open = new Set<Carrier>();
  const chokedSince = new Map<Carrier, number>();
  const links = new Set<Link>();
  const carrierOf = new WeakMap<Link, Carrier>();
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
      const agent = { unread: () => socket.writableLength, close: () => carrier.destroy() };
      const carrier = createCarrier({
        socket,
        onChoked() {
          if (!chokedSince.has(carrier)) chokedSince.set(carrier, now());
          unread?.note(agent);
        },
        onClose() {
          chokedSince.delete(carrier);
          unread?.forget(agent);
          if (open.delete(carrier)) onGone();
        },
      });
      socket.on("drain", () => {
        chokedSince.delete(carrier);
        unread?.forget(agent);
      });
      open.add(carrier);
    },
    take() {
      for (let link = idle.pop(); link !== undefined; link = idle.pop()) {
        // The app may just be hanging up.
        if (now() - link.idleSince <= reuseWithin && !carrierOf.get(link)?.choked) return link;
        link.destroy();
      }
      return links.size < maxLinks ? create() : undefined;
    },
    sweep() {
      const time = now();
      for (const [carrier, since] of chokedSince) if (time - since > CHOKED_FOR) carrier.destroy();
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
    for (const carrier of open) {
      if (!carrier.choked && (least === undefined || carrier.size < least.size)) least = carrier;
    }
    if (least === undefined) return undefined;
    const link = createLink({ socket: least.open(), now, unread, onIdle: offer, onGone: forget });
    links.add(link);
    carrierOf.set(link, least);
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
