import { randomBytes } from "node:crypto";
import type { Duplex } from "node:stream";
import { type Carrier, createCarrier } from "../../wire/index.ts";
import { joinSockets } from "./join-sockets.ts";
import type { Link, LinkNeeds } from "./link.ts";
import { createSharedLinks } from "./shared-links.ts";
import { createSoleLinks } from "./sole-links.ts";
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
  /** Calls `take` with a free link, at once when there is one. */
  acquire(take: LinkTaker, needs: LinkNeeds): void;
  /**
   * Joins the next new link to a connection of another server, whose visitor it then serves. `onJoin` is called just before:
   * until then the other server must send nothing that could be lost.
   */
  lend(borrower: Duplex, onJoin: () => void): void;
  /** The agent could not open this many of the links it was asked for. */
  undialed(count: number): void;
  /** Opens the links that are wanted now; call it when the agent became reachable. */
  top(): void;
  /** The network may have changed: whatever does not answer within a few seconds is dropped, and not used meanwhile. */
  doubt(): void;
  /** Looks after each connection's life and drops links that were idle for long. Called every second or so. */
  sweep(): void;
  /** Closes idle links and refuses waiting requests; links in use finish their request. */
  retire(): void;
  /** Closes everything at once. */
  destroy(): void;
}

export interface LinkPoolOptions {
  /** Data connections that small requests share; 0 gives each request one of its own. */
  sharedLinks: number;
  /** Data connections kept ready for requests that want one of their own. */
  initialLinks: number;
  /** Data connections to which the agent may move long answers. @default 0 */
  reserves?: number;
  maxLinks: number;
  reuseWithin: number;
  acquireTimeout: number;
  now: () => number;
  /** Where bytes are counted that the agent does not read. */
  unread?: UnreadLedger;
  /** Asks the agent for this many more links; false when it cannot be reached. */
  dial(count: number): boolean;
  /** The last link is gone. */
  onEmpty(): void;
}

/** Who takes nothing of a shared connection for so long has stopped reading: each channel has a window of its own. */
const CHOKED_FOR = 15_000;

