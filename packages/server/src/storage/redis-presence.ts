import type { Presence } from "@frontdesk/tunnel/edge";
import type { Redis } from "ioredis";

/**
 * Presence over all servers that share a Redis. A sorted set for each tunnel holds its servers by the time of their
 * last word, so a server that takes a tunnel over and the one that loses it can't overwrite each other's entries.
 */
export function createRedisPresence(client: Redis): Presence {
  return {
    async set(subdomainId, server) {
      await client.eval(setScript, 1, presenceKey(subdomainId), server, lifetime);
    },
    async clear(subdomainId, server) {
      await client.zrem(presenceKey(subdomainId), server);
    },
    async servers(subdomainId) {
      const found = await client.eval(serversScript, 1, presenceKey(subdomainId), lifetime);
      return found as string[]; // ZREVRANGEBYSCORE gives the members alone.
    },
  };
}

/** Milliseconds after which the entry of a server that says nothing more is gone. */
const lifetime = 30_000;

const presenceKey = (subdomainId: string) => `presence:${subdomainId}`;

// By the clock of Redis, the only one that all servers share.
const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

const setScript = `${now}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

const serversScript = `${now}
return redis.call('ZREVRANGEBYSCORE', KEYS[1], '+inf', '(' .. (now - ARGV[1]))`;
