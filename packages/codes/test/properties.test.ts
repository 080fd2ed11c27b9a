import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growthAtFourTimes } from "../../../scripts/growth.ts";
import { extractCode, extractCodes, extractLink, extractLinks } from "../src/index.ts";
import { normalizeMessage } from "../src/text/normalize.ts";

const words = fc.constantFrom(
  "code",
  "OTP",
  "код",
  "验证码",
  "رمز",
  "is",
  ":",
  "no.",
  "share",
  "never",
  "\n",
  "- ",
  "<b>",
  "&#48;",
  "@a.example #",
);
const piece = fc.oneof(
  words,
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.integer({ min: 0, max: 99_999_999 }).map(String),
);
const message = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(" "));
const format = fc.constantFrom("text" as const, "html" as const);

describe("any text", () => {
  it("gets an answer without a throw, best first", () => {
    fc.assert(
      fc.property(message, message, format, (text, subject, format) => {
        const found = extractCodes(text, { subject, format });
        for (const kinds of [["one_time"], ["backup", "delivery", "booking", "reference"]]) {
          const each = found.filter(({ kind }) => kinds.includes(kind)).map(({ confidence }) => confidence);
          expect(each).toEqual(each.toSorted((a, b) => b - a));
        }
        extractLink(text, { subject, format });
      }),
    );
  });

  it("holds what is found in it", () => {
    fc.assert(
      fc.property(message, format, (text, format) => {
        const { text: normal } = normalizeMessage(text, { format });
        for (const { value, shown } of extractCodes(text, { format })) {
          expect(normal).toContain(shown);
          expect(shown.replace(/[\s-]/g, "")).toContain(value.replaceAll("-", ""));
        }
      }),
    );
  });

  it("gives the same code however its digits are written", () => {
    const scripts = [0xff10, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0x1810];
    fc.assert(
      fc.property(fc.integer({ min: 100_000, max: 999_999 }), fc.constantFrom(...scripts), (code, zero) => {
        const written = [...String(code)].map((digit) => String.fromCharCode(zero + Number(digit))).join("");
        expect(extractCode(`Your code is ${written}`)).toBe(String(code));
      }),
    );
  });
});

describe("a megabyte", () => {
  it.each([
    ["one letter", "a"],
    ["digits", "1234567 "],
    ["keywords and numbers", "code 123456, "],
    ["dots", "a."],
    ["dashes", "1-a-"],
    ["single characters", "1 a "],
    ["at signs", "a@"],
    ["entities", "&#48;"],
    ["open tags", "<div hidden>"],
    ["open comments", "<!-- "],
    ["links", "https://a.example/verify?token=1 "],
    ["spaces", " "],
    ["words run together", "code"],
    ["links run together", "<a href=https://a.example/v>code</a>"],
    ["table cells", "<td>kod 12 34</td>"],
    ["hidden elements of ever new names", (number: number) => `<x${number.toString(26)}y hidden>`],
  ])("of %s costs at most ten times what a quarter of it does", async (_, unit) => {
    const whole =
      typeof unit === "string"
        ? unit.repeat(Math.ceil(1_000_000 / unit.length))
        : Array.from({ length: 60_000 }, (_, number) => unit(number)).join("");
    const quarter = whole.slice(0, whole.length / 4);
    for (const format of ["text", "html"] as const) {
      const growth = await growthAtFourTimes((size) => {
        const text = size === "whole" ? whole : quarter;
        extractCodes(text, { format });
        extractLinks(text, { format });
      });
      expect(growth).toBeLessThan(10);
    }
  });
});
