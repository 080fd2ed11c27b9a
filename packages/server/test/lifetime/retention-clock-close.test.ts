import { expect, test } from "vitest";
import { createRetentionClock } from "../../src/lifetime/retention-clock.ts";
import { createLateKv } from "../storage/late-commits.ts";

test("closing waits until the last time is stored", async () => {
  const kv = createLateKv();
  let release = () => {};
  let held: Promise<void> = Promise.resolve();
  const commit: typeof kv.commit = (writes) => held.then(() => kv.commit(writes));
  const state = { wall: Date.UTC(2026, 0, 1), passed: 0 };
  const clock = { now: () => state.wall, monotonic: () => state.passed };
  const timeline = createRetentionClock({ clock, kv: { ...kv, commit } });
  await timeline.start();
  state.wall += 5_000;
  state.passed += 5_000;
  held = new Promise((resolve) => {
    release = resolve;
  });
  let isClosed = false;
  const closing = timeline.close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  release();
  await closing;
  expect(await kv.get("clock")).toEqual({ wall: state.wall, offset: 0 });
});
