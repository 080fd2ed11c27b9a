import type { Schemas } from "@frontdesk/contract";
import { Problem } from "../problem.ts";
import type { Kv, Write } from "../storage/types.ts";
import { mapInChunks } from "../text/chunked.ts";
import { type ListQuery, pageSize } from "./owned-list.ts";

/** An entry of the audit log as stored. The account is part of the key. Holds ids, never a credential or a text. */
export interface StoredAuditEntry extends Pick<Schemas["AuditEntry"], "key_id" | "action" | "target" | "ip"> {
  /** Milliseconds since 1970. */
  at: number;
}

/** Entries kept per account; older ones are evicted. */
export const maxAuditEntries = 10_000;
/** Entries per record. Bounds the size of every write. */
const entriesPerBucket = 50;

/** State of an account's log. Entries are numbered from 0; a number is never reused. */
interface Head {
  /** Number of the next entry. */
  next: number;
  /** Number of the oldest bucket. Bucket n has the entries from n × 50. */
  firstBucket: number;
}
interface Bucket {
  /** Oldest first. */
  entries: StoredAuditEntry[];
}

const headKey = (account: string) => `audit:${account}`;
const bucketKey = (account: string, bucket: number) => `audit:${account}:${bucket}`;
const bucketOf = (number: number) => Math.floor(number / entriesPerBucket);
/** Reads the number of the next entry and the first stored bucket; zeros for an empty log. */
const readHead = async (kv: Kv, account: string) =>
  (await kv.get<Head>(headKey(account))) ?? { next: 0, firstBucket: 0 };
const readBucket = async (kv: Kv, account: string, bucket: number) =>
  (await kv.get<Bucket>(bucketKey(account, bucket)))?.entries ?? [];

/**
 * Returns the writes that append entries, oldest first, to an account's log and evict those beyond the maximum. Entries
 * are numbered from 0 and stored in buckets of 50. Only whole buckets are evicted, so up to 49 older entries stay stored.
 * The caller holds the account's lock.
 */
export async function appendWrites(kv: Kv, account: string, added: readonly StoredAuditEntry[]): Promise<Write[]> {
  const { next, firstBucket } = await readHead(kv, account);
  const currentBucket = bucketOf(next);
  const startsNewBucket = next % entriesPerBucket === 0;
  const currentEntries = startsNewBucket ? [] : await readBucket(kv, account, currentBucket);
  // These entries begin at the first one of the current bucket, as the buckets written below do.
  const entries = [...currentEntries, ...added];
  const newNext = next + added.length;
  const oldestKeptBucket = bucketOf(Math.max(0, newNext - maxAuditEntries));
  const changedBuckets = numbersBetween(currentBucket, bucketOf(newNext - 1) + 1);
  const evictedBuckets = numbersBetween(firstBucket, oldestKeptBucket);
  return [
    ...changedBuckets.map((bucket, index): Write => {
      const start = index * entriesPerBucket;
      return [bucketKey(account, bucket), { entries: entries.slice(start, start + entriesPerBucket) }];
    }),
    ...evictedBuckets.map((bucket): Write => [bucketKey(account, bucket), null]),
    [headKey(account), { next: newNext, firstBucket: oldestKeptBucket } satisfies Head],
  ];
}

/**
 * Returns an account's entries, newest first. With a limit or a cursor, returns one page and its `next` cursor, which
 * is `null` on the last page; otherwise all entries, without `next`. A page with a cursor has entries older than the one that the
 * cursor names. Entries are numbered from 0, the oldest first; each bucket has fifty.
 *
 * @throws Problem `invalid_request` for a malformed cursor
 */
export async function readAuditEntries(
  kv: Kv,
  account: string,
  { limit, cursor }: ListQuery,
): Promise<{ entries: StoredAuditEntry[]; next?: string | null }> {
  const before = cursor === undefined ? Number.POSITIVE_INFINITY : fromCursor(cursor);
  const isPage = limit !== undefined || cursor !== undefined;
  const count = isPage ? (limit ?? pageSize) : maxAuditEntries;
  const { next: nextNumber } = await readHead(kv, account);
  // Older ones may still be stored, because only whole buckets are evicted.
  const oldest = Math.max(0, nextNumber - maxAuditEntries);
  const end = Math.min(before, nextNumber);
  const start = Math.max(oldest, end - count);
  const buckets = end > start ? numbersBetween(bucketOf(start), bucketOf(end - 1) + 1) : [];
  const entriesByBucket = await mapInChunks(buckets, async (bucket) => {
    const entries = await readBucket(kv, account, bucket);
    const firstNumber = bucket * entriesPerBucket;
    return entries.slice(Math.max(0, start - firstNumber), Math.max(0, end - firstNumber));
  });
  const entries = entriesByBucket.flat().reverse();
  if (!isPage) return { entries };
  return { entries, next: start > oldest ? toCursor(start) : null };
}

/** Returns the writes that delete an account's log. The caller holds the account's lock. */
export async function auditDeletionWrites(kv: Kv, account: string): Promise<Write[]> {
  const head = await kv.get<Head>(headKey(account));
  // Nothing was ever recorded.
  if (head === null) return [];
  const buckets = numbersBetween(head.firstBucket, bucketOf(head.next) + 1);
  return [...buckets.map((bucket): Write => [bucketKey(account, bucket), null]), [headKey(account), null]];
}

/** Returns the cursor before the entry with this number: the number in base 36. */
const toCursor = (number: number) => number.toString(36);

/** Returns the number in a cursor (base 36): the page has the entries with lower numbers, which are older. @throws Problem `invalid_request` */
function fromCursor(cursor: string): number {
  if (!/^[0-9a-z]{1,9}$/.test(cursor))
    throw new Problem("invalid_request", "`cursor` must be the `next` of an earlier response of this list.");
  return Number.parseInt(cursor, 36);
}

/** Returns the numbers from `from` up to, but not including, `to`. */
const numbersBetween = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
