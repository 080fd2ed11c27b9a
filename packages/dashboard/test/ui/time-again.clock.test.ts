import { h, render } from "preact";
import { expect, onTestFinished, test, vi } from "vitest";
import { Time } from "../../src/ui/time.tsx";

const now = Date.UTC(2026, 0, 1, 12, 0, 0);
const at = new Date(now - 1_000).toISOString();

/** Draws a time, and lets its effects run. */
async function draw() {
  const root = document.createElement("div");
  render(h(Time, { at }), root);
  await vi.advanceTimersByTimeAsync(100);
  return { root, remove: () => render(null, root) };
}

test("ages continue after a view without any time was shown in between", async () => {
  vi.useFakeTimers({ now });
  onTestFinished(() => void vi.useRealTimers());
  const first = await draw();
  first.remove();
  await vi.advanceTimersByTimeAsync(100);
  expect(vi.getTimerCount()).toBe(0);
  const second = await draw();
  expect(second.root.textContent).toBe("1 s ago");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(second.root.textContent).toBe("11 s ago");
  second.remove();
  await vi.advanceTimersByTimeAsync(100);
  expect(vi.getTimerCount()).toBe(0);
});
