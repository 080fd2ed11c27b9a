import { expect, test } from "vitest";
import { requireCharset } from "../src/charsets/charsets.ts";
import { guessCharset } from "../src/charsets/guess-charset.ts";

/** Japanese text in EUC-JP: so many different kana in turns, of two bytes each. */
const kana = (count: number) => Array.from({ length: count }, (_, at) => [0xa4, 0xa2 + (at % 40)]).flat();

test.each([
  ["ends with a whole character", kana(4_096)],
  ["ends in the middle of a character", [0x20, ...kana(4_096)]],
])("a long text is recognised where its first 8 KiB %s", (_what, bytes) => {
  expect(guessCharset(Uint8Array.from(bytes))).toEqual(requireCharset("euc-jp"));
});

test("a short text that was cut within a character is recognised", () => {
  expect(guessCharset(Uint8Array.from([...kana(30), 0xa4]))).toEqual(requireCharset("euc-jp"));
});
