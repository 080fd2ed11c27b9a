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
  expect(vi.getTimerCount()).toBe(0);
});

test("a pause ends after its time", async () => {
  const paused = pause(10_000, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(10_000);
  await paused;
});
