import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type NameCheck, useAvailability } from "../../src/ui/availability.ts";
import { drawHook, held } from "../page.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A field for a name whose check has this result; what was checked, and what is shown. */
function draw(check: (name: string) => Promise<NameCheck>, first: string) {
  const calls: { name: string; signal: AbortSignal }[] = [];
  const view = drawHook(
    (name: string) =>
      useAvailability(name, "Letters only.", (checked, signal) => {
        calls.push({ name: checked, signal });
        return check(checked);
      }),
    first,
  );
  return { calls, view };
}

/** Lets views be drawn and what they run after it, for so long. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test.each<[NameCheck, boolean, string]>([
  [{ available: true }, true, "This name is free."],
  [{ available: false, reason: "taken" }, false, "This name is taken."],
  [{ available: false, reason: "reserved" }, false, "This name is reserved."],
  [{ available: false, reason: "invalid" }, false, "Letters only."],
  [{ available: false }, false, "Letters only."],
])("a name of which the server says %j: %s, %s", async (result, isFree, message) => {
  const { view } = draw(async () => result, "ann");
  expect(view.output).toBeNull();
  await pass(500);
  expect(view.output).toEqual({ isFree, message });
});

test("a name is checked without its spaces once nothing was typed for 150 ms, and an empty one never", async () => {
  const { calls, view } = draw(async () => ({ available: true }), " ");
  await pass(500);
  expect(calls).toEqual([]);
  view.draw(" a");
  // The view has run what follows its drawing, and its time has begun.
  await pass(100);
  view.draw(" an");
  await pass(100);
  view.draw(" ann ");
  await pass(100);
  expect(calls).toEqual([]);
  await pass(100);
  expect(calls.map(({ name }) => name)).toEqual(["ann"]);
});

test("what the server says of an earlier name is not shown for the next, whose check is a new one", async () => {
  const late = held<NameCheck>();
  const { calls, view } = draw(
    (name) => (name === "ann" ? late.promise : Promise.resolve({ available: false, reason: "taken" as const })),
    "ann",
  );
  await pass(500);
  view.draw("bob");
  await pass(500);
  expect(view.output?.message).toBe("This name is taken.");
  expect(calls.map(({ name, signal }) => [name, signal.aborted])).toEqual([
    ["ann", true],
    ["bob", false],
  ]);
  late.release({ available: true });
  await pass(500);
  expect(view.output?.message).toBe("This name is taken.");
  view.draw("eve");
  await pass(60);
  expect(view.output).toBeNull();
});

test("a check that fails shows nothing, and one whose field is gone is not made", async () => {
  const { calls, view } = draw(() => Promise.reject(new Error("out of reach")), "ann");
  await pass(500);
  expect([calls.length, view.output]).toEqual([1, null]);
  view.draw("bob");
  await pass(60);
  view.remove();
  await pass(500);
  expect(calls).toHaveLength(1);
});
