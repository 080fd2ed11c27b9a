import type { Redis } from "ioredis";
import { type RecordCodec, UnknownDataKeyError } from "../encryption/record-codec.ts";
import type { Kv } from "../types.ts";
import { checkWrites, keyFault } from "../writes.ts";
import { createDecodedRecords } from "./decoded-records.ts";
import type { Fence } from "./redis-locks.ts";

export interface RedisKvOptions {
  /** Returns the locks that the running code must still hold when it commits. */
  fences(): readonly Fence[];
  codec: RecordCodec;
}

/** Creates a store that several servers share. A commit is one script: it is atomic, and fails if one of its locks was lost. */
export function createRedisKv(client: Redis, { fences, codec }: RedisKvOptions): Kv {
  const decodedRecords = createDecodedRecords(codec);
  return {
    /**
     * Reads a record. If another server has encrypted the record with a new data key, first loads the data keys again. The casts are
     * true because the caller committed the value under the same key.
     */
    async get<T extends object>(key: string) {
      if (keyFault(key)) return null;
      const bytes = await client.getBuffer(dataKey(key));
      if (bytes === null) return null;
      try {
        return decodedRecords.decode(key, bytes) as T;
      } catch (error) {
        if (!(error instanceof UnknownDataKeyError)) throw error;
        await codec.reloadKeys();
        return decodedRecords.decode(key, bytes) as T;
      }
    },
    /** Writes everything in one script, which first checks that Redis still has the locks under which this code runs. */
    async commit(writes) {
      const checked = checkWrites(writes);
      if (checked.length === 0) return;
      const values = checked.map(([key, value]) => {
        if (value === null) return deletionMark;
        const bytes = codec.encode(key, value);
        // The next read of these bytes need not decode them. If the commit fails, other bytes are read, and this value is not used.
        decodedRecords.remember(key, value, bytes);
        return bytes;
      });
      const heldLocks = fences();
      const result = await client.eval(
        commitScript,
        heldLocks.length + checked.length,
        ...heldLocks.map(([key]) => key),
        ...checked.map(([key]) => dataKey(key)),
        heldLocks.length,
        ...heldLocks.map(([, identifier]) => identifier),
        ...values,
      );
      if (result !== 1) throw new Error("A lock was lost before the commit; nothing was stored");
    },
    /** Writes a value for the health check. @throws Error if Redis does not accept data */
    async probe() {
      await client.set("health", Date.now());
    },
    /** Does nothing: the backend closes the connection, which locks and bus use too. */
    async close() {},
  };
}

/** Returns the Redis key (without the prefix of the client) of a record. It is distinct from the keys of locks. */
export function dataKey(key: string) {
  return `kv:${key}`;
}

/** Value for which the script deletes the key. An encoded record is never empty. */
const deletionMark = "";

const commitScript = `
local locks = tonumber(ARGV[1])
for i = 1, locks do
  if redis.call('GET', KEYS[i]) ~= ARGV[i + 1] then return 0 end
end
-- A Redis without memory checks only the first write of a script: after a DEL, all others pass.
local grown = 0
for i = locks + 1, #KEYS do grown = grown + #ARGV[i + 1] - redis.call('STRLEN', KEYS[i]) end
if grown <= 0 then redis.call('DEL', KEYS[#KEYS]) end
for i = locks + 1, #KEYS do
  if ARGV[i + 1] == '' then redis.call('DEL', KEYS[i]) else redis.call('SET', KEYS[i], ARGV[i + 1]) end
end
return 1`;
