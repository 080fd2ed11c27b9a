import { expect, onTestFinished, test, vi } from "vitest";
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
