import type { Redis } from "ioredis";
import type { SharedCounters } from "../types.ts";

/** Creates counters, such as of rate limits, that all servers with the same Redis share. One call adds to any number of them. */
export function createRedisCounters(client: Redis): SharedCounters {
  return {
    /**
     * Adds to the counters and returns their totals, in order; `undefined` for one that Redis rejected, for example because its
     * memory is full. A counter is deleted `lifetimeMs` after its last change.
     */
    async add(counts, lifetimeMs) {
      const pipeline = client.pipeline();
      for (const [key, increase] of counts)
        pipeline.incrby(`tally:${key}`, increase).pexpire(`tally:${key}`, lifetimeMs);
      const replies = (await pipeline.exec()) ?? [];
      // Two replies per counter, each with an error and a result. The result of the first is the total.
      return counts.map((_count, index) => {
        const [error, total] = replies[2 * index] ?? [];
        return error || total === undefined ? undefined : Number(total);
      });
    },
  };
}
