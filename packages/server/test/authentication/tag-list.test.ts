import { expect, test } from "vitest";
import { parseTagList, splitTagValue } from "../../src/authentication/tag-list.ts";

test.each([
  [
    "a=1; b=2",
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
  ["a = 1 ;", [["a", "1"]]],
  ["a=1; ", [["a", "1"]]],
  [" ;; ", []],
  ["Ab_1=c", [["Ab_1", "c"]]],
  ["a=b=c", [["a", "b=c"]]],
  ["a=1; a=2", null],
  ["a", null],
  ["abc", null],
  ["a-b=c", null],
  ["=c", null],
  ["1a=x", null],
])("the tag list %j is read as %j", (text, entries) => {
  const list = parseTagList(text);
  expect(list && [...list]).toEqual(entries);
});

test("the parts of a tag are in lower case, and empty ones are left out", () =>
  expect(splitTagValue("From : TO::")).toEqual(["from", "to"]));
