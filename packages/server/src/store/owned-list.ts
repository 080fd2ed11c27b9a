import { setImmediate as nextTurn } from "node:timers/promises";
import { Problem } from "../problem.ts";
import type { Kv, Write } from "../storage/types.ts";
import { mapInChunks } from "../text/chunked.ts";

/** Ids per bucket record. Bounds the size of every write to a list. */
const bucketSize = 256;
/** Buckets read before other requests get a turn of the event loop. Their numbers, mostly consecutive, count them well enough. */
const bucketsPerTurn = 16;
/** How often a read starts again because a bucket was deleted during it. */
const maxReadAttempts = 100;

/** State of a list. Bucket numbers begin at 1. */
interface Head {
  count: number;
  /** Number of the newest bucket; 0 if there is none. */
  last: number;
  /** Number of the oldest bucket; 0 if there is none. */
  first: number;
}
/** A part of a list, linked to its neighbours. */
interface Bucket {
  /** In order of creation. A removed id becomes an empty string, so that the others keep their index. */
  ids: string[];
  /** Number of the bucket before; 0 if there is none. */
  previous: number;
  /** Number of the bucket after; 0 if there is none. */
  next: number;
}

/**
 * A list of record ids in order of creation, stored in linked buckets of bounded size, so that adding and removing cost the same
 * for any length. Callers hold the owner's lock and commit the returned writes.
 */
export interface OwnedList {
  count(): Promise<number>;
  /** Returns all ids. */
  ids(): Promise<string[]>;
  /** Returns at most `limit` ids after the cursor, and the next cursor. @throws Problem `invalid_request` for a wrong cursor. */
  page(limit: number, cursor: string | undefined, skip?: string): Promise<{ ids: string[]; next: string | null }>;
  /** Returns the writes that append an id, and its bucket, which `remove` needs. */
  append(id: string): Promise<{ writes: Write[]; bucket: number }>;
  /** Returns the writes that remove an id from the bucket that `append` returned. */
  remove(id: string, bucket: number): Promise<Write[]>;
  /** Returns the writes that delete the records of an empty list; none for a list with ids. */
  deleteEmpty(): Promise<Write[]>;
}

/** Opens the list of record ids with this name, such as `account-id:mailboxes`. */
export function openOwnedList(kv: Kv, name: string): OwnedList {
  const headKey = `list:${name}`;
  const bucketKey = (number: number) => `list:${name}:${number}`;
  // A list without a record is empty.
  const readHead = async () => (await kv.get<Head>(headKey)) ?? { count: 0, first: 0, last: 0 };
  const readBucket = async (number: number) => (await kv.get<Bucket>(bucketKey(number))) ?? throwMissing(name, number);

  /**
   * Returns at most `maxCount` ids after a position (bucket 0: from the start), without the id `skip`. Each bucket of the list names the
   * next one, the last 0. Returns `null` if a bucket was deleted meanwhile. Lets other requests run now and then (`nextTurn`).
   */
  async function followLinks(after: ListPosition, maxCount: number, skip?: string) {
    const entries: { id: string; position: ListPosition }[] = [];
    // If the cursor's bucket was deleted, reads from the first one, and skips what is before the cursor.
    const bucketExists = after.bucket > 0 && (await kv.get(bucketKey(after.bucket))) !== null;
    const firstBucket = bucketExists ? after.bucket : (await readHead()).first;
    for (let number = firstBucket; number !== 0; ) {
      const bucket = await kv.get<Bucket>(bucketKey(number));
      if (!bucket) return null;
      for (const [index, id] of bucket.ids.entries()) {
        const isAfter = number > after.bucket || (number === after.bucket && index > after.index);
        const isRemoved = id === "";
        if (isRemoved || id === skip || !isAfter) continue;
        if (entries.length === maxCount) return entries;
        entries.push({ id, position: { bucket: number, index } });
      }
      number = bucket.next;
      if (number % bucketsPerTurn === 0) await nextTurn();
    }
    return entries;
  }

  /** Returns up to `maxCount` ids after a position, except `skip`. Without a lock: reads again if a bucket of ids was deleted meanwhile. */
  async function read(after: ListPosition, maxCount: number, skip?: string) {
    for (let attempt = 0; attempt < maxReadAttempts; attempt++) {
      const entries = await followLinks(after, maxCount, skip);
      if (entries) return entries;
    }
    throw new Error(`The list ${name} changes too fast to be read`);
  }

  return {
    async count() {
      return (await readHead()).count;
    },

    async ids() {
      return (await read(listStart, Number.POSITIVE_INFINITY)).map(({ id }) => id);
    },

    /** Returns at most `limit` ids after the cursor, without `skip`, and the cursor of the next page; `null` after the last. */
    async page(limit, cursor, skip) {
      // One more than the limit, to know whether there is a next page.
      const entries = await read(cursor === undefined ? listStart : fromCursor(cursor), limit + 1, skip);
      const page = entries.slice(0, limit);
      const lastPosition = page.at(-1)?.position;
      const hasNext = lastPosition !== undefined && entries.length > limit;
      return { ids: page.map(({ id }) => id), next: hasNext ? toCursor(lastPosition) : null };
    },

    /**
     * Returns the writes that append an id, and the number of its bucket: a record that has a part of the list, and the numbers of
     * the buckets before and after it (0 for none). Appends to the newest bucket, or to a new one if that is full.
     */
    async append(id) {
      const head = await readHead();
      const newest = head.last === 0 ? null : await readBucket(head.last);
      const hasRoom = newest !== null && newest.ids.length < bucketSize;
      if (hasRoom) {
        return {
          bucket: head.last,
          writes: [
            [bucketKey(head.last), { ...newest, ids: [...newest.ids, id] }],
            [headKey, { ...head, count: head.count + 1 }],
          ],
        };
      }
      const number = head.last + 1;
      // All ids of the full bucket may have been removed; each left an empty text, because cursors count them. `remove` keeps the newest
      // bucket even then, because its number must not be used again: cursors still name it. A bucket with a new number replaces it here.
      const replacesNewest = newest !== null && isEmptyBucket(newest);
      const previous = replacesNewest ? newest.previous : head.last;
      const writes: Write[] = replacesNewest ? [[bucketKey(head.last), null]] : [];
      if (previous !== 0) {
        const previousBucket = replacesNewest ? await readBucket(previous) : newest;
        writes.push([bucketKey(previous), { ...previousBucket, next: number }]);
      }
      const first = previous === 0 ? number : head.first;
      writes.push([bucketKey(number), { ids: [id], previous, next: 0 }]);
      writes.push([headKey, { count: head.count + 1, last: number, first }]);
      return { bucket: number, writes };
    },

    /**
     * Returns the writes that remove an id from the part of the list in bucket `number`. Leaves an empty text, because cursors contain
     * the index of the other ids. Unlinks an empty bucket from its neighbours (`previous`, `next`), whose number is 0 if there is none.
     */
    async remove(id, number) {
      const head = await readHead();
      const bucket = await readBucket(number);
      const ids = bucket.ids.map((entry) => (entry === id ? "" : entry));
      const wasRemovedAlready = !bucket.ids.includes(id);
      const count = wasRemovedAlready ? head.count : head.count - 1;
      // Keeps the newest bucket (`last`) even if it is empty, so that its number is not reused while records refer to it.
      if (!isEmptyBucket({ ids }) || number === head.last) {
        return [
          [bucketKey(number), { ...bucket, ids }],
          [headKey, { ...head, count }],
        ];
      }
      const writes: Write[] = [[bucketKey(number), null]];
      if (bucket.previous !== 0)
        writes.push([bucketKey(bucket.previous), { ...(await readBucket(bucket.previous)), next: bucket.next }]);
      if (bucket.next !== 0)
        writes.push([bucketKey(bucket.next), { ...(await readBucket(bucket.next)), previous: bucket.previous }]);
      writes.push([headKey, { ...head, count, first: bucket.previous === 0 ? bucket.next : head.first }]);
      return writes;
    },

    /** Returns the writes that delete the list, if it is empty. */
    async deleteEmpty() {
      const head = await kv.get<Head>(headKey);
      if (head === null || head.count > 0) return [];
      // An empty list still has its newest bucket, and no other: `remove` deletes those that get empty.
      return [
        [headKey, null],
        [bucketKey(head.last), null],
      ];
    },
  };
}

