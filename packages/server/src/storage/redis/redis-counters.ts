import type { Redis } from "ioredis";
import type { SharedCounters } from "../types.ts";

/** Creates the counters of all servers that share a Redis. One round trip for any number of them. */
export function createRedisCounters(client: Redis): SharedCounters {
  return {
    async add(counts, lifetime) {
      const pipeline = client.pipeline();
      for (const [key, more] of counts) pipeline.incrby(`tally:${key}`, more).pexpire(`tally:${key}`, lifetime);
      const replies = (await pipeline.exec()) ?? [];
      // Two replies per counter: the first is the total.
      return counts.map((_count, at) => Number(replies[2 * at]?.[1]));
    },
  };
}
