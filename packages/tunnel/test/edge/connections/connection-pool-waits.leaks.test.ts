import { duplexPair } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { createConnectionPool } from "../../../src/edge/connections/connection-pool.ts";

function setUp() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const dialled: number[] = [];
  const pool = createConnectionPool({
    sharedConnections: 1,
    dedicatedConnections: 0,
    maxConnections: 100,
    reuseTimeoutMs: 4_000,
    acquireTimeoutMs: 10_000,
    now: () => 0,
    sendBuffers: { track() {}, untrack() {} },
    dial: (count) => dialled.push(count) > 0,
    onEmpty() {},
  });
  return { pool, dialled };
}

test("a request that is served, rejected or late leaves no timer", () => {
  const { pool } = setUp();
  const taken: boolean[] = [];
  const wait = () => pool.acquire((link) => taken.push(link !== null), { needsFresh: true, needsDedicated: true });
  wait();
  vi.advanceTimersByTime(10_000);
  expect([taken, vi.getTimerCount()]).toEqual([[false], 0]);
  wait();
  pool.add(duplexPair()[0]);
  pool.add(duplexPair()[0]);
  expect([taken, vi.getTimerCount()]).toEqual([[false, true], 0]);
  wait();
  pool.drain();
  expect([taken, vi.getTimerCount()]).toEqual([[false, true, false], 0]);
});

test("connections that a client could not open are requested again while a request waits", () => {
  const { pool, dialled } = setUp();
  pool.acquire(() => {}, { needsFresh: true, needsDedicated: true });
  const first = dialled.reduce((sum, count) => sum + count, 0);
  pool.onDialsFailed(first);
  vi.advanceTimersByTime(250);
  expect(dialled.slice(1)).toEqual([first]);
});
