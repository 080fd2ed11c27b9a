import { expect, test } from "vitest";
import { extractCodes, extractLinks, type FindOptions } from "../src/index.ts";

const code = (reason: string, line = 1, more: object = {}) => ({
  value: "482913",
  shown: "482913",
  kind: "one_time",
  confidence: 0.99,
  reason,
  location: { in: "text", line },
  ...more,
});
const other = (value: string, reason: string) => code(reason, 1, { value, shown: value, confidence: 0 });

test.each<[string, object[]]>([
  ["Your code is 482913.", [code("follows «code»")]],
  ["482913 is your verification code.", [code("stands before «code»")]],
  ["Verification code\n\n482913\n", [code("stands alone after «code»", 3)]],
  ["482913\n\nis your verification code", [code("stands alone before «code»")]],
  ["Enter this on the website to verify:\n\n482913\n", [code("stands alone", 3)]],
  ["Log in with 482913", [code("is to verify with")]],
  ["Enter 3390 to sign in.", [code("is to be typed", 1, { value: "3390", shown: "3390", confidence: 0.98 })]],
  ["G-482913", [code("is built like a code", 1, { shown: "G-482913", confidence: 0.98 })]],
  ["482913", [code("is all there is", 1, { confidence: 0.75 })]],
  ["Hi, your parcel #482913 is here\n@example.com #482913", [code("is bound to its site", 2)]],
  [
    "Backup codes:\n1234-5678\n2345-6789\n3456-7890\n4567-8901\n",
    ["1234-5678", "2345-6789", "3456-7890", "4567-8901"].map((shown, index) =>
      code("is one of a list", index + 2, { value: shown.replace("-", ""), shown, kind: "backup", confidence: 0.9 }),
    ),
  ],
  ["Your order 774120 costs 15 EUR. Delivery in 30 minutes.", [other("774120", "is called «order»")]],
  ["Reply YES to 40404. Total: $482913", [other("40404", "is written to")]],
])("what may be a code in %j is told with its kind, its place and why", (text, codes) => {
  expect(extractCodes(text, { minConfidence: 0 })).toEqual(codes);
});

const lone = "is the only number of a short message";

test.each([
  ["Copper login 482913, share it with nobody", lone],
  ["[Copper] 482913 (valid 5 minutes)", lone],
  ["Payment authentication for 84.99 EUR: 552901. Share it with nobody.", "is to approve a payment with"],
])("why %j has a code is told in words", (text, reason) => {
  expect(extractCodes(text, { minConfidence: 0 }).map((found) => found.reason)).toEqual([reason]);
});

test("links are told with their words and why, the one to follow first", () => {
  const page = [
    "[Unsubscribe](https://shop.example/u)",
    "[Confirm your address](https://shop.example/c/abcdefghijklmnop)",
    "https://shop.example/",
  ].join("\n");
  expect(extractLinks(page, { minConfidence: 0 })).toEqual([
    {
      url: "https://shop.example/c/abcdefghijklmnop",
      text: "Confirm your address",
      confidence: 0.5,
      reason: "says «Confirm your address»",
    },
    { url: "https://shop.example/u", text: "Unsubscribe", confidence: 0.05, reason: "leads aside" },
    { url: "https://shop.example/", text: "", confidence: 0.05, reason: "leads home" },
  ]);
});

const length = (range: string) => `length must be a number, or min and max in order, not ${range}`;

test.each<[FindOptions, string]>([
  [{ length: { min: 5, max: 4 } }, length("5 to 4")],
  [{ length: { max: -1 } }, length("1 to -1")],
  [{ length: -1 }, length("-1 to -1")],
  [{ length: Number.NaN }, length("NaN to NaN")],
  [{ alphabet: "" }, "alphabet must hold the characters of the code"],
])("the option %j is an error that says what it must be", (options, message) => {
  expect(() => extractCodes("482913", options)).toThrow(new RangeError(message));
});

test("a code of no character at least, or of exactly so many, is found", () => {
  for (const range of [{ min: 0, max: 6 }, { min: 6 }, { max: 6 }, 6])
    expect(extractCodes("482913", { length: range })).toHaveLength(1);
  for (const range of [{ min: 7 }, { max: 5 }, 5, 7]) expect(extractCodes("482913", { length: range })).toEqual([]);
});

test("a word that a reason tells is cut off after 40 letters, as in a text that has lost its blanks", () => {
  const [found] = extractCodes(`code${"x".repeat(60)}: 482913`);
  expect(found?.reason).toBe(`follows «code${"x".repeat(36)}»`);
});
