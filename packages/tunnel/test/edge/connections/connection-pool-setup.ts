import { type Duplex, duplexPair } from "node:stream";
import type { AppConnection, AppConnectionNeeds } from "../../../src/edge/connections/app-connection.ts";
import { createConnectionPool } from "../../../src/edge/connections/connection-pool.ts";
import type { ConnectionPoolOptions } from "../../../src/edge/connections/connection-pool-types.ts";

/** A user of a link, or of its channel, that hears nothing. */
export const nobody = {
  onHead() {},
  onBody() {},
  onEnd() {},
  onReadDone() {},
  onAppDrain() {},
  onDrain() {},
  onLost() {},
};

/** A pool whose clock, agent and connections are in the hands of the test. */
export function createPoolBed(options: Partial<ConnectionPoolOptions> = {}) {
  const bed = { time: 0, dialled: 0, empty: 0, isReachable: true };
  const sockets: Duplex[] = [];
  const agents: Duplex[] = [];
  const pool = createConnectionPool({
    sharedConnections: 0,
    dedicatedConnections: 0,
    maxConnections: 100,
    reuseTimeoutMs: 4_000,
    acquireTimeoutMs: 10_000,
    now: () => bed.time,
    sendBuffers: { track() {}, untrack() {} },
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
    take(needs: Partial<AppConnectionNeeds> = {}): { link: AppConnection | null | undefined; times: number } {
      const taken: ReturnType<typeof this.take> = { link: undefined, times: 0 };
      pool.acquire(
        (link) => {
          taken.link = link;
          taken.times++;
        },
        { needsFresh: false, needsDedicated: true, ...needs },
      );
      return taken;
    },
  };
}
