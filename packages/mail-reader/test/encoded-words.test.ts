import { describe, expect, test } from "vitest";
import { decodeWords, firstWordCharset, normalizeWords } from "../src/header/encoded-words.ts";

describe("an encoded word whose charset is followed by a language", () => {
  test.each([
    ["iso-8859-2*pl", "=B1=E6", "ąć"],
    ["ISO-8859-2*", "=B1=E6", "ąć"],
    ["koi8-r*ru", "=CB=CC=C0=DE", "ключ"],
    ["shift_jis*ja-JP", "=83R=81[=83h", "コード"],
    ["utf-8*en-GB", "caf=C3=A9", "café"],
  ])("is decoded by its charset: %s", (charset, text, expected) => {
    expect(decodeWords(`=?${charset}?Q?${text}?=`)).toBe(expected);
    expect(normalizeWords(`=?${charset}?Q?${text}?=`)).toBe(`=?utf-8?B?${Buffer.from(expected).toString("base64")}?=`);
    expect(firstWordCharset(`=?${charset}?Q?${text}?=`)).toBe(charset.replace(/\*.*/, ""));
  });

  test("is joined with its neighbour in another language, even if a character is split between them", () => {
    expect(decodeWords("=?utf-8*en?Q?caf=C3?= =?UTF-8*fr?Q?=A9?= 4711")).toBe("café 4711");
    expect(decodeWords("=?iso-8859-2*pl?Q?=B1?=\t=?koi8-r*ru?Q?=C0?=")).toBe("ąю");
  });
});

test("blanks beside encoded words stay when these become UTF-8", () => {
  const word = "=?utf-8?B?Yg==?=";
  expect(normalizeWords("Ann =?utf-8?Q?b?= <ann@a.example>")).toBe(`Ann ${word} <ann@a.example>`);
});

test("base64 that a sender padded wrongly does not damage the next word", () => {
  expect(decodeWords("=?utf-8?B?Q29kZQ=?= =?utf-8?B?IDQ3MTE=?=")).toBe("Code 4711");
});

test.each([
  ["words of both encodings keep their order", "=?utf-8?B?Q29kZQ?= =?utf-8?Q?_4711?=", {}, "Code 4711"],
  ["an unknown charset is that of the mail", "=?unknown?Q?=EB=CF=C4?=", { hint: "koi8-r" }, "Код"],
  ["blanks around words stay", "a =?utf-8?Q?b?= c", {}, "a b c"],
  ["blanks between words go", "=?utf-8?Q?a?= \t =?utf-8?Q?b?=", {}, "ab"],
  ["text between words stays", "=?utf-8?Q?a?=,=?utf-8?Q?b?=", {}, "a,b"],
  ["the encodings may be in small letters", "=?utf-8?b?Q29kZQ==?= =?utf-8?q?_4711?=", {}, "Code 4711"],
  ["a byte may be in small letters", "=?utf-8?Q?caf=c3=a9?=", {}, "café"],
  ["a byte may be folded", "=?utf-8?Q?caf=C3= A9?=", {}, "café"],
  ["a word may be cut", "=?utf-8?Q?caf=C3=A9", {}, "café"],
  ["a word may be cut inside its end", "=?utf-8?Q?caf=C3=A9?", {}, "café"],
  ["a word may have a question mark", "=?utf-8?Q?why?_a?= b", {}, "why? a b"],
  ["a group of base64 may be split between words", "=?utf-8?B?Q29?= =?utf-8?B?kZQ==?=", {}, "Code"],
  ["base64 may have blanks", "=?utf-8?B?Q29 kZQ==?=", {}, "Code"],
  ["base64 may lack its padding at the end", "=?utf-8?B?Q29kZQ?=", {}, "Code"],
  ["base64 before text is complete", "=?utf-8?B?Q29kZQ?= is =?utf-8?B?NDcxMQ?=", {}, "Code is 4711"],
  ["an equals sign before no digits stays", "=?utf-8?Q?a=g1=4?=", {}, "a=g1=4"],
  ["another encoding is text", "=?utf-8?X?a?=", {}, "=?utf-8?X?a?="],
  ["the charset has up to 60 characters", `=?${"x".repeat(60)}?Q?a?=`, {}, "a"],
  ["a longer one is text", `=?${"x".repeat(61)}?Q?a?=`, {}, `=?${"x".repeat(61)}?Q?a?=`],
  ["bytes beside words are in the charset of the mail", "\xeb\xcf\xc4 =?utf-8?Q?a?=", { hint: "koi8-r" }, "Код a"],
  ["a word's own charset counts before that of the mail", "=?iso-8859-2?Q?=B1=E6?=", { hint: "koi8-r" }, "ąć"],
  ["a line break between words stays", "=?utf-8?Q?a?=\n=?utf-8?Q?b?=", {}, "a\nb"],
])("%s", (_what, value, clues, text) => {
  expect(decodeWords(value, clues)).toBe(text);
});

test("the charset of a header is that of its first encoded word, of up to 60 characters", () => {
  const long = "x".repeat(60);
  expect(
    [
      "a =?koi8-r?q?x?= =?utf-8?Q?x?=",
      "=?utf-8?X?a?= =?koi8-r?b?x?=",
      `=?${long}?Q?x?=`,
      `=?${long}y?Q?x?=`,
      "=? x?Q?a?=",
      "Code 4711",
    ].map(firstWordCharset),
  ).toEqual(["koi8-r", "koi8-r", long, undefined, undefined, undefined]);
});

test("each underscore of an encoded word is a blank, and none beside it", () => {
  expect(decodeWords("a_b =?utf-8?Q?c_d_e=5Ff?= g_h")).toBe("a_b c d e_f g_h");
});

test("an encoded word of up to 4,000 characters is decoded, and a longer one is text", () => {
  const wordOf = (length: number) => `=?utf-8?Q?${"_".repeat(length)}?=`;
  expect(decodeWords(wordOf(4_000))).toBe(" ".repeat(4_000));
  expect(decodeWords(wordOf(4_001))).toBe(wordOf(4_001));
});
