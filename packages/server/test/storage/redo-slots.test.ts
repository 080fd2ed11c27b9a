import { expect, test } from "vitest";
import { createRedoSlots } from "../../src/storage/redo-slots.ts";

const takeAll = (slots: ReturnType<typeof createRedoSlots<string>>) =>
  Promise.all(Array.from({ length: 16 }, () => slots.take()));

test("each slot is used once, and the next caller waits for the first that is released", async () => {
  const slots = createRedoSlots<string>();
  const taken = await takeAll(slots);
  expect(new Set(taken).size).toBe(16);
  const waiting = [slots.take(), slots.take()];
  slots.release(7);
  slots.release(3);
  expect(await Promise.all(waiting)).toEqual([7, 3]);
});

test("the slot of a failed commit stays in use until it is released", async () => {
  const slots = createRedoSlots<string>();
  const [place = -1] = await takeAll(slots);
  slots.fail(place, "record");
  expect(slots.failed()).toEqual([[place, "record"]]);
  slots.release(place);
  expect(slots.failed()).toEqual([]);
  expect(await slots.take()).toBe(place);
});

test("waiting callers fail when every slot has failed, and not before", async () => {
  const slots = createRedoSlots<string>();
  const taken = await takeAll(slots);
  const outcome = slots.take().then(
    () => "taken",
    (error: Error) => error.message,
  );
  let isSettled = false;
  void outcome.then(() => (isSettled = true));
  for (const place of taken.slice(1)) slots.fail(place, "record");
  await new Promise(setImmediate);
  expect(isSettled).toBe(false);
  slots.fail(taken[0]!, "record");
  expect(await outcome).toBe("The storage fails every write");
});

test("all waiting callers fail when every slot has failed", async () => {
  const slots = createRedoSlots<string>();
  const taken = await takeAll(slots);
  let failures = 0;
  for (let caller = 0; caller < 3; caller++) void slots.take().catch(() => failures++);
  for (const place of taken) slots.fail(place, "record");
  await new Promise(setImmediate);
  expect(failures).toBe(3);
});
