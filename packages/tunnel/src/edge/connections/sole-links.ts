import type { Carrier } from "../../wire/index.ts";
import { createLink, type Link } from "./link.ts";
import { FRESH_WITHIN } from "./shared-links.ts";
import type { UnreadLedger } from "./unread.ts";

/** Links with a data connection of their own each: for WebSockets and for bodies that are large or of unknown length. */
export interface SoleLinks {
  /** Connections that wait for a request. */
  readonly idle: number;
  /** Links in use. */
  readonly busy: number;
  add(carrier: Carrier): void;
  remove(carrier: Carrier): void;
  take(fresh: boolean): Link | undefined;
  /** Drops connections beyond so many that were idle for long. */
  sweep(keep: number): void;
  retire(): void;
  destroy(): void;
}

export interface SoleLinksOptions {
  reuseWithin: number;
  now: () => number;
  unread?: UnreadLedger | undefined;
  /** A connection is free. */
  onIdle(): void;
  /** A link is over. */
  onGone(): void;
}

interface Seat {
  carrier: Carrier;
  link: Link | null;
  idleSince: number;
}

export function createSoleLinks({ reuseWithin, now, unread, onIdle, onGone }: SoleLinksOptions): SoleLinks {
  const seats = new Map<Carrier, Seat>();
  // The most recently used is at the end and is taken first, so that the rest can shrink away.
  const idle: Seat[] = [];
  let retired = false;

  return {
    get idle() {
      return idle.length;
    },
    get busy() {
      return seats.size - idle.length;
    },
    add(carrier) {
      const seat = { carrier, link: null, idleSince: now() };
      seats.set(carrier, seat);
      offer(seat);
    },
    remove(carrier) {
      const seat = seats.get(carrier);
      if (seat === undefined) return;
      seats.delete(carrier);
      leaveIdle(seat);
    },
    take(fresh) {
      for (let at = idle.length - 1; at >= 0; at--) {
        const seat = idle[at]!;
        if (!seat.carrier.usable) continue;
        idle.splice(at, 1);
        const { link } = seat;
        if (link !== null && now() - link.idleSince <= (fresh ? FRESH_WITHIN : reuseWithin)) return link;
        seat.link = null;
        link?.destroy();
        return create(seat);
      }
      return undefined;
    },
    sweep(keep) {
      const time = now();
      for (const seat of [...idle]) {
        if (time - seat.idleSince <= reuseWithin) continue;
        seat.link?.destroy();
        if (idle.length > keep) seat.carrier.destroy();
      }
    },
    retire() {
      retired = true;
      for (const { carrier } of [...idle]) carrier.destroy();
    },
    destroy() {
      retired = true;
      for (const { link } of [...seats.values()]) link?.cut();
    },
  };

  function create(seat: Seat): Link {
    const link = createLink({
      channel: seat.carrier.open(true),
      now,
      unread,
      onIdle: () => offer(seat),
      onGone() {
        if (seat.link !== link) return;
        seat.link = null;
        if (!seat.carrier.closed && !idle.includes(seat)) offer(seat);
        onGone();
      },
    });
    seat.link = link;
    return link;
  }

  function offer(seat: Seat): void {
    if (retired) {
      seat.carrier.destroy();
      return;
    }
    seat.idleSince = now();
    idle.push(seat);
    onIdle();
  }

  function leaveIdle(seat: Seat): void {
    const at = idle.lastIndexOf(seat);
    if (at >= 0) idle.splice(at, 1);
  }
}
