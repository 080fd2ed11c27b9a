import { expect, onTestFinished, test, vi } from "vitest";
import { createBatches } from "../../src/authentication/batches.ts";

const timers = vi.hoisted(() => ({ delays: [] as number[] }));
vi.mock("node:timers", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:timers")>();
  const setTimeout = (callback: () => void, milliseconds: number) => {
    timers.delays.push(milliseconds);
    return original.setTimeout(callback, 0);
  };
  return { ...original, setTimeout };
});

test("items that come right after a batch wait for the rest of ten milliseconds, with one timer for all", async () => {
  let now = 5_000;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const sent: number[][] = [];
  const batches = createBatches<number>((items) => {
    sent.push(items);
    now += 3;
    if (items.includes(1)) for (const item of [2, 3]) batches.add(item);
  });
  batches.add(1);
  await vi.waitUntil(() => sent.length === 2);
  expect(sent).toEqual([[1], [2, 3]]);
  expect(timers.delays).toEqual([7]);
});
