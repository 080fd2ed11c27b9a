import { describe, expect, test } from "vitest";
import { clean, cleanLine } from "../../src/text/clean.ts";

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

test.each([
  ["controls, but neither tabs nor line feeds", [...range(0, 8), ...range(0x0b, 0x0c), ...range(0x0e, 0x1f)]],
  ["controls of eight bits", range(0x7f, 0x9f)],
  ["the soft hyphen", ["\u00ad"]],
  ["the grapheme joiner", ["\u034f"]],
  ["the Arabic letter mark", ["\u061c"]],
  ["fillers of Korean", ["\u115f", "\u1160", "\u3164", "\uffa0"]],
  ["vowels that Khmer does not show", ["\u17b4", "\u17b5"]],
  ["the Mongolian separator", ["\u180e"]],
  ["zero-width characters", range(0x200b, 0x200f)],
  ["directions", range(0x202a, 0x202e)],
  ["joiners and isolates", range(0x2060, 0x206f)],
  ["byte order marks", ["\ufeff"]],
  ["annotations and what is no character", range(0xfff0, 0xffff)],
  ["musical controls", range(0x1d173, 0x1d17a)],
  ["tags", range(0xe0000, 0xe007f)],
  ["variation selectors", [...range(0xfe00, 0xfe0f), ...range(0xe0100, 0xe01ef), "\u180b"]],
  ["what may become invisible", ["\u{e01f0}", "\u{e0fff}"]],
  ["halves of pairs", ["\ud800", "\udfff"]],
])("%s are removed wherever they stand", (_what, characters) => {
  for (const character of characters) {
    const code = character.codePointAt(0)?.toString(16);
    expect([code, clean(`a${character}b${character}`)]).toEqual([code, "ab"]);
  }
});

test("line breaks of all kinds are line feeds, and other text stays", () => {
  expect(clean("a\r\nb\rc\u2028d\u2029e")).toBe("a\nb\nc\nd\ne");
  const text = "a\tb é 验证 קוד 🔑 <b> [x](y) 1 < 2";
  expect(clean(text)).toBe(text);
});

describe("a blank breaks", () => {
  test.each([
    ..."img image picture svg object embed iframe video audio source link style"
      .split(" ")
      .map((name) => `<${name} x>`),
    "< IMG x>",
    "</svg>",
    "![x](y)",
    "<<outside 1>>",
    "<<end 1>>",
    "<< / end>>",
    "＜＜outside 1＞＞",
    "‹‹end››",
    "〈〈END〉〉",
    "«outside 1»",
  ])("%s", (text) => {
    expect(clean(text)).toBe(`${text.slice(0, 1)} ${text.slice(1)}`);
  });

  test.each(["<\u200b<outside 1>>", "<<out\u00adside 1>>", "<\u2060<end 1>>", "!\ufeff[x](y)", "<i\u200bmg x>"])(
    "what an invisible character would hide: %j",
    (text) => {
      const visible = text.replace(/[\u00ad\u200b\u2060\ufeff]/, "");
      expect(clean(text)).toBe(`${visible.slice(0, 1)} ${visible.slice(1)}`);
    },
  );

  test.each(["<imgx>", "<b>", "! [x]", "<<outsider>>", "<<ending>>", "<end>"])("but not %s", (text) => {
    expect(clean(text)).toBe(text);
  });
});

test("a line is cut by characters, which stay whole, or by tokens", () => {
  expect(cleanLine("🔑".repeat(10), 10)).toBe("🔑".repeat(10));
  expect(cleanLine("🔑".repeat(11), 10)).toBe(`${"🔑".repeat(9)}…`);
  expect(cleanLine("🔑".repeat(100))).toMatch(/^(?:🔑){1,20}…$/u);
  // 60 tokens, of which the last is the ellipsis.
  expect(cleanLine("验".repeat(27))).toBe(`${"验".repeat(25)}…`);
  expect(cleanLine("验".repeat(26))).toBe("验".repeat(26));
});
