import { existsSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { open } from "lmdb";
import { OptionsError } from "../problem.ts";
import { parseStorage } from "./backends.ts";

/** Yields all records of a storage as of one moment, even while servers use it. */
export async function* readAllRecords(storage: string): AsyncGenerator<readonly [key: string, value: object]> {
  // An unknown scheme is rejected like `memory:`.
  const { scheme, rest } = parseStorage(storage) ?? { scheme: "memory", rest: "" };
  if (scheme === "lmdb") yield* readLmdb(rest);
  else if (scheme === "redis" || scheme === "rediss") yield* readRedis(storage);
  else
    throw new OptionsError(
      "--storage: lmdb:<dir> and redis:// can be backed up. fs: and memory: have no consistent snapshot.",
    );
}

/** Uses one read transaction, which sees the database as of its start. */
async function* readLmdb(dir: string): AsyncGenerator<readonly [string, object]> {
  if (!existsSync(join(dir, "data.mdb"))) throw new OptionsError(`--storage: no Frontdesk data in ${dir}`);
  const database = open<object, string>({ path: dir, noSubdir: false, encoding: "json", readOnly: true });
  const transaction = database.useReadTransaction();
  try {
    for (const { key, value } of database.getRange({ transaction })) yield [key, value];
  } finally {
    transaction.done();
    await database.close();
  }
}

const prefix = "frontdesk:kv:";

/** Uses one script, because Redis runs nothing else meanwhile. */
async function* readRedis(url: string): AsyncGenerator<readonly [string, object]> {
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1 });
  client.on("error", () => {});
  try {
    // The script returns keys and values alternately.
    const keysAndValues = (await client.eval(readScript, 0, `${prefix}*`)) as string[];
    for (let index = 0; index < keysAndValues.length; index += 2)
      yield [keysAndValues[index]!.slice(prefix.length), JSON.parse(keysAndValues[index + 1]!) as object];
  } finally {
    client.disconnect();
  }
}

const readScript = `
local found = {}
for _, key in ipairs(redis.call('KEYS', ARGV[1])) do
  found[#found + 1] = key
  found[#found + 1] = redis.call('GET', key)
end
return found`;
