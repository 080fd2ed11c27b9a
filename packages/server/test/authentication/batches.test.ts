import { expect, test } from "vitest";
import { createBatches } from "../../src/authentication/batches.ts";

/** Batches that record what they send. */
function open() {
  const sent: number[][] = [];
  const batches = createBatches<number>((items) => sent.push(items));
  return { batches, sent };
}

test("items of one turn of the event loop are sent together after it", async () => {
  const { batches, sent } = open();
  batches.add(1);
  batches.add(2);
  expect(sent).toEqual([]);
  await expect.poll(() => sent).toEqual([[1, 2]]);
});

test("what is planned for the end of the same turn, such as replies, comes before a batch", async () => {
  const { batches, sent } = open();
  batches.add(1);
  await new Promise(setImmediate);
  expect(sent).toEqual([]);
  await expect.poll(() => sent).toEqual([[1]]);
});

test("what was cleared is not sent", async () => {
  const { batches, sent } = open();
  batches.add(1);
  batches.clear();
  await new Promise(setImmediate);
  batches.add(2);
  await expect.poll(() => sent).toEqual([[2]]);
});

test("items that wait for the end of the interval keep no process running", async () => {
  const countTimers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const sent: number[][] = [];
  const counts: number[] = [];
  const batches = createBatches<number>((items) => {
    sent.push(items);
    if (!items.includes(1)) return;
    counts.push(countTimers());
    batches.add(2);
    counts.push(countTimers());
  });
  batches.add(1);
  await expect.poll(() => sent).toEqual([[1], [2]]);
  expect(counts[1]).toBe(counts[0]);
});
