import type { Duplex } from "node:stream";
import { createCarriers } from "./carriers.ts";
import { joinSockets } from "./join-sockets.ts";
import { createLink, type Link } from "./link.ts";
import type { UnreadLedger } from "./unread.ts";

/** Takes the link, or learns that none came in time. */
export type LinkTaker = (link: Link | null) => void;

/** The data connections of one agent: grows on demand, shrinks when idle. */
export interface LinkPool {
  /** It takes no more requests. */
  readonly retired: boolean;
  /** Data connections, in use or not. */
  readonly size: number;
  /** Takes in a data connection that has proven itself. */
  add(socket: Duplex): void;
  /**
   * Calls `take` with a free link, at once when there is one. `fresh`: the request can't be repeated, so a link on
   * which the app may just be hanging up won't do. Such requests, which may be large, never share a connection.
   */
  acquire(take: LinkTaker, fresh: boolean): void;
  /** Joins the next new link to a connection of another server, whose visitor it then serves. */
  lend(borrower: Duplex): void;
  /** The agent could not open this many of the links it was asked for. */
  undialed(count: number): void;
  /** Opens the links that are wanted now; call it when the agent became reachable. */
  top(): void;
  /** Drops links that were idle for long. Called every few seconds. */
  sweep(): void;
  /** Closes idle links and refuses waiting requests; links in use finish their request. */
  retire(): void;
  /** Closes everything at once. */
  destroy(): void;
}

export interface LinkPoolOptions {
  initialLinks: number;
  maxLinks: number;
  reuseWithin: number;
  idleLimit: number;
  acquireTimeout: number;
  /** Data connections that small requests share; 0 where the agent knows no such thing. @default 0 */
  carriers?: number;
  now: () => number;
  /** Where bytes are counted that the agent does not read. */
  unread?: UnreadLedger;
  /** Asks the agent for this many more links; false when it cannot be reached. */
  dial(count: number): boolean;
  /** The last link is gone. */
  onEmpty(): void;
}

const FRESH_WITHIN = 500;

export function createLinkPool(options: LinkPoolOptions): LinkPool {
  const { initialLinks, maxLinks, reuseWithin, idleLimit, acquireTimeout, now, unread, dial, onEmpty } = options;
  const wanted = options.carriers ?? 0;
  const carriers = createCarriers({ wanted, maxLinks, reuseWithin, now, unread, onGone: checkEmpty });
  const all = new Set<Link>();
  // The most recently used is at the end and is taken first, so that the rest can shrink away.
  const idle: Link[] = [];
  const waiting = new Set<{ take: LinkTaker; fresh: boolean; timer: NodeJS.Timeout }>();
  const borrowers = new Set<Duplex>();
  const lent = new Set<Duplex>();
  let asked = 0;
  let askedAt = 0;
  let retry: NodeJS.Timeout | null = null;
  let retired = false;

  const pool: LinkPool = {
    get retired() {
      return retired;
    },
    get size() {
      return all.size + carriers.size;
    },
    add(socket) {
      if (asked > 0) asked--;
      if (retired || all.size >= maxLinks) return void socket.destroy();
      const [borrower] = borrowers;
      if (borrower !== undefined) {
        borrowers.delete(borrower);
        lent.add(socket);
        socket.on("close", () => lent.delete(socket));
        return joinSockets(borrower, socket);
      }
      if (carriers.missing > 0) {
        carriers.add(socket);
        return shareWithWaiting();
      }
      const link = createLink({ socket, now, unread, onIdle: offer, onGone: forget });
      all.add(link);
      offer(link);
    },
    acquire(take, fresh) {
      if (retired) return take(null);
      const shared = fresh ? undefined : carriers.take();
      if (shared !== undefined) return take(shared);
      const link = pick(fresh);
      if (link !== undefined) {
        if (idle.length + asked < spare()) pool.top();
        return take(link);
      }
      const waiter = { take, fresh, timer: setTimeout(() => waiting.delete(waiter) && take(null), acquireTimeout) };
      waiting.add(waiter);
      pool.top();
    },
    lend(borrower) {
      if (retired) return void borrower.destroy();
      borrowers.add(borrower);
      borrower.on("close", () => borrowers.delete(borrower));
      pool.top();
    },
    undialed(count) {
      asked = Math.max(0, asked - count);
      if (retry !== null || waiting.size + borrowers.size === 0) return;
      retry = setTimeout(() => {
        retry = null;
        pool.top();
      }, 250).unref();
    },
    top() {
      if (retired) return;
      // Idle links that a waiting request could not use must not keep it waiting.
      const wanted = Math.max(spare() - idle.length, 0) + carriers.missing + waiting.size + borrowers.size - asked;
      const count = Math.min(wanted, maxLinks - all.size - asked);
      if (count <= 0 || !dial(count)) return;
      asked += count;
      askedAt = now();
    },
    sweep() {
      const time = now();
      if (asked > 0 && time - askedAt > acquireTimeout) asked = 0;
      let keep = spare();
      for (let at = idle.length - 1; at >= 0; at--) {
        const age = time - idle[at]!.idleSince;
        if (age > idleLimit || (keep-- <= 0 && age > reuseWithin)) idle[at]!.destroy();
      }
      carriers.sweep();
      pool.top();
    },
    retire() {
      retired = true;
      carriers.retire();
      for (const link of idle.slice()) link.destroy();
      refuseWaiting();
    },
    destroy() {
      retired = true;
      refuseWaiting();
      for (const link of all) link.cut();
      carriers.destroy();
      for (const socket of lent) socket.destroy();
    },
  };
  return pool;

  function spare(): number {
    return Math.max(initialLinks, Math.min(32, (all.size - idle.length) >> 2));
  }

  function pick(fresh: boolean): Link | undefined {
    const time = now();
    for (let at = idle.length - 1; at >= 0; at--) {
      const link = idle[at]!;
      const age = time - link.idleSince;
      if (link.used && age > reuseWithin) {
        link.destroy();
        continue;
      }
      if (fresh && link.used && age > FRESH_WITHIN) continue;
      idle.splice(at, 1);
      return link;
    }
    return undefined;
  }

  function offer(link: Link): void {
    if (retired) {
      link.destroy();
      return;
    }
    const [waiter] = waiting;
    if (waiter === undefined) {
      idle.push(link);
      return;
    }
    waiting.delete(waiter);
    clearTimeout(waiter.timer);
    waiter.take(link);
  }

  function forget(link: Link): void {
    if (!all.delete(link)) return;
    const at = idle.lastIndexOf(link);
    if (at >= 0) idle.splice(at, 1);
    checkEmpty();
  }

  function checkEmpty(): void {
    if (all.size + carriers.size === 0) onEmpty();
  }

  function shareWithWaiting(): void {
    for (const waiter of waiting) {
      const link = waiter.fresh ? undefined : carriers.take();
      if (link === undefined) continue;
      waiting.delete(waiter);
      clearTimeout(waiter.timer);
      waiter.take(link);
    }
  }

  function refuseWaiting(): void {
    for (const borrower of borrowers) borrower.destroy();
    for (const { take, timer } of waiting) {
      clearTimeout(timer);
      take(null);
    }
    waiting.clear();
  }
}
