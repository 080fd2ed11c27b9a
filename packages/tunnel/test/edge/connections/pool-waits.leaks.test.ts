import { duplexPair } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLinkPool } from "../../../src/edge/connections/pool.ts";

function setUp() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const dialled: number[] = [];
  const pool = createLinkPool({
    sharedLinks: 1,
    initialLinks: 0,
    maxLinks: 100,
    reuseWithin: 4_000,
    acquireTimeout: 10_000,
    now: () => 0,
    dial: (count) => dialled.push(count) > 0,
    onEmpty() {},
  });
  return { pool, dialled };
}

test("a request that is served, refused or too late leaves no timer", () => {
  const { pool } = setUp();
  const taken: boolean[] = [];
  const wait = () => pool.acquire((link) => taken.push(link !== null), { fresh: true, sole: true });
  wait();
  vi.advanceTimersByTime(10_000);
  expect([taken, vi.getTimerCount()]).toEqual([[false], 0]);
  wait();
  pool.add(duplexPair()[0]);
  pool.add(duplexPair()[0]);
  expect([taken, vi.getTimerCount()]).toEqual([[false, true], 0]);
  wait();
  pool.retire();
  expect([taken, vi.getTimerCount()]).toEqual([[false, true, false], 0]);
});

test("connections that an agent could not open are asked for again while a request waits", () => {
  const { pool, dialled } = setUp();
  pool.acquire(() => {}, { fresh: true, sole: true });
  const first = dialled.reduce((sum, count) => sum + count, 0);
  pool.undialed(first);
  vi.advanceTimersByTime(250);
  expect(dialled.slice(1)).toEqual([first]);
});
