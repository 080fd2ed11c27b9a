import { expect, test } from "vitest";
import { createUnreadBudget, type Peer, type UnreadLimits } from "../../../src/edge/connections/unread.ts";

const mebibyte = 1024 * 1024;

/** Notes so many peers of so many tunnels; the numbers of those that were closed. */
function closedOf(bytes: readonly number[], tunnels: number, limits?: Partial<UnreadLimits>): number[] {
  const closed: number[] = [];
  const budget = createUnreadBudget(limits);
  for (const [at, size] of bytes.entries()) {
    const peer: Peer = { unread: () => size, close: () => closed.push(at) };
    budget.of(`tunnel ${at % tunnels}`).note(peer);
  }
  return closed;
}

const peers = (count: number, bytes: number) => Array<number>(count).fill(bytes);

test("4 MiB may wait for one peer, 48 for those of a tunnel, and 128 for all", () => {
  expect(closedOf([4 * mebibyte, 4 * mebibyte + 1], 1)).toEqual([1]);
  expect(closedOf(peers(12, 4 * mebibyte), 1)).toEqual([]);
  expect(closedOf([...peers(12, 4 * mebibyte), 1], 1)).toEqual([0]);
  expect(closedOf(peers(32, 4 * mebibyte), 8)).toEqual([]);
  expect(closedOf([...peers(32, 4 * mebibyte), 1], 8)).toEqual([0]);
});

test.each(["connection", "tunnel", "process"] as const)("0 is no limit for a %s", (which) => {
  const none = { connection: 0, tunnel: 0, process: 0 };
  expect(closedOf(peers(3, 1_000 * mebibyte), 1, none)).toEqual([]);
  expect(closedOf(peers(3, 100), 1, { ...none, [which]: 99 }).length).toBeGreaterThan(0);
});

test("what is counted twice is counted once, and what is forgotten no more", () => {
  const held = { bytes: 100 };
  let closed = 0;
  const budget = createUnreadBudget({ connection: 150, tunnel: 250 }, () => closed++);
  const peer = { unread: () => held.bytes, close() {} };
  const other = { unread: () => 100, close() {} };
  const ledger = budget.of("demo");
  for (let count = 0; count < 3; count++) ledger.note(peer);
  ledger.note(other);
  expect([budget.total, closed]).toEqual([200, 0]);
  for (let count = 0; count < 2; count++) ledger.forget(other);
  expect(budget.total).toBe(100);
  held.bytes = 151;
  ledger.note(peer);
  expect([budget.total, closed]).toEqual([0, 1]);
  ledger.forget(peer);
  expect(budget.total).toBe(0);
});
