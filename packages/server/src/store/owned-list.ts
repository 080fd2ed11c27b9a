import { setImmediate as nextTurn } from "node:timers/promises";
import { Problem } from "../problem.ts";
import type { Kv, Write } from "../storage/types.ts";
import { mapInChunks } from "../text/chunked.ts";

/** How many ids one index record holds; it bounds the size of every write to a list. */
const bucketSize = 256;

interface Head {
  count: number;
  /** Number of the newest bucket; 0 when there is none. */
  last: number;
  first: number;
}
interface Bucket {
  /** In order of arrival. A removed one leaves its place empty, so that places of the others stay. */
  ids: string[];
  previous: number;
  next: number;
}

/**
 * The ids that one owner has of one kind, in order of arrival, kept in linked records of bounded size. Adding and
 * removing cost the same however long the list is. Callers hold the owner's lock and commit the writes they are given.
 */
export interface OwnedList {
  count(): Promise<number>;
  ids(): Promise<string[]>;
  /** At most so many ids behind the cursor, and the cursor of the next page. @throws Problem for a cursor that is none. */
  page(limit: number, cursor: string | undefined, skip?: string): Promise<{ ids: string[]; next: string | null }>;
  /** The writes that append the id, and the bucket to remember for `remove`. */
  append(id: string): Promise<{ writes: Write[]; bucket: number }>;
  remove(id: string, bucket: number): Promise<Write[]>;
  /** The writes that delete the records of an empty list; none for a list that holds ids. */
  deleteEmpty(): Promise<Write[]>;
}

/** The list under this name, such as `account-id:mailboxes`. */
export function openOwnedList(kv: Kv, name: string): OwnedList {
  const headKey = `list:${name}`;
  const bucketKey = (number: number) => `list:${name}:${number}`;
  const readHead = async () => (await kv.get<Head>(headKey)) ?? { count: 0, first: 0, last: 0 };
  const readBucket = async (number: number) => (await kv.get<Bucket>(bucketKey(number))) ?? missingBucket(name, number);

  /** The ids from a place on with their places, until `most` are found; `null` when a bucket went meanwhile. */
  const followLinks = async (from: ListPosition, most: number, skip?: string) => {
    const found: { id: string; place: ListPosition }[] = [];
    const start = from.bucket > 0 && (await kv.get(bucketKey(from.bucket))) ? from.bucket : (await readHead()).first;
    for (let number = start; number !== 0; ) {
      const bucket = await kv.get<Bucket>(bucketKey(number));
      if (!bucket) return null;
      for (const [index, id] of bucket.ids.entries()) {
        const isBehind = number > from.bucket || (number === from.bucket && index > from.index);
        if (id === "" || id === skip || !isBehind) continue;
        if (found.length === most) return found;
        found.push({ id, place: { bucket: number, index } });
      }
      number = bucket.next;
      // A long list must not keep all other requests waiting.
      if (number % 16 === 0) await nextTurn();
    }
    return found;
  };

  const read = async (from: ListPosition, most: number, skip?: string) => {
    // Readers hold no lock, so a bucket may go while the links are followed; then they start again.
    for (let attempt = 0; attempt < 100; attempt++) {
      const found = await followLinks(from, most, skip);
      if (found) return found;
    }
    throw new Error(`The list ${name} changes too fast to be read`);
  };

  return {
    async count() {
      return (await readHead()).count;
    },

    async ids() {
      return (await read({ bucket: 0, index: -1 }, Number.POSITIVE_INFINITY)).map(({ id }) => id);
    },

    async page(limit, cursor, skip) {
      const found = await read(cursor === undefined ? { bucket: 0, index: -1 } : fromCursor(cursor), limit + 1, skip);
      const page = found.slice(0, limit);
      const last = page.at(-1)?.place;
      return { ids: page.map(({ id }) => id), next: last && found.length > limit ? toCursor(last) : null };
    },

    async append(id) {
      const head = await readHead();
      const last = head.last === 0 ? null : await readBucket(head.last);
      if (last && last.ids.length < bucketSize) {
        return {
          bucket: head.last,
          writes: [
            [bucketKey(head.last), { ...last, ids: [...last.ids, id] }],
            [headKey, { ...head, count: head.count + 1 }],
          ],
        };
      }
      const number = head.last + 1;
      const isFirst = head.first === 0 || (last !== null && isEmpty(last) && last.previous === 0);
      const writes: Write[] = [];
      // A full bucket whose ids are all gone stayed only because it was the newest.
      const previous = last && isEmpty(last) ? last.previous : head.last;
      if (last && isEmpty(last)) writes.push([bucketKey(head.last), null]);
      if (last && !isEmpty(last)) writes.push([bucketKey(head.last), { ...last, next: number }]);
      else if (previous) writes.push([bucketKey(previous), { ...(await readBucket(previous)), next: number }]);
      writes.push([bucketKey(number), { ids: [id], previous, next: 0 }]);
      writes.push([headKey, { count: head.count + 1, last: number, first: isFirst ? number : head.first }]);
      return { bucket: number, writes };
    },

    async remove(id, number) {
      const head = await readHead();
      const bucket = await readBucket(number);
      const ids = bucket.ids.map((entry) => (entry === id ? "" : entry));
      const count = head.count - (bucket.ids.includes(id) ? 1 : 0);
      // The newest bucket stays although empty, so that its number is not given out again while records name it.
      if (!isEmpty({ ids }) || number === head.last) {
        return [
          [bucketKey(number), { ...bucket, ids }],
          [headKey, { ...head, count }],
        ];
      }
      const writes: Write[] = [[bucketKey(number), null]];
      if (bucket.previous) {
        writes.push([bucketKey(bucket.previous), { ...(await readBucket(bucket.previous)), next: bucket.next }]);
      }
      if (bucket.next) {
        writes.push([bucketKey(bucket.next), { ...(await readBucket(bucket.next)), previous: bucket.previous }]);
      }
      writes.push([headKey, { ...head, count, first: bucket.previous ? head.first : bucket.next }]);
      return writes;
    },

    async deleteEmpty() {
      const head = await kv.get<Head>(headKey);
      if (head === null || head.count > 0) return [];
      // An empty list still has its newest bucket.
      return [
        [headKey, null],
        [bucketKey(head.last), null],
      ];
    },
  };
}

