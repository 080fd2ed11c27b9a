import { duplexPair, PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { Link } from "../../src/edge/link.ts";
import { createLinkPool, type LinkPool } from "../../src/edge/pool.ts";

const NOBODY = { onHead() {}, onBody() {}, onEnd() {}, onRead() {}, onDrain() {}, onLost() {} };

function setUp(carriers = 0) {
  const bed = { time: 0, dialled: 0 };
  const pool = createLinkPool({
    initialLinks: 4,
    maxLinks: 100,
    reuseWithin: 4_000,
    idleLimit: 45_000,
    acquireTimeout: 10_000,
    carriers,
    now: () => bed.time,
    dial(count) {
      bed.dialled += count;
      return true;
    },
    onEmpty() {},
  });
  return { bed, pool };
}

/** Adds the links that were asked for. */
function arrive(pool: LinkPool, count: number): void {
  for (let at = 0; at < count; at++) pool.add(new PassThrough());
}

function take(pool: LinkPool, fresh = false): Link | null | undefined {
  let taken: Link | null | undefined;
  pool.acquire((link) => {
    taken = link;
  }, fresh);
  return taken;
}

test("opens a few links ahead and more as they are taken", () => {
  const { bed, pool } = setUp();
  pool.top();
  expect(bed.dialled).toBe(4);
  arrive(pool, 4);
  for (let at = 0; at < 4; at++) expect(take(pool)).toBeTruthy();
  expect(bed.dialled).toBe(8);
});

test("the link that was used last is taken first", () => {
  const { pool } = setUp();
  arrive(pool, 3);
  const link = take(pool)!;
  link.begin(NOBODY, "GET", "");
  link.release();
  expect(take(pool)).toBe(link);
});

test("a link that was used long ago is not used again", () => {
  const { bed, pool } = setUp();
  arrive(pool, 2);
  const link = take(pool)!;
  link.begin(NOBODY, "GET", "");
  link.release();
  bed.time = 4_001;
  expect(take(pool)).not.toBe(link);
  expect(pool.size).toBe(1);
});

test("a request that can't be repeated does not wait behind links that are no longer fresh", () => {
  const { bed, pool } = setUp();
  arrive(pool, 10);
  const links = Array.from({ length: 10 }, () => take(pool)!);
  for (const link of links) {
    link.begin(NOBODY, "GET", "");
    link.release();
  }
  pool.undialed(100);
  bed.time = 1_000;
  const before = bed.dialled;
  let taken: Link | null | undefined;
  pool.acquire((link) => {
    taken = link;
  }, true);
  expect(bed.dialled).toBe(before + 1);
  arrive(pool, 1);
  expect(taken?.used).toBe(false);
});

test("idle links shrink away, but for the spare ones", () => {
  const { bed, pool } = setUp();
  arrive(pool, 20);
  bed.time = 5_000;
  pool.sweep();
  expect(pool.size).toBe(4);
});

test("a retired pool refuses, and finishes what runs", () => {
  const { pool } = setUp();
  arrive(pool, 2);
  const link = take(pool)!;
  pool.retire();
  expect(pool.size).toBe(1);
  expect(take(pool)).toBe(null);
  link.release();
  expect(pool.size).toBe(0);
});

test("requests that can be repeated share a connection, others get one of their own", () => {
  const { bed, pool } = setUp(1);
  pool.top();
  expect(bed.dialled).toBe(5);
  pool.add(duplexPair()[0]);
  arrive(pool, 4);
  for (let at = 0; at < 50; at++) expect(take(pool)).toBeTruthy();
  expect(bed.dialled).toBe(5);
  expect(take(pool, true)).toBeTruthy();
  expect(bed.dialled).toBe(6);
});

test("requests that wait are served as soon as there is a connection to share", () => {
  const { pool } = setUp(1);
  const taken: (Link | null)[] = [];
  for (let at = 0; at < 3; at++) pool.acquire((link) => taken.push(link), false);
  expect(taken).toEqual([]);
  pool.add(duplexPair()[0]);
  expect(taken).toHaveLength(3);
});

test("a shared connection of a retired pool goes with its last request", () => {
  const { pool } = setUp(1);
  pool.add(duplexPair()[0]);
  const link = take(pool)!;
  pool.retire();
  expect(pool.size).toBe(1);
  link.release();
  expect(pool.size).toBe(0);
});
