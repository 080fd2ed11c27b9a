import { expect, test } from "vitest";
import { createRunningKeys } from "../../src/http/running-keys.ts";

/** Running requests, and a way to tell them over the bus that a key was deleted. */
function start() {
  const listeners: ((id: string) => void)[] = [];
  const stopping = new AbortController();
  const subscribe = (_channel: string, listener: (id: string) => void) => {
    listeners.push(listener);
    return () => void listeners.splice(listeners.indexOf(listener), 1);
  };
  const running = createRunningKeys({ subscribe }, stopping.signal);
  const remove = (id: string) => {
    for (const listener of listeners) listener(id);
  };
  return { running, listeners, stopping, remove };
}

test("a deleted key ends its requests and no other's", () => {
  const { running, remove } = start();
  const [first, second, other] = [running.watch("a"), running.watch("a"), running.watch("b")];
  remove("without requests");
  remove("a");
  expect([first, second, other].map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  expect(() => first.signal.throwIfAborted()).toThrow("The key was revoked.");
});

test("a request that ended is not aborted, and the key's others still are", () => {
  const { running, remove } = start();
  const [ended, going] = [running.watch("a"), running.watch("a")];
  ended.end();
  remove("a");
  expect([ended.signal.aborted, going.signal.aborted]).toEqual([false, true]);
});

test("a request that ends twice does not keep a later one of its key from being aborted", () => {
  const { running, remove } = start();
  const first = running.watch("a");
  first.end();
  const later = running.watch("a");
  first.end();
  remove("a");
  expect(later.signal.aborted).toBe(true);
});

test("all requests share one subscription, which ends when the server stops", () => {
  const { running, listeners, stopping } = start();
  running.watch("a");
  running.watch("b");
  expect(listeners).toHaveLength(1);
  stopping.abort();
  expect(listeners).toEqual([]);
});
