import { AsyncResource } from "node:async_hooks";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { leavesNothing } from "../src/index.ts";

const kept: unknown[] = [];

test("passes an act that ends all that it started", async () => {
  await leavesNothing(async ({ signal }) => {
    const onAbort = () => {};
    signal.addEventListener("abort", onAbort);
    const timer = setTimeout(onAbort, 60_000);
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    await new Promise((resolve) => server.close(resolve));
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  });
});

const leaks: [what: string, act: Parameters<typeof leavesNothing>[0], report: RegExp][] = [
  ["a listener", ({ signal }) => signal.addEventListener("abort", () => {}), /"listeners":\["abort"/],
  ["a timer", () => kept.push(setTimeout(() => {}, 60_000)), /"Timeout"/],
  ["a timer that keeps no process running", () => void setTimeout(() => {}, 60_000).unref(), /"Timeout"/],
  [
    "a socket that listens",
    async () => {
      const server = createServer().listen(0, "127.0.0.1");
      kept.push(server);
      await once(server, "listening");
    },
    /"TCPSERVERWRAP"/,
  ],
  ["a closure", ({ largeArray }) => void kept.push(() => largeArray), /"bytesPerCall":\[/],
];

test.each(leaks)("reports a leftover %s", async (what, act, report) => {
  onTestFinished(() => {
    for (const each of kept.splice(0)) {
      if (each instanceof Object && "close" in each) (each as { close(): void }).close();
      else clearTimeout(each as NodeJS.Timeout);
    }
  });
  await expect(leavesNothing(act, { calls: what === "a closure" ? 250 : 9 })).rejects.toThrow(report);
});

test("reports a count that is lower afterwards, such as one that is decremented twice", async () => {
  let count = 9;
  const act = () => void count--;
  await expect(leavesNothing(act, { calls: 5, sizes: () => ({ count }) })).rejects.toThrow("count: 4 before, -1 after");
});

test("reports a map that has grown", async () => {
  const map = new Map<number, true>();
  const act = () => void map.set(map.size, true);
  await expect(leavesNothing(act, { calls: 5, sizes: () => ({ map: map.size }) })).rejects.toThrow(
    "map: 5 before, 10 after",
  );
});

test("does not report what other code opens meanwhile", async () => {
  const timers: NodeJS.Timeout[] = [];
  onTestFinished(() => timers.forEach(clearTimeout));
  const openElsewhere = AsyncResource.bind(() => void timers.push(setTimeout(() => {}, 60_000)));
  await leavesNothing(openElsewhere, { calls: 5 });
  expect(timers.length).toBeGreaterThan(0);
});
