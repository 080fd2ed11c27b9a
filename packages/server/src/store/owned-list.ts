import type { Kv, Write } from "../storage/types.ts";

/** How many ids one index record holds; it bounds the size of every write to a list. */
const bucketSize = 256;

interface Head {
  count: number;
  /** Number of the newest bucket; 0 when there is none. */
  last: number;
  first: number;
}
interface Bucket {
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
  /** The writes that append the id, and the bucket to remember for `remove`. */
  add(id: string): Promise<{ writes: Write[]; bucket: number }>;
  remove(id: string, bucket: number): Promise<Write[]>;
}

/** The list under this name, such as `account-id:mailboxes`. */
export function ownedList(kv: Kv, name: string): OwnedList {
  const headKey = `list:${name}`;
  const bucketKey = (number: number) => `list:${name}:${number}`;
  const readHead = async () => (await kv.get<Head>(headKey)) ?? { count: 0, first: 0, last: 0 };
  const readBucket = async (number: number) => (await kv.get<Bucket>(bucketKey(number))) ?? missingBucket(name, number);

  const followLinks = async () => {
    const ids: string[] = [];
    for (let number = (await readHead()).first; number !== 0; ) {
      const bucket = await kv.get<Bucket>(bucketKey(number));
      if (!bucket) return null;
      ids.push(...bucket.ids);
      number = bucket.next;
    }
    return ids;
  };

  return {
    async count() {
      return (await readHead()).count;
    },

    async ids() {
      // Readers hold no lock, so a bucket may go while the links are followed; then they start again.
      for (let attempt = 0; attempt < 100; attempt++) {
        const ids = await followLinks();
        if (ids) return ids;
      }
      throw new Error(`The list ${name} changes too fast to be read`);
    },

    async add(id) {
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
      const writes: Write[] = [[bucketKey(number), { ids: [id], previous: head.last, next: 0 }]];
      if (last) writes.push([bucketKey(head.last), { ...last, next: number }]);
      writes.push([headKey, { count: head.count + 1, last: number, first: head.first || number }]);
      return { bucket: number, writes };
    },

    async remove(id, number) {
      const head = await readHead();
      const bucket = await readBucket(number);
      const ids = bucket.ids.filter((entry) => entry !== id);
      const count = head.count - (bucket.ids.length - ids.length);
      // The newest bucket stays although empty, so that its number is not given out again while records name it.
      if (ids.length > 0 || number === head.last) {
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
  };
}

function missingBucket(name: string, number: number): never {
  throw new Error(`The list ${name} has no record ${number}`);
}
