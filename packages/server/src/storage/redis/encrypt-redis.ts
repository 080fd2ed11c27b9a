import { setTimeout as delay } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { RecordCodec } from "../encryption/record-codec.ts";
import { dataKey } from "./redis-kv.ts";

/** Keys that one SCAN looks at. */
const scanCount = 500;
/** Milliseconds between two looks at a save in the background. */
const pollMs = 50;

/** Encrypts all records in Redis that are clear text. Servers of this version may write meanwhile. */
export async function encryptRedis(client: Redis, codec: RecordCodec): Promise<void> {
  const prefix = `${client.options.keyPrefix}${dataKey("")}`;
  // A scan begins and ends with the cursor "0".
  let cursor = "0";
  do {
    // The client prefixes keys, but neither patterns nor results.
    const [next, storedKeys] = await client.scan(cursor, "MATCH", `${prefix}*`, "COUNT", scanCount);
    for (const stored of storedKeys) await encryptRecord(stored.slice(prefix.length));
    cursor = next;
  } while (cursor !== "0");

  /** Encrypts a record if it is clear text. The few that are needed before the encryption keys are known stay clear text. */
  async function encryptRecord(key: string): Promise<void> {
    const bytes = await client.getBuffer(dataKey(key));
    if (bytes === null || !codec.isExposed(key, bytes)) return;
    const encrypted = codec.encode(key, codec.decode(key, bytes));
    // Replaces only these bytes: another server that has changed the record since has encrypted it.
    await client.eval(replaceScript, 1, dataKey(key), bytes, encrypted);
  }
}

/** Makes Redis rewrite its append-only file and its dump, because both still contain the clear text that was overwritten. */
export async function rewriteRedisFiles(client: Redis): Promise<void> {
  const before = await readPersistence(client);
  if (before.get("aof_enabled") === "1") {
    await client.bgrewriteaof();
    await waitUntilIdle(client, ["aof_rewrite_in_progress", "aof_rewrite_scheduled"]);
    await expectOk(client, "aof_last_bgrewrite_status");
  }
  // Writes a dump even if Redis makes none by itself, because an earlier one may lie there. `SCHEDULE` waits for a running rewrite.
  await client.bgsave("SCHEDULE");
  await waitUntilIdle(client, ["rdb_bgsave_in_progress"]);
  await expectOk(client, "rdb_last_bgsave_status");
}

/** Waits until Redis has finished what these fields report as running: each is `1` until then. */
async function waitUntilIdle(client: Redis, fields: readonly string[]): Promise<void> {
  for (;;) {
    const persistence = await readPersistence(client);
    if (fields.every((field) => persistence.get(field) !== "1")) return;
    await delay(pollMs);
  }
}

/** Checks the result of the last rewrite or dump, which Redis reports in this field. @throws Error if it failed */
async function expectOk(client: Redis, field: string): Promise<void> {
  const status = (await readPersistence(client)).get(field);
  if (status !== "ok") throw new Error(`Redis says ${field}: ${status}`);
}

/** Returns what Redis reports about its files, from lines such as `aof_enabled:1`. */
async function readPersistence(client: Redis): Promise<Map<string, string>> {
  const info = await client.info("persistence");
  return new Map(
    info
      .split("\r\n")
      .filter((line) => line.includes(":"))
      .map((line) => line.split(":", 2) as [string, string]),
  );
}

const replaceScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2]) end
return 1`;
