import { expect, test } from "vitest";
import { fold } from "../src/text/letters.ts";

test.each([4_095, 4_096, 4_097, 8_192, 10_000])("a text of %i letters keeps its length when it is folded", (length) => {
  expect(fold("É".repeat(length))).toBe("e".repeat(length));
});