/** Where an id stands; it never moves. */
interface ListPosition {
  bucket: number;
  index: number;
}

/** Which part of a list is asked for; the whole where neither is given. */
export interface ListQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

const pageSize = 100;

/** The records of a list or of one page of it, without the one to skip. Only a page has a `next`. */
export async function readRecords<T extends object>(
  list: OwnedList,
  read: (id: string) => Promise<T | null>,
  { limit, cursor }: ListQuery,
  skip?: string,
): Promise<{ records: T[]; next?: string | null }> {
  const isPage = limit !== undefined || cursor !== undefined;
  const { ids, next } = isPage
    ? await list.page(limit ?? pageSize, cursor, skip)
    : { ids: (await list.ids()).filter((id) => id !== skip), next: null };
  const records = (await mapInChunks(ids, read)).filter((record) => record !== null);
  return { records, ...(isPage ? { next } : {}) };
}

/**
 * Returns how many ids the list holds: never fewer than the records that were read before, and as many if they are all.
 * Counted separately, a record that was added meanwhile would be missing in one of the two.
 */
export async function countWithRecords(
  { records, next = null }: { records: readonly unknown[]; next?: string | null },
  { cursor }: ListQuery,
  count: () => Promise<number>,
): Promise<number> {
  if (cursor === undefined && next === null) return records.length;
  return Math.max(await count(), records.length + (next === null ? 0 : 1));
}

const isEmpty = ({ ids }: Pick<Bucket, "ids">) => ids.every((id) => id === "");
const toCursor = ({ bucket, index }: ListPosition) => `${bucket.toString(36)}.${index.toString(36)}`;

function fromCursor(cursor: string): ListPosition {
  const [, bucket, index] = /^([0-9a-z]{1,9})\.([0-9a-z]{1,2})$/.exec(cursor) ?? [];
  if (bucket === undefined || index === undefined)
    throw new Problem("invalid_request", "`cursor` must be the `next` of an earlier answer of this list.");
  return { bucket: Number.parseInt(bucket, 36), index: Number.parseInt(index, 36) };
}

function missingBucket(name: string, number: number): never {
  throw new Error(`The list ${name} has no record ${number}`);
}
