import { expect, test } from "vitest";
import { fold } from "../src/text/letters.ts";

test.each([4_095, 4_096, 4_097, 8_192, 10_000])("a text of %i letters keeps its length when it is folded", (length) => {
  expect(fold("É".repeat(length))).toBe("e".repeat(length));
});

test.each([
  ["Bengali", "ক", "क"],
  ["Gujarati", "ક", "क"],
  ["Malayalam", "ക", "क"],
  ["Tamil, which has too few of its own", "க", "க"],
  ["Hindi with a long i", "ी", "ि"],
  ["Hindi with a short o", "ऒ", "ओ"],
])("a letter of %s, %s, is searched as %s", (_script, letter, searched) => {
  expect(fold(letter)).toBe(searched);
});
