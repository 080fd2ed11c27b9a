import { setImmediate as nextTurn } from "node:timers/promises";
import { asBinary, type RootDatabase } from "lmdb";
import { durably } from "./lmdb-driver.ts";
import type { Kv } from "./types.ts";
import { checkWrites, keyFault } from "./writes.ts";

type Encoded = readonly [key: string, bytes: Buffer | null];

/** Each commit is part of one transaction; commits of the same moment share a transaction and its flush to disk. */
export function createLmdbKv(
  database: RootDatabase<unknown, string>,
  { dispose = true }: { dispose?: boolean } = {},
): Kv {
  let open = true;
  const { encode } = encoderOf(database);
  let group: { writes: Encoded[]; done: Promise<void> } | null = null;

  /** What is committed in one turn of the event loop goes into one transaction, and so waits for one flush. */
  function newGroup() {
    const writes: Encoded[] = [];
    const done = nextTurn().then(() => {
      group = null;
      return durably(database.batch(() => writeAll(writes)));
    });
    return { writes, done };
  }

  function writeAll(writes: Encoded[]) {
    for (const [key, bytes] of writes) {
      if (bytes === null) database.remove(key);
      else database.put(key, asBinary(bytes));
    }
  }

  return {
    async get<T extends object>(key: string) {
      if (!open) throw new Error("The storage is closed");
      if (keyFault(key)) return null;
      // What stands under a key is what the caller committed there.
      return (database.get(key) as T | undefined) ?? null;
    },
    async commit(writes) {
      if (!open) throw new Error("The storage is closed");
      // A value that cannot be encoded must be found before the first write of the batch is queued.
      const encoded = checkWrites(writes).map(([key, value]) => [key, value && encode(value)] as const);
      if (encoded.length === 0) return;
      group ??= newGroup();
      group.writes.push(...encoded);
      await group.done;
    },
    async recover() {},
    async close() {
      if (!open) return;
      open = false;
      // A failure of these commits is their callers' to hear.
      await group?.done.catch(() => {});
      if (dispose) await database.close();
    },
  };
}

function encoderOf(database: RootDatabase<unknown, string>) {
  // lmdb's types leave out the encoder that each database carries.
  const { encoder } = database as unknown as { encoder: { encode(value: object): Buffer } };
  return { encode: (value: object) => encoder.encode(value) };
}
