import { describe, expect, it } from "vitest";
import { extractCode, extractCodes } from "../src/all.ts";
import { toAsciiDigits } from "../src/digits.ts";
import { normalizeMessage } from "../src/text/normalize.ts";
import { likelyCodes } from "./likely-codes.ts";

describe("a character that nobody sees does not divide a code or its word:", () => {
  const codeUnits = [
    0xad, 0x34f, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202e, 0x2060, 0x2069, 0xfe0e, 0xfe0f, 0xfeff,
  ];
  it.each(codeUnits.map((codeUnit) => [codeUnit.toString(16), String.fromCharCode(codeUnit)]))("U+%s", (_, unseen) => {
    expect(extractCode(`Your co${unseen}de is 482${unseen}913`)).toBe("482913");
  });
});

it.each([
  ["a line that stretches it", "رمـــز التحقق: 482913"],
  ["the vowel signs of Arabic", "رَمْزُ التَّحَقُّقِ: 482913"],
  ["an alef above a letter", "رمزٰ التحقق: 482913"],
  ["the vowel signs of Hebrew", "קוֹד הָאִמּוּת: 482913"],
])("a word for a code may have %s", (_what, text) => {
  expect(likelyCodes(text)).toEqual(["one_time 482913"]);
});

it("a subject is one line, whatever blanks and line ends it has", () => {
  expect(normalizeMessage("", { subject: " Your \n code\t is\r\n\r\n1 " }).text).toBe("Your code is 1\n\n");
});

it("the comma of Chinese divides a code from the number after it", () => {
  expect(likelyCodes("您的验证码：482913，1小时内有效")).toEqual(["one_time 482913"]);
});

it("the Armenian mark after a label is like a colon", () => {
  expect(likelyCodes("Կոդ՝ 482")).toEqual(["one_time 482"]);
});

it.each(["\u2028", "\u2029"])("a separator of lines or paragraphs ends a line: %j", (separator) => {
  const [code] = extractCodes(`Hello${separator}Your code is 482913`);
  expect(code?.location).toEqual({ in: "text", line: 2 });
});

describe("the digits of a script", () => {
  const digitsFrom = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index))
      .filter((letter) => /\p{Nd}/u.test(letter))
      .join("");

  it.each([
    ["up to Mongolian", digitsFrom(0x80, 0x1819)],
    ["of full width", digitsFrom(0xff10, 0xff19)],
  ])("%s become those of ASCII", (_what, digits) => {
    expect(digits).not.toBe("");
    expect(toAsciiDigits(digits)).toBe("0123456789".repeat(digits.length / 10));
  });

  it("after Mongolian stay as they are", () => {
    const digits = digitsFrom(0x181a, 0xff0f);
    expect(digits).not.toBe("");
    expect(toAsciiDigits(digits)).toBe(digits);
  });
});
