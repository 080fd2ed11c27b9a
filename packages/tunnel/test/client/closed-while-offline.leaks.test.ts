import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openTunnel } from "../../src/index.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

test("a tunnel that is closed between two attempts leaves no timer", async () => {
  const stop = new AbortController();
  const reason = new Error("no longer wanted");
  const statuses: string[] = [];
  const opening = openTunnel({
    token: "svc_a",
    port: 1,
    baseUrl: "http://127.0.0.1:9",
    signal: stop.signal,
    onStatus: ({ type }) => void statuses.push(type),
  });
  const refused = expect(opening).rejects.toThrow(reason);
  await vi.waitUntil(() => statuses.includes("offline"));
  // The pause before the next attempt begins after the status was told.
  await Promise.resolve();
  stop.abort(reason);
  await refused;
  expect(vi.getTimerCount()).toBe(0);
});
