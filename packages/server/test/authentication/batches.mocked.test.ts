import { setImmediate, setTimeout } from "node:timers";
import { expect, onTestFinished, test, vi } from "vitest";
import { createBatches } from "../../src/authentication/batches.ts";

// The batches take the module's timers, which fake timers leave alone.
vi.mock("node:timers", () => ({ setImmediate: vi.fn(), setTimeout: vi.fn(() => ({ unref() {} })) }));

const endTurn = () => void vi.mocked(setImmediate).mock.lastCall![0]();
/** A batch is sent at the end of the second turn. */
function endTurns(): void {
  endTurn();
  endTurn();
}

test.each([
  ["at once", 0, 10],
  ["before the interval is over", 9, 1],
])("items that come %s after a batch wait for its end, together", (_when, later, waitMs) => {
  vi.clearAllMocks();
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000);
  onTestFinished(() => now.mockRestore());
  const sent: number[][] = [];
  const batches = createBatches<number>((items) => sent.push(items));
  batches.add(1);
  endTurns();
  now.mockReturnValue(1_000 + later);
  batches.add(2);
  batches.add(3);
  expect(sent).toEqual([[1]]);
  expect(vi.mocked(setTimeout).mock.calls).toEqual([[expect.any(Function), waitMs]]);
  vi.mocked(setTimeout).mock.lastCall![0]();
  expect(sent).toEqual([[1], [2, 3]]);
  // The interval begins again with that batch, and ends after ten milliseconds.
  now.mockReturnValue(1_010 + later);
  batches.add(4);
  expect([setTimeout, setImmediate].map((timer) => vi.mocked(timer).mock.calls.length)).toEqual([1, 3]);
  endTurns();
  expect(sent).toEqual([[1], [2, 3], [4]]);
});
