import { Redis } from "ioredis";
import { OptionsError } from "../../problem.ts";
import { keyringTopic } from "../encryption/keyring.ts";
import { createRecordCodec, type RecordCodec } from "../encryption/record-codec.ts";
import { clearTextWarning, type EncryptionOptions, startEncryption } from "../encryption/start-encryption.ts";
import type { Backend } from "../types.ts";
import { encryptRedis, rewriteRedisFiles } from "./encrypt-redis.ts";
import { throwRedisError, withoutCredentials } from "./redis-address.ts";
import { createRedisBus } from "./redis-bus.ts";
import { createRedisCounters } from "./redis-counters.ts";
import { createRedisKv } from "./redis-kv.ts";
import { createRedisLocks, type RedisLocksOptions } from "./redis-locks.ts";
import { createRedisPresence } from "./redis-presence.ts";

export interface RedisBackendOptions extends RedisLocksOptions {}

/**
 * Opens a Redis (or Valkey) that several servers share as store, locks and bus. `fences` are the locks that the running code holds; a
 * commit checks that they were not lost.
 */
export async function openRedis(
  url: string,
  encryptionOptions: EncryptionOptions,
  options: RedisBackendOptions = {},
): Promise<Backend> {
  const description = withoutCredentials(url);
  const connections = createConnections(url);
  try {
    for (const redis of connections) await connect(redis);
    const [client, subscriber] = connections;
    const locks = createRedisLocks(client, options);
    const bus = await createRedisBus(client, subscriber);
    const codec = createRecordCodec();
    const kv = createRedisKv(client, { fences: locks.fences, codec });
    const encryption = await startRedisEncryption(client, { kv, locks, bus, codec }, encryptionOptions);
    return {
      kv,
      locks,
      bus,
      presence: createRedisPresence(client),
      counters: createRedisCounters(client),
      description,
      warnings: [...(await missingPasswordWarnings(client, url)), ...(encryption === null ? [clearTextWarning] : [])],
      risks: await risksOf(client),
      encryption,
      /** Waits for work that holds a lock, then closes the connections. Destroys those that cannot be closed. */
      async close() {
        await locks.close();
        await bus.close();
        await Promise.allSettled(connections.map((redis) => redis.quit()));
        for (const redis of connections) redis.disconnect();
      },
    };
  } catch (error) {
    for (const redis of connections) redis.disconnect();
    // An OptionsError names the setting that is wrong: Redis itself can be used.
    if (error instanceof OptionsError) throw error;
    throwRedisError(url, error);
  }
}

/** Time for Redis to close its end. The client's default of 2 s would delay every stop. */
const disconnectTimeoutMs = 50;

/**
 * Creates the connections for commands and for the bus. Neither connects yet. Both reconnect for ever, but a command fails
 * after seconds: its request then gets an error instead of waiting. So errors of the connections themselves are ignored.
 */
function createConnections(url: string) {
  const client = new Redis(url, {
    keyPrefix: "frontdesk:",
    lazyConnect: true,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
    maxRetriesPerRequest: 2,
    disconnectTimeout: disconnectTimeoutMs,
    keepAlive: 10_000,
    retryStrategy: (attempt) => Math.min(50 * attempt, 500),
  });
  // The bus itself subscribes again after a lost connection, because it must know about the gap. So the client must not
  // subscribe, nor repeat a pending command. The bus names its channel in full, so without the prefix.
  const subscriber = client.duplicate({ keyPrefix: "", autoResubscribe: false, maxRetriesPerRequest: 0 });
  const connections = [client, subscriber] as const;
  for (const redis of connections) redis.on("error", () => {});
  return connections;
}

/** Connects to Redis. Rejects with the reason of the first failed attempt instead of the client's "connection is closed". */
async function connect(redis: Redis) {
  let firstError: unknown;
  const rememberError = (error: unknown) => {
    firstError = error;
  };
  redis.once("error", rememberError);
  try {
    await redis.connect();
    // Redis may accept a connection and reject its commands, such as without the password.
    await redis.ping();
  } catch (error) {
    throw firstError ?? error;
  } finally {
    redis.off("error", rememberError);
  }
}

/** Starts the encryption of the stored records. Loads the data keys that other servers add. */
async function startRedisEncryption(
  client: Redis,
  { kv, locks, bus, codec }: Pick<Backend, "kv" | "locks" | "bus"> & { codec: RecordCodec },
  options: EncryptionOptions,
) {
  const encryptStored = () => encryptRedis(client, codec);
  const compact = () => rewriteRedisFiles(client);
  const onDataKeyAdded = () => bus.publish(keyringTopic);
  const encryption = await startEncryption({ kv, locks, codec, encryptStored, compact, onDataKeyAdded }, options);
  // Another server has created a data key. After a failure, the first record that was encrypted with it loads the keys again.
  if (encryption !== null) bus.subscribe(keyringTopic, () => void codec.reloadKeys().catch(() => {}));
  return encryption;
}

/** Returns a warning if Redis needs no password: any program that can connect, also from this machine, can read and change all data. */
async function missingPasswordWarnings(client: Redis, url: string): Promise<string[]> {
  const { host, password } = new URL(url);
  // Asks for Redis's own setting, because a Redis that needs no password accepts any. The URL counts only if Redis does not tell.
  const namesAndValues = await client.call("ACL", "GETUSER", "default").catch(() => null);
  const flags: unknown = Array.isArray(namesAndValues) ? namesAndValues[namesAndValues.indexOf("flags") + 1] : null;
  const needsNoPassword = Array.isArray(flags) ? flags.includes("on") && flags.includes("nopass") : password === "";
  if (!needsNoPassword) return [];
  return [
    `Redis at ${host} needs no password, so every program that can connect, and every user of its machine, can read every key. Set requirepass there and put the password into FRONTDESK_STORAGE: redis://:<password>@${host}.`,
  ];
}

/** Returns how the settings of this Redis could lose acknowledged data: persistence and eviction. */
async function risksOf(client: Redis): Promise<string[]> {
  // Managed services may reject CONFIG. Then the risks are unknown.
  const settings = await client.config("GET", "append*").catch(() => null);
  const policy = await client.config("GET", "maxmemory-policy").catch(() => null);
  const risks: string[] = [];
  /** Returns the value of a setting. Redis returns names and values alternately. */
  const setting = (name: string) =>
    Array.isArray(settings) && settings.includes(name) ? String(settings[settings.indexOf(name) + 1]) : null;
  if (setting("appendonly") === "no")
    risks.push(
      "Redis has no append-only file, so acknowledged data is lost if it crashes. Set appendonly yes and appendfsync always.",
    );
  else if (setting("appendonly") === "yes" && setting("appendfsync") !== "always")
    risks.push(
      `Redis writes its append-only file with appendfsync ${setting("appendfsync")}, so a power failure loses data acknowledged in the last second or more. Set appendfsync always.`,
    );
  if (Array.isArray(policy) && policy[1] && policy[1] !== "noeviction")
    risks.push(`Redis may drop stored data when memory is short (${policy[1]}). Set maxmemory-policy noeviction.`);
  return risks;
}
