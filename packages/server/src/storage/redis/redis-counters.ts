import type { Redis } from "ioredis";
import type { SharedCounters } from "../types.ts";

/** Counts over all servers that share a Redis, in one round trip for however many. */
export function createRedisCounters(client: Redis): SharedCounters {
  return {
    async add(counts, lifetime) {
      const pipeline = client.pipeline();
      for (const [key, more] of counts) pipeline.incrby(`tally:${key}`, more).pexpire(`tally:${key}`, lifetime);
      const answers = (await pipeline.exec()) ?? [];
      // Two answers for each: the first is the total.
      return counts.map((_count, at) => Number(answers[2 * at]?.[1]));
    },
  };
}
