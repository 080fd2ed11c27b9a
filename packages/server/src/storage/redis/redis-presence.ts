import type { Presence } from "@frontdesk/tunnel/edge";
import type { Redis } from "ioredis";

/**
 * Creates the tunnel presence of all servers that share a Redis. A sorted set per tunnel has its servers by the time of their last
 * update, so that a server that takes over a tunnel and the one that loses it cannot overwrite each other's entries.
 */
export function createRedisPresence(client: Redis): Presence {
  return {
    /** Records that this server has the tunnel, with the number of its tunnel clients. Expires unless repeated within 30 seconds. */
    async set(subdomainId, server, clients) {
      await client.eval(setScript, 2, presenceKey(subdomainId), clientsKey(subdomainId), server, lifetimeMs, clients);
    },
    /** Removes this server's entry. */
    async clear(subdomainId, server) {
      // Its number of clients stays until it expires, but counts only together with the entry.
      await client.zrem(presenceKey(subdomainId), server);
    },
    /** Returns the servers that have the tunnel, the most recent entry first. Leaves out entries that have expired. */
    async servers(subdomainId) {
      const servers = await client.eval(serversScript, 1, presenceKey(subdomainId), lifetimeMs);
      return servers as string[]; // ZREVRANGEBYSCORE returns only the members.
    },
    /**
     * Counts the tunnel clients of the subdomain on all servers except one, from two records: one has the servers and their last updates,
     * the other the number of clients of each. Leaves out servers whose entries have expired.
     */
    async clients(subdomainId, exceptServer) {
      const keys = [presenceKey(subdomainId), clientsKey(subdomainId)];
      return Number(await client.eval(clientsScript, 2, ...keys, lifetimeMs, exceptServer));
    },
  };
}

/** Milliseconds after which a server's entry expires without an update. */
const lifetimeMs = 30_000;

const presenceKey = (subdomainId: string) => `presence:${subdomainId}`;
/** Hash with the number of tunnel clients of each server. */
const clientsKey = (subdomainId: string) => `presence:${subdomainId}:clients`;

// The clock of Redis is the only one that all servers share.
const redisTime = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

const setScript = `${redisTime}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[2])`;

const serversScript = `${redisTime}
return redis.call('ZREVRANGEBYSCORE', KEYS[1], '+inf', '(' .. (now - ARGV[1]))`;

const clientsScript = `${redisTime}
local clients = 0
for _, server in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. (now - ARGV[1]), '+inf')) do
  if server ~= ARGV[2] then clients = clients + tonumber(redis.call('HGET', KEYS[2], server) or 1) end
end
return clients`;
