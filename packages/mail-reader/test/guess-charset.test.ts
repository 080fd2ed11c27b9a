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

test.each([
  [
    "Japanese of Windows",
    "8a6d94468352815b836882cd8e6c8eb588ea88ea82c582b78142838d834f8343839389e696ca82c993fc97cd82b582c482ad82be82b382a28142",
    "shift_jis",
  ],
  ["Japanese of Windows in katakana", "838d834f834383938352815b836883708358838f815b83688381815b838b", "shift_jis"],
  ["Japanese of Windows with rare characters", "e0f982cce0f282cde0ec82aae0ed82c9e0ea82c6e0f882f0", "shift_jis"],
  [
    "Japanese of Unix",
    "b3cec7a7a5b3a1bca5c9a4cfbbcdbcb7b0ecb0eca4c7a4b9a1a3a5eda5b0a5a4a5f3b2e8cccca4cbc6fececfa4b7a4c6a4afa4c0a4b5a4a4a1a3",
    "euc-jp",
  ],
  ["Japanese of Unix in katakana", "a5eda5b0a5a4a5f3a5b3a1bca5c9a5d1a5b9a5efa1bca5c9a5e1a1bca5eb", "euc-jp"],
  ["Korean", "c0cec1f5b9f8c8a3b4c220b4d9c0bdb0fa20b0b0bdc0b4cfb4d920c0d4b7c2c7d820c1d6bcbcbfe4", "euc-kr"],
  ["Korean with punctuation", "a1b8c0cec1f5b9f8c8a3a1b9a1a2a1bab4d9c0bdb0faa1bba1b4b0b0bdc0b4cfb4d9a1b5", "euc-kr"],
  ["Chinese", "c4fab5c4d1e9d6a4c2ebcac7cbc4c6dfd2bbd2bbc7ebd4dab5c7c2bcd2b3c3e6cae4c8eb", "gb18030"],
  ["Chinese with much punctuation", "a1b6c4fab5c4a1b7a3aca1b0d1e9d6a4c2eba1b1a1a2a3a8cac7cbc4c6dfa3a9a1a3", "gb18030"],
  ["Chinese whose bytes are common Russian letters too", "ced2c3c7cfd6d4dac9cfcfdfd0c5cfa2cec4bcfe", "gb18030"],
  ["Chinese of Taiwan", "b17aaabac5e7c3d2bd58ac4fa57ca443a440a440bdd0a662b56ea44aadb6adb1bfe9a44a", "big5"],
  ["Russian of Unix", "f7c1db20cbcfc420d0cfc4d4d7c5d2d6c4c5cec9d120c4ccd120d7c8cfc4c120cec120d3c1cad4", "koi8-r"],
  [
    "Russian of Windows",
    "c2e0f820eaeee420efeee4f2e2e5f0e6e4e5ede8ff20e4ebff20e2f5eee4e020ede020f1e0e9f2",
    "windows-1251",
  ],
])("%s is recognised by its bytes", (_what, hex, charset) => {
  expect(guessCharset(Buffer.from(hex, "hex"))?.name).toBe(charset);
});

test.each([
  [
    "a line drawn with one character",
    "849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f849f",
  ],
  ["two characters in turns", "82a082a282a082a282a082a282a082a282a082a282a082a282a082a282a082a2"],
  ["three characters, one of them most often", "82a082a082a082a082a082a082a082a082a082a282a482a6"],
  ["Russian of a few letters", "f7c1db20cbcfc420d3c1cad4c1"],
  [
    "Russian beside more Latin letters",
    "596f757220636f646520666f7220746865207369746520616e6420666f72207468652073686f703a20d0cfc4d4d7c5d2d6c4c5cec9d120d7c8cfc4c1",
  ],
  ["Russian of a few letters, all of them common", "cec5d420d3c5d4c5ca20d4cfce"],
  [
    "letters like Russian ones beside more bytes that are none",
    "cec5d4cfcec5d4cfcec5d4cfcec5d4cf9090909090909090909090909090909090909090",
  ],
  ["two letters like common Russian ones in turns", "cec5".repeat(12)],
  ["French", "c7612062c32ee96ce8766520e0204e6feb6c2c206661e76164652c206ff920e7613f2064e96ae0207675"],
  ["Cyrillic letters that are rare in Russian", "fff9fce0fde3f6fff9fce0fde3f6fff9fce0fde3f6"],
])("%s is not taken for a charset of Asia or Russia", (_what, hex) => {
  expect(guessCharset(Buffer.from(hex, "hex"))).toBeNull();
});

/** Sixteen Russian letters of Unix, the fewest that are recognised. */
const russian = Buffer.from("f7c1db20cbcfc420cfc4cec9d120d7c8cfc4c120", "hex");

test.each([
  ["as many", 16, "a", "koi8-r"],
  ["more", 17, "a", undefined],
  ["more", 17, "A", undefined],
])("Russian beside %s Latin letters: %i times %s make it %s", (_what, count, letter, charset) => {
  expect(guessCharset(Buffer.concat([russian, Buffer.from(letter.repeat(count))]))?.name).toBe(charset);
});

test.each([
  [4, "shift_jis"],
  [5, undefined],
])("Japanese in which %i of the characters beside four others are the same one is %s", (count, charset) => {
  const hex = `${"82a0".repeat(count)}82a282a482a682a8`;
  expect(guessCharset(Buffer.from(hex, "hex"))?.name).toBe(charset);
});

test("Russian of fifteen letters is not recognised", () => {
  const last = russian.lastIndexOf(0xc1);
  expect(guessCharset(russian)?.name).toBe("koi8-r");
  expect(guessCharset(russian.subarray(0, last))).toBeNull();
});

/** Characters of two bytes each: so many with these first bytes, each with another second one. */
const pairs = (count: number, lead: number) => Array.from({ length: count }, (_, at) => [lead, 0xa1 + at]).flat();

test.each([
  ["Korean, of which 19 of 20 characters are common", pairs(19, 0xb0), pairs(1, 0xd8), "euc-kr"],
  ["Chinese, of which 18 of 20 characters are common", pairs(18, 0xb0), pairs(2, 0xd8), "gb18030"],
  ["Chinese, of which 17 of 20 characters are common", pairs(17, 0xb0), pairs(3, 0xd8), "gb18030"],
  ["unknown, of which 16 of 20 characters are common", pairs(16, 0xb0), pairs(4, 0xd8), undefined],
  ["Japanese of Unix, of which 6 of 20 characters are kana", pairs(6, 0xa4), pairs(14, 0xb0), "euc-jp"],
])("a text is taken for %s", (_what, typical, others, charset) => {
  expect(guessCharset(Uint8Array.from([...typical, ...others]))?.name).toBe(charset);
});
