import { mkdirSync } from "node:fs";
import { open, type RootDatabase } from "lmdb";
import { defineDriver } from "unstorage";
import { keyFault } from "../writes.ts";

export interface LmdbDriverOptions {
  /** Folder of the database. Created if missing. */
  dir: string;
}

/** unstorage driver of an embedded database. A write resolves once it is on disk, and is atomic in a crash. */
export const lmdbDriver = defineDriver((options: LmdbDriverOptions) => {
  const database = openLmdb(options.dir);
  const isStorable = (key: string) => keyFault(key) === null;

  return {
    name: "lmdb",
    options,
    getInstance: () => database,
    hasItem: (key: string) => isStorable(key) && database.doesExist(key),
    getItem: (key: string) => (isStorable(key) ? (database.get(key) ?? null) : null),
    /** Stores a value. Resolves once it is on disk. @throws RangeError for an invalid key, such as one that is too long */
    async setItem(key: string, value: string) {
      const fault = keyFault(key);
      if (fault) throw new RangeError(fault);
      await waitUntilDurable(database.put(key, value));
    },
    /** Deletes a value. Does nothing for an invalid key, under which nothing can be stored. */
    async removeItem(key: string) {
      if (isStorable(key)) await waitUntilDurable(database.remove(key));
    },
    getKeys: (base = "") => [...keysUnder(database, base)],
    /** Deletes all keys that begin with `base`, in one transaction. */
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

/**
 * Waits until a commit is on disk.
 *
 * @throws Error whose cause is the reason. lmdb's error has it in `commitError`, a promise that rejects with it
 */
export async function waitUntilDurable(commit: Promise<boolean>): Promise<void> {
  try {
    await commit;
  } catch (error) {
    const { commitError } = error as { commitError?: Promise<never> };
    // Handled also because an unhandled rejection would end the process.
    const reason: unknown = await Promise.resolve(commitError).catch((cause: unknown) => cause);
    throw new Error("The storage could not commit", { cause: reason ?? error });
  }
}

/**
 * Opens the database in a folder, which is created if missing and may be named like a file ("data.v2"). A commit is on disk before
 * any reader sees it. The encoding `json` is for values that are stored by the driver. The server's records are bytes, encoded already.
 * The cast is needed for `permissionsMode`, which lmdb's types omit.
 */
function openLmdb(dir: string): RootDatabase<unknown, string> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return open({
    path: dir,
    permissionsMode: 0o600,
    noSubdir: false,
    encoding: "json",
    overlappingSync: false,
    // Batching by event turn creates another promise, whose rejection could not be handled.
    eventTurnBatching: false,
  } as Parameters<typeof open>[0]);
}

/** Yields the keys that begin with `base`. They are a range, so the cost does not depend on the number of all keys. */
function* keysUnder(database: RootDatabase<unknown, string>, base: string) {
  for (const key of database.getKeys({ start: base })) {
    if (!key.startsWith(base)) return;
    yield key;
  }
}
