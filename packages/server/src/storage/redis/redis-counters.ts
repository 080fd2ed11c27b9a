import type { Redis } from "ioredis";
import type { SharedCounters } from "../types.ts";

/** Creates the counters of all servers that share a Redis. One round trip for any number of them. */
export function createRedisCounters(client: Redis): SharedCounters {
  return {
    /** Adds to the counters and returns their totals, in the same order. */
    async add(counts, lifetime) {
      const pipeline = client.pipeline();
      for (const [key, increase] of counts) pipeline.incrby(`tally:${key}`, increase).pexpire(`tally:${key}`, lifetime);
      const replies = (await pipeline.exec()) ?? [];
      // Two replies per counter, each with an error and a result. The result of the first is the total.
      return counts.map((_count, index) => Number(replies[2 * index]?.[1]));
    },
  };
}
