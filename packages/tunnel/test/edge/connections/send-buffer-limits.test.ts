import { expect, test } from "vitest";
import {
  type BufferOwner,
  createSendBufferBudget,
  type SendBufferLimits,
} from "../../../src/edge/connections/send-buffers.ts";

const mebibyte = 1024 * 1024;

/** Notes so many peers of so many tunnels; the numbers of those that were closed. */
function closedOf(bytes: readonly number[], tunnels: number, limits?: Partial<SendBufferLimits>): number[] {
  const closed: number[] = [];
  const budget = createSendBufferBudget(limits);
  for (const [at, size] of bytes.entries()) {
    const createOwner: BufferOwner = { bufferedBytes: () => size, close: () => closed.push(at) };
    budget.forTunnel(`tunnel ${at % tunnels}`).track(createOwner);
  }
  return closed;
}

const peers = (count: number, bytes: number) => Array<number>(count).fill(bytes);

test("4 MiB may be buffered for one peer, 48 for a tunnel's, and 128 for all", () => {
  expect(closedOf([4 * mebibyte, 4 * mebibyte + 1], 1)).toEqual([1]);
  expect(closedOf(peers(12, 4 * mebibyte), 1)).toEqual([]);
  expect(closedOf([...peers(12, 4 * mebibyte), 1], 1)).toEqual([0]);
  expect(closedOf(peers(32, 4 * mebibyte), 8)).toEqual([]);
  expect(closedOf([...peers(32, 4 * mebibyte), 1], 8)).toEqual([0]);
});

test.each(["connection", "tunnel", "process"] as const)("0 lifts the limit for a %s", (which) => {
  const none = { connection: 0, tunnel: 0, process: 0 };
  expect(closedOf(peers(3, 1_000 * mebibyte), 1, none)).toEqual([]);
  expect(closedOf(peers(3, 100), 1, { ...none, [which]: 99 }).length).toBeGreaterThan(0);
});

test("a peer counted twice is counted once, and no more after it is removed", () => {
  const held = { bytes: 100 };
  let closed = 0;
  const budget = createSendBufferBudget({ connection: 150, tunnel: 250 }, () => closed++);
  const createOwner = { bufferedBytes: () => held.bytes, close() {} };
  const other = { bufferedBytes: () => 100, close() {} };
  const ledger = budget.forTunnel("demo");
  for (let count = 0; count < 3; count++) ledger.track(createOwner);
  ledger.track(other);
  expect([budget.totalBytes(), closed]).toEqual([200, 0]);
  for (let count = 0; count < 2; count++) ledger.untrack(other);
  expect(budget.totalBytes()).toBe(100);
  held.bytes = 151;
  ledger.track(createOwner);
  expect([budget.totalBytes(), closed]).toEqual([0, 1]);
  ledger.untrack(createOwner);
  expect(budget.totalBytes()).toBe(0);
});

test("a peer that ends with another, which leaves too much unread, is not counted again", () => {
  const budget = createSendBufferBudget({ connection: 150 });
  const ledger = budget.forTunnel("demo");
  const held = { bytes: 100 };
  // What was written to a connection before its end is in its buffer for a moment longer.
  const visitor = { bufferedBytes: () => 100, close() {} };
  const connection = { bufferedBytes: () => held.bytes, close: () => ledger.untrack(visitor) };
  ledger.track(connection);
  ledger.track(visitor);
  held.bytes = 151;
  budget.recheck();
  expect(budget.totalBytes()).toBe(0);
});
