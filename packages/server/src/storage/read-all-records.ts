import { existsSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { open } from "lmdb";
import { OptionsError } from "../problem.ts";
import { parseStorage } from "./backends.ts";
import { keyringKey } from "./encryption/keyring.ts";
import { throwRedisError } from "./redis/redis-address.ts";

/** A record with its stored bytes, which may be encrypted. */
type StoredRecord = readonly [key: string, bytes: Buffer];

/**
 * Yields all records of a storage as of one moment, even while servers use it. The keyring, if there is one, is the first,
 * because a backup begins with it.
 */
export async function* readAllRecords(storage: string): AsyncGenerator<StoredRecord, undefined> {
  // An unknown scheme is rejected like `memory:`.
  const { scheme, rest } = parseStorage(storage) ?? { scheme: "memory", rest: "" };
  if (scheme === "lmdb") yield* readLmdb(rest);
  else if (scheme === "redis" || scheme === "rediss") yield* readRedis(storage);
  else
    throw new OptionsError(
      "--storage: lmdb:<dir> and redis:// can be backed up. fs: and memory: have no consistent snapshot.",
    );
}

/**
 * Yields the records of an LMDB folder, the keyring first, because a backup begins with it. One read transaction sees the database
 * as of its start.
 */
async function* readLmdb(dir: string): AsyncGenerator<StoredRecord> {
  if (!existsSync(join(dir, "data.mdb"))) throw new OptionsError(`--storage: no Frontdesk data in ${dir}`);
  const database = open<Buffer, string>({ path: dir, noSubdir: false, encoding: "binary", readOnly: true });
  const transaction = database.useReadTransaction();
  try {
    const keyring = database.get(keyringKey, { transaction });
    if (keyring !== undefined) yield [keyringKey, keyring];
    for (const { key, value } of database.getRange({ transaction })) {
      if (key !== keyringKey) yield [key, value];
    }
  } finally {
    transaction.done();
    await database.close();
  }
}

const redisKeyPrefix = "frontdesk:kv:";

/**
 * Yields a consistent snapshot of the records in Redis: one script reads all, and nothing else runs meanwhile. The keyring is the first,
 * because a backup begins with it. Retries only once, so that a backup of a Redis that is down fails soon.
 */
async function* readRedis(url: string): AsyncGenerator<StoredRecord> {
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1 });
  // The command rejects with advice about an option of the client; only this error says why Redis cannot be reached.
  let connectionError: unknown;
  client.on("error", (error) => {
    connectionError ??= error;
  });
  try {
    const keysAndValues = (await client
      .callBuffer("EVAL", readScript, 0, redisKeyPrefix, keyringKey)
      .catch((error) => throwRedisError(url, connectionError ?? error))) as Buffer[];
    for (let index = 0; index < keysAndValues.length; index += 2)
      yield [keysAndValues[index]!.toString().slice(redisKeyPrefix.length), keysAndValues[index + 1]!];
  } finally {
    client.disconnect();
  }
}

const readScript = `
local found = {}
local keyring = ARGV[1] .. ARGV[2]
local function add(key)
  found[#found + 1] = key
  found[#found + 1] = redis.call('GET', key)
end
if redis.call('EXISTS', keyring) == 1 then add(keyring) end
for _, key in ipairs(redis.call('KEYS', ARGV[1] .. '*')) do
  if key ~= keyring then add(key) end
end
return found`;
