import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pause } from "../../src/client/pause.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ["has aborted already", (controller: AbortController) => controller.abort(), () => {}],
  ["aborts meanwhile", () => {}, (controller: AbortController) => controller.abort()],
])("a pause whose signal %s ends at once, and leaves no timer", async (_when, before, meanwhile) => {
  const controller = new AbortController();
  before(controller);
  const paused = pause(10_000, controller.signal);
  meanwhile(controller);
  await paused;
  expect([vi.getTimerCount(), getEventListeners(controller.signal, "abort")]).toEqual([0, []]);
});

test("a pause ends after its time, not before, and leaves no listener", async () => {
  const { signal } = new AbortController();
  const onEnd = vi.fn();
  const paused = pause(10_000, signal).then(onEnd);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(onEnd).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await paused;
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
