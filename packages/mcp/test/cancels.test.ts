import { describe, expect, test, vi } from "vitest";
import { type CancelBus, createRunningCalls } from "../src/remote/running-calls.ts";

/** A bus of servers in one process. */
function createBus() {
  const listeners = new Set<(message: string) => void>();
  const told: string[] = [];
  const bus: CancelBus = {
    async publish(_channel, message) {
      told.push(message);
      for (const listener of listeners) listener(message);
    },
    subscribe(_channel, listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return { bus, listeners, told };
}
const request = (id: string | number) => ({ jsonrpc: "2.0", id, method: "tools/call", params: {} });
const cancel = (requestId: unknown) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });

describe.each(["the same server", "another server of the cluster"])("a call that is cancelled at %s", (where) => {
  test.each([
    ["with its key, session and id", "svcagt_a", "s1", 1, true],
    ["with another key, though the session is the same", "svcagt_b", "s1", 1, false],
    ["in another session", "svcagt_a", "s2", 1, false],
    ["by another id", "svcagt_a", "s1", 2, false],
    ["by an id that is text", "svcagt_a", "s1", "1", false],
  ])("%s", (_how, key, session, id, isCancelled) => {
    const { bus, told } = createBus();
    const cancels = createRunningCalls(bus);
    const call = cancels.open("svcagt_a", "s1", request(1));
    const taker = where === "the same server" ? cancels : createRunningCalls(bus);
    expect(taker.handleCancellation(key, session, cancel(id))).toBe(true);
    expect(call.signal.aborted).toBe(isCancelled);
    // Who listens on the bus learns no key.
    expect(told.join()).not.toContain("svcagt");
  });
});

test.each([
  ["comes without a session", null, cancel(1)],
  ["is no cancellation", "s1", request(1)],
  ["names no call", "s1", cancel(undefined)],
  ["names a call by what is no id", "s1", cancel({ toString: 1 })],
  ["is nothing", "s1", null],
])("a body that %s cancels nothing", (_what, session, body) => {
  const { bus, told } = createBus();
  const cancels = createRunningCalls(bus);
  const call = cancels.open("svcagt_a", "s1", request(1));
  expect(cancels.handleCancellation("svcagt_a", session, body)).toBe(false);
  expect(call.signal.aborted).toBe(false);
  expect(told).toEqual([]);
});

test("a call of the same server is cancelled even if the others cannot be told", async () => {
  const publish = async () => {
    throw new Error("no connection");
  };
  const cancels = createRunningCalls({ ...createBus().bus, publish });
  const call = cancels.open("svcagt_a", "s1", request(1));
  expect(cancels.handleCancellation("svcagt_a", "s1", cancel(1))).toBe(true);
  expect(call.signal.aborted).toBe(true);
  // An unhandled rejection would end the process in the next turn.
  await new Promise((resolve) => setTimeout(resolve));
});

test("the bus is subscribed to only while a cancellable call runs, once for all", () => {
  const { bus, listeners } = createBus();
  const cancels = createRunningCalls(bus);
  const sizes: number[] = [];
  const note = () => sizes.push(listeners.size);
  cancels.open("svcagt_a", null, request(1)).end();
  note();
  const calls = [1, 2, 3].map((id) => cancels.open("svcagt_a", "s1", request(id)));
  note();
  for (const call of calls) {
    call.end();
    call.end();
    note();
  }
  const again = cancels.open("svcagt_a", "s1", request(1));
  note();
  again.end();
  note();
  expect(sizes).toEqual([0, 1, 1, 1, 0, 1, 0]);
});

test("the end of a call does not remove a later one with the same id", () => {
  const { bus } = createBus();
  const cancels = createRunningCalls(bus);
  const first = cancels.open("svcagt_a", "s1", request(1));
  const second = cancels.open("svcagt_a", "s1", request(1));
  first.end();
  cancels.handleCancellation("svcagt_a", "s1", cancel(1));
  expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true]);
});

test("a call can be cancelled on its own server even if the bus is down", async () => {
  const { bus } = createBus();
  const publish = vi.fn(() => Promise.reject(new Error("The bus is down.")));
  const cancels = createRunningCalls({ ...bus, publish });
  const call = cancels.open("svcagt_a", "s1", request(1));
  expect(cancels.handleCancellation("svcagt_a", "s1", cancel(1))).toBe(true);
  expect(call.signal.aborted).toBe(true);
  expect(publish).toHaveBeenCalledOnce();
});
