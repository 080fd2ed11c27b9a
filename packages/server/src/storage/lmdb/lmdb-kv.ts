import { setImmediate as nextTurn } from "node:timers/promises";
import { asBinary, type RootDatabase } from "lmdb";
import { LRUCache } from "lru-cache";
import { createRecordCodec, type RecordCodec } from "../encryption/record-codec.ts";
import { freezeDeep } from "../freeze-deep.ts";
import type { Kv } from "../types.ts";
import { checkWrites, keyFault } from "../writes.ts";
import { waitUntilDurable } from "./lmdb-driver.ts";
import { createLmdbSpace } from "./lmdb-space.ts";

/** A write as it goes to disk. */
interface EncodedWrite {
  key: string;
  /** `null` to delete the key. */
  bytes: Buffer | null;
  /** The value if it is frozen, so that it can be shared with readers; else `null`. */
  frozenValue: object | null;
}

/** Cache of decoded records. Limits in encoded bytes: of one record, and of all. */
const maxCachedRecordBytes = 8 * 1024;
const maxCacheBytes = 4 * 1024 * 1024;
/** Maximum bytes that a write takes besides its own: LMDB copies the tree pages on the path to it, and may split them. */
const treePathBytes = 12 * 1024;
/** Bytes that must be free for the server to be ready: more than any registration and most mails take. */
const probeBytes = 256 * 1024;

