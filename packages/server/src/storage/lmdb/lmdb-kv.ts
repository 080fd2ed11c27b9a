import { setImmediate as nextTurn } from "node:timers/promises";
import { asBinary, type RootDatabase } from "lmdb";
import { LRUCache } from "lru-cache";
import type { Kv } from "../types.ts";
import { checkWrites, keyFault } from "../writes.ts";
import { waitUntilDurable } from "./lmdb-driver.ts";
import { createLmdbSpace } from "./lmdb-space.ts";

/** A write as it goes to disk, and the value where the committer gave it away for good. */
interface Encoded {
  key: string;
  bytes: Buffer | null;
  given: object | null;
}

/** Records up to this many encoded bytes are kept decoded, this many bytes of them in all. */
const keptRecord = 8 * 1024;
const keptInAll = 4 * 1024 * 1024;
/** Bytes that a write takes beside its own, at most: the pages on the way to it are written anew, and may be split. */
const wayBytes = 12 * 1024;
/** Bytes that must find room for a server to be ready: more than any registration takes, or a mail as most are. */
const probeBytes = 256 * 1024;

/** Each commit is part of one transaction; commits of the same moment share a transaction and its flush to disk. */
export function createLmdbKv(
  database: RootDatabase<unknown, string>,
  { dispose = true }: { dispose?: boolean } = {},
): Kv {
  let open = true;
  const room = createLmdbSpace(database);
  // Most requests read the same few small records again: a token, an index. A commit renews them before its caller hears of it.
  const kept = new LRUCache<string, object>({ max: 4096, maxSize: keptInAll });
  // A commit can be seen before its promise is settled, and all of it at once: until then its keys are read where it is seen.
  const underWay = new Map<string, number>();
  let group: { writes: Encoded[]; done: Promise<void> } | null = null;

  /** What is committed in one turn of the event loop goes into one transaction, and so waits for one flush. */
  function newGroup() {
    const writes: Encoded[] = [];
    const done = nextTurn().then(() => {
      group = null;
      return waitUntilDurable(database.batch(() => writeAll(writes))).then(
        () => {
          for (const { key, bytes, given } of writes)
            if (arrive(key) && bytes !== null && given !== null) keep(key, given, bytes.length);
        },
        (error: unknown) => {
          for (const { key } of writes) arrive(key);
          throw error;
        },
      );
    });
    return { writes, done };
  }

  function depart(key: string) {
    underWay.set(key, (underWay.get(key) ?? 0) + 1);
    kept.delete(key);
  }

  /** Whether no other write of this key is under way. */
  function arrive(key: string): boolean {
    const others = (underWay.get(key) ?? 1) - 1;
    if (others > 0) underWay.set(key, others);
    else underWay.delete(key);
    return others === 0;
  }

  /** Whether more is stored after these writes than before. */
  function grows(writes: readonly Encoded[]): boolean {
    const more = writes.map(({ key, bytes }) => (bytes?.length ?? 0) - (database.getBinaryFast(key)?.length ?? 0));
    return more.reduce((sum, difference) => sum + difference, 0) > 0;
  }

  function keep(key: string, value: object, size: number) {
    if (size <= keptRecord) kept.set(key, value, { size });
    else kept.delete(key);
  }

  function writeAll(writes: Encoded[]) {
    for (const { key, bytes } of writes) {
      if (bytes === null) database.remove(key);
      else database.put(key, asBinary(bytes));
    }
  }

  return {
    async get<T extends object>(key: string) {
      if (!open) throw new Error("The storage is closed");
      const known = kept.get(key);
      // What stands under a key is what the caller committed there.
      if (known !== undefined) return known as T;
      if (keyFault(key)) return null;
      const value = database.get(key) as T | undefined;
      if (value === undefined) return null;
      const size = sizeOfLast(database);
      if (size <= keptRecord && !underWay.has(key)) keep(key, freezeDeep(value), size);
      return value;
    },
    async commit(writes) {
      if (!open) throw new Error("The storage is closed");
      // A value that cannot be encoded must be found before the first write of the batch is queued.
      const encoded = checkWrites(writes).map(([key, value]) => ({
        key,
        bytes: value && Buffer.from(JSON.stringify(value)),
        given: value && Object.isFrozen(value) ? value : null,
      }));
      if (encoded.length === 0) return;
      const bytes = encoded.reduce((sum, write) => sum + (write.bytes?.length ?? 0) + wayBytes, 0);
      const counted = room.reserveSpace(bytes, () => grows(encoded));
      if (counted !== null) await counted;
      try {
        group ??= newGroup();
        group.writes.push(...encoded);
        for (const { key } of encoded) depart(key);
        await group.done;
      } finally {
        room.releaseSpace(bytes);
      }
    },
    async probe() {
      const counted = room.reserveSpace(probeBytes, () => true);
      if (counted !== null) await counted;
      room.releaseSpace(probeBytes);
      await this.commit([["health", { at: Date.now() }]]);
    },
    async recover() {},
    async close() {
      if (!open) return;
      open = false;
      await room.settle();
      // A failure of these commits is their callers' to hear.
      await group?.done.catch(() => {});
      if (dispose) await database.close();
    },
  };
}

/** Length of the value read last, as it is stored. */
function sizeOfLast(database: RootDatabase<unknown, string>): number {
  // lmdb's types leave it out.
  return (database as unknown as { lastSize: number }).lastSize;
}

/** Everyone who reads a kept record gets the same object. */
function freezeDeep<T extends object>(value: T): T {
  for (const child of Object.values(value)) if (typeof child === "object" && child !== null) freezeDeep(child);
  return Object.freeze(value);
}
