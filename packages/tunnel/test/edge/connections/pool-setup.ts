import { type Duplex, duplexPair } from "node:stream";
import type { Link, LinkNeeds } from "../../../src/edge/connections/link.ts";
import { createLinkPool, type LinkPoolOptions } from "../../../src/edge/connections/pool.ts";

/** A user of a link that hears nothing. */
export const nobody = { onHead() {}, onBody() {}, onEnd() {}, onRead() {}, onDrain() {}, onLost() {} };

/** A pool whose clock, agent and connections are in the hands of the test. */
export function createPoolBed(options: Partial<LinkPoolOptions> = {}) {
  const bed = { time: 0, dialled: 0, empty: 0, isReachable: true };
  const sockets: Duplex[] = [];
  const agents: Duplex[] = [];
  const pool = createLinkPool({
    sharedLinks: 0,
    initialLinks: 0,
    maxLinks: 100,
    reuseWithin: 4_000,
    acquireTimeout: 10_000,
    now: () => bed.time,
    dial(count) {
      if (bed.isReachable) bed.dialled += count;
      return bed.isReachable;
    },
    onEmpty: () => bed.empty++,
    ...options,
  });
  return {
    bed,
    pool,
    sockets,
    agents,
    /** Adds so many connections. */
    arrive(count: number): void {
      for (let at = 0; at < count; at++) {
        const [socket, agent] = duplexPair();
        sockets.push(socket);
        agents.push(agent);
        pool.add(socket);
      }
    },
    /** A request's link, `null` if it was refused, and `undefined` while it waits. */
    take(needs: Partial<LinkNeeds> = {}): { link: Link | null | undefined; times: number } {
      const taken: ReturnType<typeof this.take> = { link: undefined, times: 0 };
      pool.acquire(
        (link) => {
          taken.link = link;
          taken.times++;
        },
        { fresh: false, sole: true, ...needs },
      );
      return taken;
    },
  };
}
