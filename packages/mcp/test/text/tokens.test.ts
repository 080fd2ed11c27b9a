import { expect, test } from "vitest";
import { cleanLine } from "../../src/text/clean.ts";
import { cutToTokens, estimateTokens } from "../../src/text/tokens.ts";

/** One character as a whole text, by the tokens that it counts. */
test.each<readonly [tokens: number, what: string, characters: readonly number[]]>([
  [0.85, "a letter", [0x41, 0x5a, 0x61, 0x7a]],
  [0.25, "a space", [0x20]],
  [
    1,
    "a digit, a control or punctuation",
    [0x30, 0x39, 0x00, 0x0a, 0x1f, 0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7f],
  ],
  [1, "a Russian letter", [0x410, 0x451]],
  [1, "a Hebrew letter", [0x5d0, 0x5ea]],
  [1, "an Arabic letter", [0x621, 0x64a]],
  [2, "a letter beside these", [0x40f, 0x452, 0x5cf, 0x5eb, 0x620, 0x64b]],
  [2, "a letter of two bytes", [0x80, 0xe9, 0x7ff]],
  [2, "an Indic or Thai letter", [0x900, 0xf7f]],
  [2, "a Japanese syllable", [0x3040, 0x30ff]],
  [2.3, "a Chinese character", [0x4e00, 0x9f7f]],
  [3, "a letter of other scripts", [0x800, 0x8ff, 0xf80, 0x303f, 0x3100, 0x4dff, 0x9f80, 0xffff]],
  [4, "a character beyond the basic plane", [0x10000, 0x1f511]],
])("%d tokens are counted for %s", (tokens, _what, characters) => {
  for (const code of characters) expect([code, estimateTokens(String.fromCodePoint(code))]).toEqual([code, tokens]);
});

test.each([
  ["ab", 1.19],
  ["AB", 1.45],
  ["12", 1.4],
  ["  ", 0.5],
  ["\n\n", 1.5],
  ["..", 1.7],
  ["漢字", 4.6],
  ["abcdefgh", 3.23],
  ["abcdefghi", 3.87],
  ["a 1", 2.6],
  ["a 12", 3],
  ["a1", 1.85],
  ["aB", 1.7],
])("%j counts as %d tokens", (text, tokens) => {
  expect(estimateTokens(text)).toBeCloseTo(tokens, 6);
});

test.each([
  ["what fits", "one two", 0, 9, "one two"],
  ["what fits exactly", "漢漢", 0, 4.6, "漢漢"],
  ["a character less than fits not", "漢漢", 0, 4.5, "漢"],
  ["a pair as a whole", "🔑🔑", 0, 7, "🔑"],
  ["nothing of a pair that fits not", "🔑", 0, 3, ""],
  ["from a place on", "漢漢字", 2, 9, "字"],
  ["up to a line break past the middle", "..\n.", 0, 3, "..\n"],
  ["beyond a line break in the middle", ".\n...", 0, 4, ".\n.."],
  ["a line break of the end", "漢\n", 0, 9, "漢\n"],
])("a cut returns %s", (_what, text, from, maxTokens, piece) => {
  expect(cutToTokens(text, maxTokens, from)).toBe(piece);
});

test("a line of sixty tokens stays whole, and a longer one ends with an ellipsis within them", () => {
  expect(cleanLine("🔑".repeat(15))).toBe("🔑".repeat(15));
  expect(cleanLine("🔑".repeat(16))).toBe(`${"🔑".repeat(14)}…`);
  expect(cleanLine("漢".repeat(26))).toBe("漢".repeat(26));
  expect(cleanLine("漢".repeat(27))).toBe(`${"漢".repeat(25)}…`);
});
