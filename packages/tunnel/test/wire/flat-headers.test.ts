import { expect, test } from "vitest";
import { flattenString, headerPairs } from "../../src/wire/flat-headers.ts";

test("a flat list gives each name with its value, and no name without one", () => {
  expect([...headerPairs(["Host", "a.example", "A", "1", "A", "2"])]).toEqual([
    ["Host", "a.example"],
    ["A", "1"],
    ["A", "2"],
  ]);
  expect([...headerPairs(["Host", "a.example", "A"])]).toEqual([["Host", "a.example"]]);
  expect([...headerPairs([])]).toEqual([]);
});

test("a flat copy of a text has the same bytes", () => {
  expect(flattenString(`Gr\xfc\xdfe${"\xff".repeat(3)}`)).toBe("Gr\xfc\xdfe\xff\xff\xff");
});
