import { expect, test } from "vitest";
import { useSelection } from "../../src/app/selection.ts";
import { drawHook } from "../page.ts";

test("clicks that come before the next rendering all count, and a second one on an item takes it back", async () => {
  const drawn = drawHook(() => useSelection(() => ["a"]), null);
  const [before, toggle] = drawn.output;
  expect([...before]).toEqual(["a"]);
  for (const item of ["b", "a", "c", "c"]) toggle(item);
  await expect.poll(() => [...drawn.output[0]]).toEqual(["b"]);
  expect([...before]).toEqual(["a"]);
});
