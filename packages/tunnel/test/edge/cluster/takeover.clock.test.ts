import { expect, onTestFinished, test, vi } from "vitest";
import { TAKEOVER_TIMEOUT_MS, waitForTakeover } from "../../../src/edge/tunnels/takeover.ts";
import { DEMO, setUp, startOther } from "./cluster-fakes.ts";

test("a client that reconnects while its former server is asked is found at once", async () => {
  const next = await startOther();
  const gone = await startOther(() => {
    // The event comes before this server responds that it does not have the tunnel.
    fakes.bed.servers = [next.url];
    fakes.tell("tunnel:s1", "s1.b");
    return false;
  });
  const fakes = setUp({ servers: [gone.url] });
  // The timeout of the wait for a takeover never comes.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await fakes.cluster.find(DEMO)).toBe(fakes.cluster.cached(DEMO.domain));
  expect([gone, next].map(({ heads }) => heads.length)).toEqual([1, 1]);
}, 15_000);

test.each(["an event about the tunnel", "its timeout"])(
  "a wait that ends by %s listens no more, and leaves no timer",
  async (end) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { listening, tell, bus } = setUp();
    const timers = vi.spyOn(globalThis, "setTimeout");
    const wait = waitForTakeover(bus, "s1");
    // It must not keep a stopping server running.
    expect(timers.mock.results.map(({ value }) => value.hasRef())).toEqual([false]);
    timers.mockRestore();
    expect(listening("tunnel:s1")).toBe(1);
    if (end === "its timeout") vi.advanceTimersByTime(TAKEOVER_TIMEOUT_MS);
    else tell("tunnel:s1", "s1.b");
    await wait;
    expect([listening("tunnel:s1"), vi.getTimerCount()]).toEqual([0, 0]);
  },
);