/** Creates a store on LMDB. Commits of the same moment share a transaction and its flush to disk. */
export function createLmdbKv(
  database: RootDatabase<unknown, string>,
  { dispose = true, codec = createRecordCodec() }: { dispose?: boolean; codec?: RecordCodec } = {},
): Kv {
  let isOpen = true;
  const diskSpace = createLmdbSpace(database);
  // Most requests read the same few small records: a token, an index. A commit updates them before its promise resolves.
  const cache = new LRUCache<string, object>({ max: 4096, maxSize: maxCacheBytes });
  // Number of unfinished writes by key. A commit becomes visible in the database before its promise resolves, so these keys are not cached.
  const pendingWrites = new Map<string, number>();
  /** The commits of this turn of the event loop; `null` before the first. */
  let openGroup: { writes: EncodedWrite[]; committed: Promise<void> } | null = null;
  /** The groups that have not ended: the open one, and those that are being flushed. */
  const runningGroups = new Set<Promise<void>>();

  /** Creates a group that collects the commits of this turn of the event loop into one transaction, so that they wait for one flush. */
  function createGroup() {
    const writes: EncodedWrite[] = [];
    const committed = commitAfterTurn(writes).finally(() => runningGroups.delete(committed));
    runningGroups.add(committed);
    return { writes, committed };
  }

  /**
   * Waits for the end of this turn of the event loop, during which further commits join the group. Then closes the group, commits its
   * writes together, and caches the values that can be shared with readers.
   */
  async function commitAfterTurn(writes: readonly EncodedWrite[]): Promise<void> {
    await nextTurn();
    openGroup = null;
    try {
      await waitUntilDurable(database.batch(() => writeAll(writes)));
    } catch (error) {
      for (const { key } of writes) endWrite(key);
      throw error;
    }
    for (const { key, bytes, frozenValue } of writes) {
      // If another write of the key is pending, this value is outdated soon and must not be cached.
      const isLatestWrite = endWrite(key);
      const isDeletion = bytes === null;
      if (isLatestWrite && !isDeletion && frozenValue !== null) cacheRecord(key, frozenValue, bytes.length);
    }
  }

  /** Counts a pending write of a key, so that reads do not cache its value, and removes the old one from the cache. */
  function beginWrite(key: string) {
    pendingWrites.set(key, (pendingWrites.get(key) ?? 0) + 1);
    cache.delete(key);
  }

  /** Ends a pending write. Returns whether no other write of this key is pending. */
  function endWrite(key: string): boolean {
    // Never missing: `beginWrite` has counted this write.
    const remaining = pendingWrites.get(key)! - 1;
    if (remaining > 0) pendingWrites.set(key, remaining);
    else pendingWrites.delete(key);
    return remaining === 0;
  }

  /** Returns whether these writes store more bytes than they replace. Writes that do not are allowed on a full disk. */
  function increasesUsage(writes: readonly EncodedWrite[]): boolean {
    const differences = writes.map(
      ({ key, bytes }) => (bytes?.length ?? 0) - (database.getBinaryFast(key)?.length ?? 0),
    );
    return differences.reduce((sum, difference) => sum + difference, 0) > 0;
  }

  /** Caches a record, unless it is too large for that. Its older value was removed when its write began. */
  function cacheRecord(key: string, value: object, size: number) {
    if (size <= maxCachedRecordBytes) cache.set(key, value, { size });
  }

  /** Puts or deletes the key of each write. Must be called within a transaction. */
  function writeAll(writes: readonly EncodedWrite[]) {
    for (const { key, bytes } of writes) {
      if (bytes === null) database.remove(key);
      // The codec has encoded it already, so lmdb must not.
      else database.put(key, asBinary(bytes));
    }
  }

  return {
    /**
     * Returns a value from the cache or the database; `null` also for a key that cannot be stored (`keyFault`). Small values are cached,
     * frozen because all readers share them. The casts are right because the caller committed the value under the same key.
     */
    async get<T extends object>(key: string) {
      if (!isOpen) throw new Error("The storage is closed");
      const cached = cache.get(key);
      if (cached !== undefined) return cached as T;
      if (keyFault(key)) return null;
      const bytes = database.getBinary(key);
      if (bytes === undefined) return null;
      const value = codec.decode(key, bytes) as T;
      // A pending write may replace the value at any moment, so the cached one could stay outdated.
      if (bytes.length <= maxCachedRecordBytes && !pendingWrites.has(key))
        cacheRecord(key, freezeDeep(value), bytes.length);
      return value;
    },
    /**
     * Reserves disk space, then commits in one group with the other commits of this turn of the event loop. Each write needs its own bytes
     * and those of the tree pages on the path to it. If no such space is left, a commit that does not increase usage may use a
     * reserve. Until the group has ended, reads do not cache the values of these keys (`beginWrite`).
     */
    async commit(writes) {
      if (!isOpen) throw new Error("The storage is closed");
      const encoded = checkWrites(writes).map(([key, value]) => ({
        key,
        bytes: value && codec.encode(key, value),
        // Frozen values may be cached as they are: nobody can change them later.
        frozenValue: value && Object.isFrozen(value) ? value : null,
      }));
      if (encoded.length === 0) return;
      const bytes = encoded.reduce((sum, write) => sum + (write.bytes?.length ?? 0) + treePathBytes, 0);
      const spaceCheck = diskSpace.reserveSpace(bytes, () => increasesUsage(encoded));
      if (spaceCheck !== null) await spaceCheck;
      try {
        openGroup ??= createGroup();
        openGroup.writes.push(...encoded);
        for (const { key } of encoded) beginWrite(key);
        await openGroup.committed;
      } finally {
        diskSpace.releaseSpace(bytes);
      }
    },
    /**
     * Writes a small record for the health check. First checks the disk space for much more new data, because the server is ready
     * only if it can store that. @throws Error if the storage does not accept new data
     */
    async probe() {
      const storesNewData = () => true;
      const spaceCheck = diskSpace.reserveSpace(probeBytes, storesNewData);
      if (spaceCheck !== null) await spaceCheck;
      // The commit reserves its space itself.
      diskSpace.releaseSpace(probeBytes);
      await this.commit([["health", { at: Date.now() }]]);
    },
    /** Accepts no more calls, and waits for the pending commits. Then closes the database, unless its owner does (`dispose: false`). */
    async close() {
      if (!isOpen) return;
      isOpen = false;
      // Commits that wait for disk space join the group once they have it.
      await diskSpace.settle();
      await Promise.allSettled(runningGroups);
      if (dispose) await database.close();
    },
  };
}
