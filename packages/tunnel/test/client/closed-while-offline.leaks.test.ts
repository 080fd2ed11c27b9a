import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openTunnel } from "../../src/index.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

test("a tunnel that is closed between two attempts leaves no timer", async () => {
  const stop = new AbortController();
  const reason = new Error("no longer wanted");
  let opening: Promise<unknown> | undefined;
  // Not polled: polling advances the fake clock, and may so end the pause before the next attempt.
  await new Promise<void>((isOffline) => {
    opening = openTunnel({
      token: "svc_a",
      port: 1,
      baseUrl: "http://127.0.0.1:9",
      signal: stop.signal,
      onStatus: ({ type }) => type === "offline" && isOffline(),
    });
  });
  const refused = expect(opening).rejects.toThrow(reason);
  stop.abort(reason);
  await refused;
  expect(vi.getTimerCount()).toBe(0);
});
