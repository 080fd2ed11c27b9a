import { expect, test, vi } from "vitest";
import { BATCH_INTERVAL_MS, createBatches } from "../../src/authentication/batches.ts";

const timers = vi.hoisted(() => ({ delays: [] as number[] }));
vi.mock("node:timers", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:timers")>();
  const setTimeout = (callback: () => void, milliseconds: number) => {
    timers.delays.push(milliseconds);
    return original.setTimeout(callback, 0);
  };
  return { ...original, setTimeout };
});

test("items that come right after a batch wait for the rest of the interval, with one timer for all", async () => {
  const sent: number[][] = [];
  const batches = createBatches<number>((items) => {
    sent.push(items);
    if (items.includes(1)) for (const item of [2, 3]) batches.add(item);
  });
  batches.add(1);
  await expect.poll(() => sent).toEqual([[1], [2, 3]]);
  expect(timers.delays).toHaveLength(1);
  expect(timers.delays[0]).toBeGreaterThan(0);
  expect(timers.delays[0]).toBeLessThanOrEqual(BATCH_INTERVAL_MS);
});
