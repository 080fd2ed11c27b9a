import { once } from "node:events";
import { duplexPair } from "node:stream";
import { leavesNothing } from "@frontdesk/test-kit";
import { expect, onTestFinished, test, vi } from "vitest";
import { createConnectionPool } from "../../../src/edge/connections/connection-pool.ts";
import { TAKEOVER_TIMEOUT_MS, waitForTakeover } from "../../../src/edge/tunnels/takeover.ts";
import type { Bus } from "../../../src/edge/types.ts";
import { createPair } from "../pair.ts";
import type { Testbed } from "../testbed.ts";

const createPool = () =>
  createConnectionPool({
    sharedConnections: 0,
    dedicatedConnections: 0,
    maxConnections: 100,
    reuseTimeoutMs: 4_000,
    acquireTimeoutMs: 10_000,
    now: () => 0,
    sendBuffers: { track() {}, untrack() {} },
    dial: () => true,
    onEmpty() {},
  });

/** From now on, how many listen to each topic of this bus. */
function countListeners(bus: Bus): Map<string, number> {
  const listening = new Map<string, number>();
  const { subscribe } = bus;
  const add = (topic: string, more: number) => listening.set(topic, (listening.get(topic) ?? 0) + more);
  bus.subscribe = (topic, listener) => {
    const stop = subscribe(topic, listener);
    let listens = true;
    add(topic, 1);
    return () => {
      stop();
      if (listens) add(topic, -1);
      listens = false;
    };
  };
  return listening;
}

test("another server's visitor who disconnects while waiting takes no connection of the client", async () => {
  const pool = createPool();
  const [borrower] = duplexPair();
  let joined = 0;
  pool.relay(borrower, () => joined++);
  borrower.destroy();
  await once(borrower, "close");
  pool.add(duplexPair()[0]);
  expect([joined, pool.countConnections()]).toEqual([0, 1]);
});

test("a relayed connection is removed when it closes", async () => {
  const pool = createPool();
  await leavesNothing(
    async ({ largeArray }) => {
      const [borrower] = duplexPair();
      const [link] = duplexPair();
      pool.relay(borrower, () => {});
      pool.add(Object.assign(link, { largeArray }));
      const closed = [once(borrower, "close"), once(link, "close")];
      link.destroy();
      await Promise.all(closed);
    },
    { calls: 200, sizes: () => ({ connections: pool.countConnections() }) },
  );
});

test.each(["the agent comes", "none comes in time"])(
  "a request that waits for a tunnel client stops listening when %s",
  async (how) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let tell: (() => void) | undefined;
    const bus: Bus = {
      publish: async () => {},
      subscribe(_topic, listener) {
        tell = () => listener("");
        return () => {
          tell = undefined;
        };
      },
      onReconnect: () => () => {},
    };
    const heard = waitForTakeover(bus, "s1");
    expect(tell).toBeDefined();
    if (how === "the agent comes") tell!();
    else await vi.advanceTimersByTimeAsync(TAKEOVER_TIMEOUT_MS);
    await heard;
    expect([tell, vi.getTimerCount()]).toEqual([undefined, 0]);
  },
);

test("a server gets no more events of another server's tunnel that has ended", async () => {
  const { one, two } = await createPair();
  const listening = countListeners(two.bus);
  const visit = async (bed: Testbed, word: string) => {
    const tunnel = await bed.serve("demo", (_request, response) => response.end(word));
    expect((await two.get("demo")).body).toBe(word);
    await tunnel.close();
    await expect.poll(async () => (await two.get("demo")).status).toBe(502);
  };
  await visit(one, "first");
  await visit(one, "second");
  // What waits for an agent on its way listens for two seconds more.
  await expect.poll(() => Math.max(...listening.values())).toBe(0);
});
