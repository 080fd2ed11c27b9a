import { expect, onTestFinished, test, vi } from "vitest";
import type { AppConnection } from "../../../src/edge/connections/app-connection.ts";
import { createWaitingRequests } from "../../../src/edge/connections/waiting-requests.ts";

const shared = { needsFresh: false, needsDedicated: false };
const dedicated = { needsFresh: false, needsDedicated: true };

/** Requests that wait a second at most, the connections that are free for them, and what each request got. */
function setUp() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const free = { shared: [] as string[], dedicated: [] as string[] };
  const got: string[] = [];
  const requests = createWaitingRequests(1_000, ({ needsDedicated }) => {
    // The queue only passes connections on, so a name will do.
    return (needsDedicated ? free.dedicated : free.shared).shift() as unknown as AppConnection | undefined;
  });
  const add = (name: string, needs = shared) => requests.add((connection) => got.push(`${name}: ${connection}`), needs);
  return { requests, free, got, add };
}

test("the requests that have waited longest are served first, each with the kind that it needs", () => {
  const { requests, free, got, add } = setUp();
  add("a", dedicated);
  add("b");
  add("c");
  add("d", dedicated);
  free.shared.push("s1");
  requests.serve();
  expect([got, requests.count()]).toEqual([["b: s1"], 3]);
  free.dedicated.push("d1");
  free.shared.push("s2", "s3");
  requests.serve();
  expect([got.slice(1), requests.count(), free]).toEqual([["a: d1", "c: s2"], 1, { shared: ["s3"], dedicated: [] }]);
});

test("a request gets no connection once its time is over, and one that was served keeps its own", () => {
  const { requests, free, got, add } = setUp();
  add("a");
  vi.advanceTimersByTime(999);
  add("b");
  free.shared.push("s1");
  requests.serve();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(999);
  expect([got, requests.count()]).toEqual([["a: s1"], 1]);
  vi.advanceTimersByTime(1);
  expect([got, requests.count(), vi.getTimerCount()]).toEqual([["a: s1", "b: null"], 0, 0]);
});

test("requests that are rejected get nothing, once, and leave no timer", () => {
  const { requests, free, got, add } = setUp();
  add("a");
  add("b", dedicated);
  requests.reject();
  expect([got, requests.count(), vi.getTimerCount()]).toEqual([["a: null", "b: null"], 0, 0]);
  free.shared.push("s1");
  requests.serve();
  requests.reject();
  expect([got.length, free.shared]).toEqual([2, ["s1"]]);
});