export function createLinkPool(options: LinkPoolOptions): LinkPool {
  const { sharedLinks, initialLinks, reserves = 0, maxLinks, reuseWithin, acquireTimeout, now, unread, dial } = options;
  const owner = randomBytes(4).readUInt32BE();
  const carriers = new Map<number, Carrier>();
  const chokedSince = new Map<Carrier, number>();
  const waitingReserves = new Set<Carrier>();
  const waiting = new Set<{ take: LinkTaker; needs: LinkNeeds; timer: NodeJS.Timeout }>();
  const borrowers = new Map<Duplex, () => void>();
  const lent = new Set<Duplex>();
  let numbers = 0;
  let asked = 0;
  let askedAt = 0;
  let retry: NodeJS.Timeout | null = null;
  let retired = false;

  const common = { reuseWithin, now, unread, onIdle: serveWaiting, onGone: leaveUnused };
  const shared = createSharedLinks({ ...common, wanted: sharedLinks, maxLinks });
  const soles = createSoleLinks(common);

  const pool: LinkPool = {
    get retired() {
      return retired;
    },
    get size() {
      return carriers.size;
    },
    add(socket) {
      if (asked > 0) asked--;
      if (retired || carriers.size >= maxLinks) return void socket.destroy();
      const [next] = borrowers;
      if (next !== undefined) {
        const [borrower, onJoin] = next;
        borrowers.delete(borrower);
        onJoin();
        lent.add(socket);
        socket.on("close", () => lent.delete(socket));
        return joinSockets(borrower, socket);
      }
      const number = ++numbers;
      const isShared = shared.missing > 0;
      const isReserve = !isShared && waiting.size === 0 && soles.idle >= spare() && waitingReserves.size < reserves;
      const agent = { unread: () => carrier.held, close: () => carrier.destroy() };
      const carrier = createCarrier({
        socket,
        now,
        onTake(from) {
          waitingReserves.delete(carrier);
          pool.top();
          return carriers.get(from);
        },
        onSure: serveWaiting,
        onWaiting() {
          if (socket.writableNeedDrain && !chokedSince.has(carrier)) chokedSince.set(carrier, now());
          unread?.note(agent);
        },
        onClose() {
          drained();
          forget(number, carrier);
        },
      });
      const drained = () => {
        chokedSince.delete(carrier);
        unread?.forget(agent);
      };
      socket.on("drain", drained);
      carriers.set(number, carrier);
      carrier.name(owner, number, isReserve);
      if (isReserve) waitingReserves.add(carrier);
      else if (isShared) shared.add(carrier);
      else return soles.add(carrier);
      serveWaiting();
    },
    acquire(take, needs) {
      if (retired) return take(null);
      const link = pick(needs);
      if (link !== undefined) {
        if (soles.idle + asked < spare()) pool.top();
        return take(link);
      }
      const waiter = { take, needs, timer: setTimeout(() => waiting.delete(waiter) && take(null), acquireTimeout) };
      waiting.add(waiter);
      pool.top();
    },
    lend(borrower, onJoin) {
      if (retired) return void borrower.destroy();
      borrowers.set(borrower, onJoin);
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
      const ready = Math.max(spare() - soles.idle, 0) + shared.missing + Math.max(reserves - waitingReserves.size, 0);
      const wanted = ready + waiting.size + borrowers.size - asked;
      const count = Math.min(wanted, maxLinks - carriers.size - asked);
      if (count <= 0 || !dial(count)) return;
      asked += count;
      askedAt = now();
    },
    doubt() {
      for (const carrier of carriers.values()) carrier.doubt();
      // Those that were asked for may be on their way to where nobody is.
      asked = 0;
    },
    sweep() {
      if (asked > 0 && now() - askedAt > acquireTimeout) asked = 0;
      for (const [carrier, since] of chokedSince) {
        if (shared.has(carrier) && now() - since > CHOKED_FOR) carrier.destroy();
      }
      for (const carrier of [...carriers.values()]) carrier.check();
      soles.sweep(spare());
      shared.sweep();
      pool.top();
    },
    retire() {
      if (retired) return;
      retired = true;
      shared.retire();
      soles.retire();
      refuseWaiting();
      leaveUnused();
    },
    destroy() {
      retired = true;
      refuseWaiting();
      shared.destroy();
      soles.destroy();
      for (const carrier of [...carriers.values()]) carrier.destroy();
      for (const socket of lent) socket.destroy();
    },
  };
  return pool;

  function spare(): number {
    return Math.max(initialLinks, Math.min(32, soles.busy >> 2));
  }

  function pick({ fresh, sole }: LinkNeeds): Link | undefined {
    return sole || sharedLinks === 0 ? soles.take(fresh) : shared.take(fresh);
  }

  function forget(number: number, carrier: Carrier): void {
    carriers.delete(number);
    waitingReserves.delete(carrier);
    shared.remove(carrier);
    soles.remove(carrier);
    if (carriers.size === 0) options.onEmpty();
    else leaveUnused();
  }

  function serveWaiting(): void {
    for (const waiter of waiting) {
      const link = pick(waiter.needs);
      if (link === undefined) continue;
      waiting.delete(waiter);
      clearTimeout(waiter.timer);
      waiter.take(link);
    }
  }

  /** When the last request of a pool that is left is over, its connections have nothing more to carry. */
  function leaveUnused(): void {
    if (!retired || shared.size + soles.busy > 0) return;
    for (const carrier of [...carriers.values()]) carrier.destroy();
  }

  function refuseWaiting(): void {
    for (const borrower of borrowers.keys()) borrower.destroy();
    for (const { take, timer } of waiting) {
      clearTimeout(timer);
      take(null);
    }
    waiting.clear();
  }
}
