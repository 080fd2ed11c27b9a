import { once } from "node:events";
import { Duplex, duplexPair } from "node:stream";
import { leavesNothing } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { createConnectionPool } from "../../../src/edge/connections/connection-pool.ts";

const open = (sharedConnections = 0) =>
  createConnectionPool({
    sharedConnections,
    dedicatedConnections: 0,
    maxConnections: 1_000,
    reuseTimeoutMs: 4_000,
    acquireTimeoutMs: 60_000,
    now: () => 0,
    sendBuffers: { track() {}, untrack() {} },
    dial: () => true,
    onEmpty() {},
  });

test("a request that waited for a connection leaves no timer once it has one", async () => {
  await leavesNothing(
    () => {
      const pool = open();
      let isServed = false;
      pool.acquire((link) => (isServed = link !== null), { needsFresh: false, needsDedicated: true });
      const [socket] = duplexPair();
      pool.add(socket);
      expect(isServed).toBe(true);
      pool.destroy();
    },
    { calls: 50 },
  );
});

test("a request that is rejected because the pool drains leaves no timer", async () => {
  await leavesNothing(
    () => {
      const pool = open();
      let isRefused = false;
      pool.acquire((link) => (isRefused = link === null), { needsFresh: false, needsDedicated: true });
      pool.drain();
      expect(isRefused).toBe(true);
    },
    { calls: 50 },
  );
});

test("a pool forgets relayed connections and their users when they close", async () => {
  const pool = open();
  const heavy = (largeArray: readonly number[]) =>
    Object.assign(new Duplex({ read() {}, write: (_bytes, _encoding, done) => done() }), {
      largeArray: [...largeArray],
    });
  await leavesNothing(async ({ largeArray }) => {
    const borrower = heavy(largeArray);
    const link = heavy(largeArray);
    pool.relay(borrower, () => {});
    pool.add(link);
    const closed = Promise.all([once(borrower, "close"), once(link, "close")]);
    borrower.destroy();
    link.destroy();
    await closed;
  });
});

test("a pool forgets a shared connection that is lost while its client does not read", async () => {
  const pool = open(1);
  await leavesNothing(
    async ({ largeArray }) => {
      const [socket] = duplexPair();
      pool.add(Object.assign(socket, { largeArray }));
      pool.acquire((link) => link?.write(Buffer.alloc(40_000)), { needsFresh: false, needsDedicated: false });
      await new Promise(setImmediate);
      expect(socket.writableNeedDrain).toBe(true);
      const closed = once(socket, "close");
      socket.destroy();
      await closed;
    },
    { calls: 60, sizes: () => ({ connections: pool.countConnections() }) },
  );
});
