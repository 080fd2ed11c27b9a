import fc from "fast-check";
import { expect, test } from "vitest";
import { createRetentionClock } from "../../src/lifetime/retention-clock.ts";
import { createLateKv } from "../storage/late-commits.ts";

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 0, 1);

/** A server's clocks, and what is stored between its starts. */
function makeMachine({ shared = false } = {}) {
  const kv = createLateKv();
  const lines: string[] = [];
  const state = { wall: start, passed: 0 };
  const clock = { now: () => state.wall, monotonic: () => state.passed };
  const log = { debug() {}, info() {}, warn: (line: string) => void lines.push(line), error() {} };
  return {
    lines,
    pass(milliseconds: number) {
      state.wall += milliseconds;
      state.passed += milliseconds;
    },
    jump(milliseconds: number) {
      state.wall += milliseconds;
    },
    async start() {
      state.passed = 0;
      const timeline = createRetentionClock({ clock, kv, log, isShared: shared });
      await timeline.start();
      return timeline;
    },
  };
}

test("a clock that jumps ahead is trusted after an hour, and not before", async () => {
  const machine = makeMachine();
  const timeline = await machine.start();
  machine.jump(31 * day);
  expect(timeline.now()).toBe(start);
  machine.pass(hour - 1);
  expect(timeline.now()).toBe(start + hour - 1);
  machine.pass(1);
  expect(timeline.now()).toBe(start + 31 * day + hour);
  expect(machine.lines).toEqual([
    "The clock is 744 hours ahead. Nothing is deleted because of it for an hour; if it is wrong, correct it before then.",
    "The clock stayed ahead for an hour and is now trusted. Messages older than the retention time are deleted.",
  ]);
  await timeline.close();
});

test("a clock that is corrected in part is said to be as far ahead as it still is", async () => {
  const machine = makeMachine();
  const timeline = await machine.start();
  machine.jump(5 * hour);
  timeline.now();
  machine.jump(-3 * hour);
  timeline.now();
  expect(machine.lines.map((line) => line.slice(0, 26))).toEqual([
    "The clock is 5 hours ahead",
    "The clock is 2 hours ahead",
  ]);
  await timeline.close();
});

test("a clock that is corrected within the hour has no effect", async () => {
  const machine = makeMachine();
  const timeline = await machine.start();
  machine.jump(31 * day);
  timeline.now();
  machine.pass(hour / 2);
  timeline.now();
  machine.jump(-31 * day);
  timeline.now();
  machine.pass(5 * hour);
  expect(timeline.now()).toBe(start + 5.5 * hour);
  await timeline.close();
});

test("after a jump back messages still expire, also across a restart", async () => {
  const machine = makeMachine();
  const timeline = await machine.start();
  machine.jump(-31 * day);
  machine.pass(day);
  expect(timeline.now()).toBe(start + day);
  await timeline.close();
  machine.pass(hour);
  const next = await machine.start();
  expect(next.now()).toBe(start + day + hour);
  await next.close();
});

test("a jump found at the start delays deletion by an hour", async () => {
  const machine = makeMachine();
  const first = await machine.start();
  machine.pass(hour);
  await first.close();
  machine.jump(31 * day);
  const second = await machine.start();
  expect(second.now()).toBe(start + hour);
  // A second start does not take it for granted either.
  await second.close();
  const third = await machine.start();
  expect(third.now()).toBe(start + hour);
  machine.pass(hour);
  expect(third.now()).toBe(start + 31 * day + 2 * hour);
  await third.close();
});

test.each([
  ["wholly", -31 * day, start + 1.5 * hour],
  ["in part", -11 * day, start + hour],
])("a clock ahead that is corrected %s while no server runs does not move the time back", async (_how, jump, time) => {
  const machine = makeMachine();
  const first = await machine.start();
  machine.pass(hour);
  machine.jump(31 * day);
  first.now();
  await first.close();
  machine.pass(hour / 2);
  machine.jump(jump);
  const second = await machine.start();
  expect(second.now()).toBe(time);
  await second.close();
});

test("servers of one storage do not adopt each other's clock offset", async () => {
  const machine = makeMachine({ shared: true });
  const first = await machine.start();
  machine.jump(-31 * day);
  first.now();
  await first.close();
  const second = await machine.start();
  expect(second.now()).toBe(start - 31 * day);
  await second.close();
});

test("the time never goes back while a server runs, and never runs ahead of elapsed time except by a lasting jump", async () => {
  const step = fc.oneof(
    fc.record({ type: fc.constant("pass" as const), by: fc.integer({ min: 0, max: 2 * hour }) }),
    fc.record({ type: fc.constant("jump" as const), by: fc.integer({ min: -40 * day, max: 40 * day }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const machine = makeMachine();
      const timeline = await machine.start();
      let last = timeline.now();
      for (const { type, by } of steps) {
        machine[type](by);
        const next = timeline.now();
        expect(next).toBeGreaterThanOrEqual(last - hour);
        if (type === "jump") expect(next).toBeLessThanOrEqual(last + hour);
        last = next;
      }
      await timeline.close();
    }),
  );
});
