import { mkdirSync } from "node:fs";
import { open, type RootDatabase } from "lmdb";
import { defineDriver } from "unstorage";
import { keyFault } from "../writes.ts";

export interface LmdbDriverOptions {
  /** The folder of the database; made if it is missing. */
  dir: string;
}

/** An embedded database: a write resolves once it is on disk, and a crash leaves each write whole or absent. */
export const lmdbDriver = defineDriver((options: LmdbDriverOptions) => {
  const database = openLmdb(options.dir);
  const storable = (key: string) => keyFault(key) === null;

  return {
    name: "lmdb",
    options,
    getInstance: () => database,
    hasItem: (key: string) => storable(key) && database.doesExist(key),
    getItem: (key: string) => (storable(key) ? (database.get(key) ?? null) : null),
    async setItem(key: string, value: string) {
      const fault = keyFault(key);
      if (fault) throw new RangeError(fault);
      await waitUntilDurable(database.put(key, value));
    },
    async removeItem(key: string) {
      if (storable(key)) await waitUntilDurable(database.remove(key));
    },
    getKeys: (base = "") => [...keysUnder(database, base)],
    async clear(base = "") {
      const keys = [...keysUnder(database, base)];
      await waitUntilDurable(
        database.batch(() => {
          for (const key of keys) database.remove(key);
        }),
      );
    },
    dispose: () => database.close(),
  };
});

/** Waits for a commit; the reason of a failed one is hidden behind a second promise of lmdb's error. */
export async function waitUntilDurable(commit: Promise<boolean>): Promise<void> {
  try {
    await commit;
  } catch (error) {
    // lmdb rejects that promise too, and a rejection nobody takes ends the process.
    const reason: unknown = await Promise.resolve((error as { commitError?: Promise<never> }).commitError).catch(
      (cause: unknown) => cause,
    );
    throw new Error("The storage could not commit", { cause: reason ?? error });
  }
}

function openLmdb(dir: string): RootDatabase<unknown, string> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return open({
    path: dir,
    permissionsMode: 0o600,
    // A folder named like a file ("data.v2") is still a folder.
    noSubdir: false,
    // In native code. msgpack's encoder is JavaScript, and a mail's records cost twice as much by it.
    encoding: "json",
    // Plain LMDB order: the data is on disk before the commit is visible to anyone.
    overlappingSync: false,
    // Batching by event turn makes a promise of its own, whose rejection nobody could take.
    eventTurnBatching: false,
  } as Parameters<typeof open>[0]);
}

/** Keys of one prefix by range, so the cost follows the answer's size and not the store's. */
function* keysUnder(database: RootDatabase<unknown, string>, base: string) {
  for (const key of database.getKeys({ start: base })) {
    if (!key.startsWith(base)) return;
    yield key;
  }
}
