import { describe, expect, test } from "vitest";
import { guessCharset } from "../src/charsets/guess-charset.ts";

const guess = (hex: string) => guessCharset(Buffer.from(hex, "hex"))?.name;
/** Characters of two bytes each: so many with this first byte, each with another second one. */
const row = (count: number, lead: number, firstTrail = 0xa1) =>
  Array.from({ length: count }, (_, at) => Buffer.from([lead, firstTrail + at]).toString("hex")).join("");

const shiftJis = row(20, 0x82, 0xa0);
const eucJp = row(20, 0xa4);
const korean = row(40, 0xb0);
const chinese = row(20, 0xd0);
const taiwanese = row(20, 0xa5, 0x40);

describe("a text stays of its charset with a character at the end of a range, and not beside it", () => {
  test.each([
    ["shift_jis", shiftJis, "8140 817e 84fc 8840 9ffc e040 eafc", "813f 84fd 8540 8740 9ffd a040 df40 e03f eafd eb40"],
    ["euc-jp", eucJp, "a1a1 a1fe fea1 fefe", "a0a1 a1a0 a1ff ffa1 fea0"],
    ["euc-kr", korean, "a1a1 a1fe fea1 fefe", "a0a1 a1a0 a1ff ffa1 fea0"],
    ["gb18030", chinese, "a1a1 f7a1 f7fe d0fe", "a0a1 d0a0 d0ff f8a1 f7ff"],
    ["big5", taiwanese, "a140 a17e a1a1 a1fe f97e f9fe a5a1", "a040 a13f a17f a1a0 a1ff fa40 f93f f97f f9ff"],
  ])("%s", (charset, text, within, outside) => {
    for (const pair of within.split(" ")) expect([pair, guess(text + pair)]).toEqual([pair, charset]);
    for (const pair of outside.split(" ")) expect([pair, guess(text + pair) === charset]).toEqual([pair, false]);
  });
});

describe("characters are typical of a language up to the ends of their ranges", () => {
  test.each([
    // Three of ten, which are as many as Japanese needs.
    ["829e", undefined],
    ["829f", "shift_jis"],
    ["82fc", "shift_jis"],
    ["8340", "shift_jis"],
    ["8396", "shift_jis"],
    ["8397", undefined],
    ["8440", undefined],
  ])("three times the kana %s beside seven other characters make them %s", (pair, charset) => {
    expect(guess(pair.repeat(3) + row(7, 0x88, 0x40))).toBe(charset);
  });

  test("two kana of ten characters are too few", () => {
    expect(guess(`829f829f${row(8, 0x88, 0x40)}`)).toBeUndefined();
  });

  test.each([
    [0xa4, 6, "euc-jp"],
    [0xa5, 6, "euc-jp"],
    [0xa6, 6, "big5"],
    [0xa4, 5, "big5"],
  ])("of the row %i, %i of twenty characters make them %s", (lead, count, charset) => {
    expect(guess(row(count, lead) + row(20 - count, 0xb0))).toBe(charset);
  });

  test.each([
    [0xaf, 0xa1, "big5"],
    [0xb0, 0xa1, "euc-kr"],
    [0xc8, 0xa1, "euc-kr"],
    [0xc9, 0xa1, "gb18030"],
    [0xd7, 0xa1, "gb18030"],
    [0xd8, 0xa1, undefined],
    [0xa3, 0x40, undefined],
    [0xa4, 0x40, "big5"],
    [0xc6, 0x40, "big5"],
    [0xc7, 0x40, undefined],
  ])("a text of the row %i from %i on is %s", (lead, firstTrail, charset) => {
    expect(guess(row(20, lead, firstTrail))).toBe(charset);
  });

  test.each([
    [3, undefined],
    [4, "euc-kr"],
  ])("%i different characters make a text %s", (count, charset) => {
    expect(guess(row(count, 0xb0).repeat(2))).toBe(charset);
  });

  test("punctuation counts neither for a language nor as a character", () => {
    expect(guess(row(3, 0xb0).repeat(2) + row(9, 0xa1) + row(9, 0xa3))).toBeUndefined();
    for (const lead of [0xa1, 0xa2, 0xa3]) expect(guess(row(4, 0xb0) + row(90, lead))).toBe("euc-kr");
    expect(guess(shiftJis.slice(0, 16) + row(60, 0x81, 0x40))).toBe("shift_jis");
  });
});

test.each([
  [8_190, undefined],
  [8_192, "euc-jp"],
])("the first 8 KiB of a text tell its charset: with another byte after %i it is %s", (length, charset) => {
  const text = Buffer.from(eucJp.repeat(300), "hex").subarray(0, length);
  expect(guessCharset(Buffer.concat([text, Buffer.from([0xff, 0x20])]))?.name).toBe(charset);
});

describe("Russian is recognised", () => {
  const common = [0xcf, 0xc5, 0xc1, 0xc9, 0xce, 0xd4];
  const text = (...bytes: number[]) => guessCharset(Uint8Array.from(bytes))?.name;
  const rare = (count: number) => Array<number>(count).fill(0xd7);

  test.each([
    [7, 13, "koi8-r"],
    [6, 14, undefined],
  ])("if %i of its letters are common beside %i others: %s", (count, others, charset) => {
    const letters = Array.from({ length: count }, (_, at) => common[at % common.length] ?? 0);
    expect(text(...letters, ...rare(others))).toBe(charset);
  });

  test.each([
    [0xbf, undefined],
    [0xc0, "koi8-r"],
    [0xff, "koi8-r"],
  ])("by sixteen letters, one of them with the byte %i: %s", (letter, charset) => {
    // The first letter before a blank shows that letters are no halves of characters.
    const others = Array.from({ length: 14 }, (_, at) => common[at % common.length] ?? 0);
    expect(text(...rare(1), 0x20, ...others, letter)).toBe(charset);
  });

  test.each([
    [3, undefined],
    [4, "koi8-r"],
  ])("if it has %i different ones of these: %s", (count, charset) => {
    expect(text(...Array.from({ length: 20 }, (_, at) => common[at % count] ?? 0))).toBe(charset);
  });

  test.each([
    ["@", "koi8-r"],
    ["A", undefined],
    ["Z", undefined],
    ["[", "koi8-r"],
    ["`", "koi8-r"],
    ["a", undefined],
    ["z", undefined],
    ["{", "koi8-r"],
    ["7", "koi8-r"],
    ["\x7f", "koi8-r"],
    ["\x80", undefined],
    ["\xbf", undefined],
    ["\xc0", "koi8-r"],
  ])("beside a sign of which there are more, %j: %s", (sign, charset) => {
    const letters = Array.from({ length: 23 }, (_, at) => common[at % common.length] ?? 0);
    // The first letter before a blank shows that letters are no halves of characters.
    expect(text(...rare(1), 0x20, ...letters, ...Buffer.from(sign.repeat(25), "latin1"))).toBe(charset);
  });

  test.each([
    ["koi8-r", "cfc5c1c9ced4"],
    ["windows-1251", "eee5e0e8edf2"],
  ])("in %s by each of its six common letters", (charset, hex) => {
    for (const letter of Buffer.from(hex, "hex")) {
      const others = [...Buffer.from(hex, "hex")].filter((byte) => byte !== letter).slice(0, 3);
      expect(text(letter, ...others, letter, letter, letter, ...Array<number>(13).fill(0xfa))).toBe(charset);
    }
  });
});
