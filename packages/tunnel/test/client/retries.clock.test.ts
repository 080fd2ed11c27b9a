import { afterEach, expect, test, vi } from "vitest";
import { openTunnel } from "../../src/index.ts";
import { freePort } from "../free-port.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("while the server cannot be reached, the time between two attempts doubles up to a second and a half", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1); // the longest of the random times
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const stop = new AbortController();
  const waits: number[] = [];
  const opening = openTunnel({
    token: "svc_a",
    port: 1,
    baseUrl: `http://127.0.0.1:${await freePort()}`,
    signal: stop.signal,
    onStatus: (status) => status.type === "offline" && waits.push(status.retryIn),
  }).catch(() => {});
  for (let attempt = 1; attempt <= 6; attempt++) {
    await vi.waitUntil(() => waits.length === attempt, { timeout: 60_000 });
    vi.advanceTimersByTime(waits.at(-1)!);
  }
  stop.abort();
  await opening;
  expect(waits.slice(0, 6)).toEqual([100, 200, 400, 800, 1_500, 1_500]);
});