/** Position of an id in a list. It never changes. */
interface ListPosition {
  bucket: number;
  index: number;
}

/** The position before the first id. */
const listStart: ListPosition = { bucket: 0, index: -1 };

/** Selects a page of a list; the whole list if both are omitted. */
export interface ListQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** Records of a page whose query has only a cursor. */
export const pageSize = 100;

/**
 * Returns the records of a list, without the id `skip` (such as the caller's own key) and those deleted meanwhile. With a limit or a
 * cursor, returns one page and its `next` cursor, which is `null` on the last page; otherwise all records, without `next`.
 */
export async function readRecords<T extends object>(
  list: OwnedList,
  read: (id: string) => Promise<T | null>,
  { limit, cursor }: ListQuery,
  skip?: string,
): Promise<{ records: T[]; next?: string | null }> {
  const isPage = limit !== undefined || cursor !== undefined;
  // A cursor without a limit gets a page of the default size.
  const { ids, next } = isPage
    ? await list.page(limit ?? pageSize, cursor, skip)
    : { ids: (await list.ids()).filter((id) => id !== skip), next: null };
  const records = (await mapInChunks(ids, read)).filter((record) => record !== null);
  return { records, ...(isPage ? { next } : {}) };
}

/**
 * Returns the number of records in a list of which one page was read. Calls `count` only if the page is not the whole
 * list. Records may have been removed since the page was read, so the number is raised to what the page shows: a
 * response must not contradict itself.
 */
export async function countWithRecords(
  { records, next = null }: { records: readonly unknown[]; next?: string | null },
  { cursor }: ListQuery,
  count: () => Promise<number>,
): Promise<number> {
  if (cursor === undefined && next === null) return records.length;
  // At least what was read, and one more if there is a next page.
  return Math.max(await count(), records.length + (next === null ? 0 : 1));
}

/** Returns whether every id of a bucket was removed. */
const isEmptyBucket = ({ ids }: Pick<Bucket, "ids">) => ids.every((id) => id === "");
/** Returns the cursor after this position: bucket and index, in base 36. */
const toCursor = ({ bucket, index }: ListPosition) => `${bucket.toString(36)}.${index.toString(36)}`;

/** Returns the position in a cursor, such as `1a.3`: bucket and index in base 36. @throws Problem `invalid_request` */
function fromCursor(cursor: string): ListPosition {
  const [, bucket, index] = /^([0-9a-z]{1,9})\.([0-9a-z]{1,2})$/.exec(cursor) ?? [];
  if (bucket === undefined || index === undefined)
    throw new Problem("invalid_request", "`cursor` must be the `next` of an earlier response of this list.");
  return { bucket: Number.parseInt(bucket, 36), index: Number.parseInt(index, 36) };
}

/** Throws the error for a bucket that the list names and the storage lacks. */
function throwMissing(name: string, number: number): never {
  throw new Error(`The list ${name} has no record ${number}`);
}
