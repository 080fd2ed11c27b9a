import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRetentionClock } from "../../src/lifetime/retention-clock.ts";
import { createLateKv } from "../storage/late-commits.ts";

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 0, 1);

function makeMachine({ shared = false } = {}) {
  const kv = createLateKv();
  const lines: string[] = [];
  const state = { wall: start, passed: 0 };
  const clock = { now: () => state.wall, monotonic: () => state.passed };
  const log = { info() {}, warn: (line: string) => void lines.push(line), error() {} };
  return {
    kv,
    lines,
    state,
    async start() {
      state.passed = 0;
      const timeline = createRetentionClock({ clock, kv, log, isShared: shared });
      await timeline.start();
      return timeline;
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  [hour, hour, 0],
  [hour + 1, 0, 1],
  [-hour, -hour, 0],
  [-hour - 1, 0, 1],
])("a clock moved by %d ms moves the time by %d", async (jump, moved, warnings) => {
  const { state, lines, ...machine } = makeMachine();
  const timeline = await machine.start();
  state.wall += jump;
  expect([timeline.now() - start, timeline.now() - start]).toEqual([moved, moved]);
  expect(lines).toHaveLength(warnings);
});

test.each([
  [day, false, day, 0],
  [day + 1, false, 0, 1],
  [day + 1, true, 0, 1],
  [-hour, false, -hour, 0],
  [-hour - 1, false, 0, 1],
  // One of several servers does not take over how far another's clock is off.
  [-hour - 1, true, -hour - 1, 0],
])(
  "after an absence of %d ms (storage shared: %s) the time has moved by %d",
  async (absence, shared, moved, warnings) => {
    const { state, lines, ...machine } = makeMachine({ shared });
    await (await machine.start()).close();
    state.wall += absence;
    expect((await machine.start()).now() - start).toBe(moved);
    expect(lines).toHaveLength(warnings);
  },
);

test("several small corrections each apply, and none adds up to a suspected jump", async () => {
  const { state, lines, ...machine } = makeMachine();
  const timeline = await machine.start();
  for (let time = 1; time <= 5; time++) {
    state.wall += hour;
    expect(timeline.now()).toBe(start + time * hour);
  }
  expect(lines).toEqual([]);
});

test("a clock corrected to within an hour is accepted, and one farther off stays suspect", async () => {
  for (const [left, offset] of [
    [hour, 0],
    [hour + 1, -hour - 1],
  ] as const) {
    const { state, ...machine } = makeMachine();
    const timeline = await machine.start();
    state.wall += 10 * day;
    timeline.now();
    state.wall += left - 10 * day;
    expect(timeline.now()).toBe(state.wall + offset);
  }
});

test("a second jump ahead restarts the hour", async () => {
  const { state, ...machine } = makeMachine();
  const timeline = await machine.start();
  const pass = (milliseconds: number) => {
    state.wall += milliseconds;
    state.passed += milliseconds;
    return timeline.now() - start;
  };
  state.wall += 10 * day;
  expect(pass(hour - 1)).toBe(hour - 1);
  state.wall += 10 * day;
  expect(pass(1)).toBe(hour);
  expect(pass(hour - 1)).toBe(2 * hour - 1);
  expect(pass(1)).toBe(20 * day + 2 * hour);
});

test("the time is stored at the start, every minute, and on close, and not after it", async () => {
  const { kv, state, ...machine } = makeMachine();
  const noted = async () => (await kv.get<{ wall: number }>("clock"))?.wall;
  const timeline = await machine.start();
  expect(await noted()).toBe(start);
  state.wall += 59_999;
  await vi.advanceTimersByTimeAsync(59_999);
  expect(await noted()).toBe(start);
  state.wall += 1;
  await vi.advanceTimersByTimeAsync(1);
  expect(await noted()).toBe(start + 60_000);
  state.wall += 5;
  await timeline.close();
  expect([await noted(), vi.getTimerCount()]).toEqual([start + 60_005, 0]);
  state.wall += 60_000;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await noted()).toBe(start + 60_005);
});

test("failing to store the time is not an error, and it is stored the next time", async () => {
  const { kv, state, ...machine } = makeMachine();
  const timeline = await machine.start();
  const { commit } = kv;
  kv.commit = () => Promise.reject(new Error("full"));
  await vi.advanceTimersByTimeAsync(60_000);
  kv.commit = commit;
  state.wall += 120_000;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await kv.get("clock")).toEqual({ wall: start + 120_000, offset: 0 });
  kv.commit = () => Promise.reject(new Error("full"));
  await timeline.close();
});

test("a timeline that never began closes without storing, and a test's own clock needs neither", async () => {
  const kv = createLateKv();
  await createRetentionClock({ clock: { now: () => start, monotonic: () => 0 }, kv }).close();
  const moved = createRetentionClock({ clock: { now: () => start }, kv });
  await moved.start();
  expect(moved.now()).toBe(start);
  await moved.close();
  expect([await kv.get("clock"), vi.getTimerCount()]).toEqual([null, 0]);
});

test("an offset is stored unchanged, and not if several servers share the storage", async () => {
  for (const shared of [false, true]) {
    const { kv, state, ...machine } = makeMachine({ shared });
    const timeline = await machine.start();
    state.wall -= 10 * day;
    await timeline.close();
    expect(await kv.get("clock")).toEqual({ wall: start - 10 * day, offset: shared ? 0 : 10 * day });
  }
});

test("each warning says which way the clock went, by whole hours", async () => {
  const { state, lines, ...machine } = makeMachine();
  const timeline = await machine.start();
  for (const hours of [-5.6, 2.4, 1.75]) {
    state.wall += hours * hour;
    timeline.now();
  }
  state.wall += 4.7 * hour;
  timeline.now();
  expect(lines).toEqual([
    "The clock went back by 6 hours. Message retention is not affected.",
    "The clock went ahead by 2 hours. Message retention is not affected.",
    "The clock went ahead by 2 hours. Message retention is not affected.",
    "The clock is 3 hours ahead. Nothing is deleted because of it for an hour; if it is wrong, correct it before then.",
  ]);
});
