import { asBinary, type RootDatabase } from "lmdb";
import { durably } from "./lmdb-driver.ts";
import type { Kv } from "./types.ts";
import { checkWrites, keyFault } from "./writes.ts";

/** Each commit is part of one transaction; commits of the same moment share a transaction and its flush to disk. */
export function createLmdbKv(
  database: RootDatabase<unknown, string>,
  { dispose = true }: { dispose?: boolean } = {},
): Kv {
  let open = true;
  const { encode } = encoderOf(database);

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
      await durably(
        database.batch(() => {
          for (const [key, bytes] of encoded) {
            if (bytes === null) database.remove(key);
            else database.put(key, asBinary(bytes));
          }
        }),
      );
    },
    async recover() {},
    async close() {
      if (!open) return;
      open = false;
      if (dispose) await database.close();
    },
  };
}

function encoderOf(database: RootDatabase<unknown, string>) {
  // lmdb's types leave out the encoder that each database carries.
  const { encoder } = database as unknown as { encoder: { encode(value: object): Buffer } };
  return { encode: (value: object) => encoder.encode(value) };
}
