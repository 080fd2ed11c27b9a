import { type Carrier, createResponseHeadReader } from "../../wire/index.ts";
import { createLink, type Link } from "./link.ts";
import type { UnreadLedger } from "./unread.ts";

/** Links that share a few data connections: cheap for small requests, and there at once. */
export interface SharedLinks {
  /** More connections that are wanted. */
  readonly missing: number;
  /** Links in use or kept for the next request. */
  readonly size: number;
  add(carrier: Carrier): void;
  remove(carrier: Carrier): void;
  has(carrier: Carrier): boolean;
  /** A free link; `undefined` while there is no connection. `fresh`: one on which the app can't just be hanging up. */
  take(fresh: boolean): Link | undefined;
  /** Drops links that were idle for long. Called every few seconds. */
  sweep(): void;
  /** Closes idle links, and each further one when its request is over. */
  retire(): void;
  /** Closes everything at once; users are told. */
  destroy(): void;
}

export interface SharedLinksOptions {
  /** Connections to share. */
  wanted: number;
  /** Links on all connections together. */
  maxLinks: number;
  reuseWithin: number;
  now: () => number;
  unread?: UnreadLedger | undefined;
  /** There is room for a request again. */
  onIdle(): void;
  /** A link is over. */
  onGone(): void;
}

/** Within this time after an answer no app closes its connection on its own. */
export const FRESH_WITHIN = 500;
/** Heads of one app's answers that are kept: of a page and what belongs to it. */
const HEADS_KEPT = 4;

export function createSharedLinks(options: SharedLinksOptions): SharedLinks {
  const { wanted, maxLinks, reuseWithin, now, unread, onIdle, onGone } = options;
  const open = new Set<Carrier>();
  const links = new Set<Link>();
  // The most recently used is at the end and is taken first, so that the rest can shrink away.
  const idle: Link[] = [];
  const readHead = createResponseHeadReader(HEADS_KEPT);
  let retired = false;

  return {
    get missing() {
      let alive = 0;
      for (const { sure } of open) if (sure) alive++;
      return retired ? 0 : wanted - alive;
    },
    get size() {
      return links.size;
    },
    add: (carrier) => void open.add(carrier),
    remove: (carrier) => void open.delete(carrier),
    has: (carrier) => open.has(carrier),
    take(fresh) {
      const within = fresh ? FRESH_WITHIN : reuseWithin;
      const last = idle.at(-1);
      // The others were idle for longer.
      if (last !== undefined && now() - last.idleSince <= within) return idle.pop();
      return links.size < maxLinks ? create() : undefined;
    },
    sweep() {
      const time = now();
      while (idle.length > 0 && time - idle[0]!.idleSince > reuseWithin) idle[0]!.destroy();
      // After doubts that were unfounded there are more than wanted.
      for (const carrier of open) if (open.size > wanted && carrier.size === 0) carrier.destroy();
    },
    retire() {
      retired = true;
      for (const link of idle.slice()) link.destroy();
    },
    destroy() {
      retired = true;
      for (const link of [...links]) link.cut();
    },
  };

  function create(): Link | undefined {
    let least: Carrier | undefined;
    for (const carrier of open) {
      if (carrier.usable && (least === undefined || carrier.size < least.size)) least = carrier;
    }
    if (least === undefined) return undefined;
    const link = createLink({ channel: least.open(), now, readHead, unread, onIdle: offer, onGone: forget });
    links.add(link);
    return link;
  }

  function offer(link: Link): void {
    if (retired) return void link.destroy();
    idle.push(link);
    onIdle();
  }

  function forget(link: Link): void {
    links.delete(link);
    const at = idle.lastIndexOf(link);
    if (at >= 0) idle.splice(at, 1);
    onGone();
    if (!retired) onIdle();
  }
}
