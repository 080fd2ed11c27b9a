import { expect, onTestFinished, test, vi } from "vitest";
import { createGrantCleanup } from "../../src/oauth/grant-cleanup.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createAgentKeyStore } from "../../src/store/agent-keys.ts";
import { createLateKv } from "../storage/late-commits.ts";

const intervals = vi.hoisted(() => [] as { task: () => void; milliseconds: number }[]);
vi.mock("node:timers", async (original) => ({
  ...(await original<object>()),
  setInterval(task: () => void, milliseconds: number) {
    const interval = { task, milliseconds, unref: () => interval };
    intervals.push(interval);
    return interval;
  },
  clearInterval: (interval: (typeof intervals)[number]) => void intervals.splice(intervals.indexOf(interval), 1),
}));

test("a sweep that fails ends no program, and the next one tries again a minute later", async () => {
  const [kv, locks, clock] = [createLateKv(), createLocalLocks(), { now: () => 0 }];
  const get = vi.fn(async () => {
    throw new Error("out of reach");
  });
  const agentKeys = createAgentKeyStore({
    ...{ kv, locks, clock },
    planConnectionCleanup: (key) => cleanup.planConnectionCleanup(key),
  });
  const cleanup = createGrantCleanup({ kv: { ...kv, get }, locks, clock, retentionClock: clock, agentKeys });
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  onTestFinished(() => void process.off("unhandledRejection", unhandled));
  expect(intervals).toMatchObject([{ milliseconds: 60_000 }]);
  for (const calls of [1, 2]) {
    for (const { task } of intervals) task();
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    expect([get.mock.calls.length, unhandled.mock.calls.length]).toEqual([calls, 0]);
  }
  await cleanup.close();
  expect(intervals).toEqual([]);
});
