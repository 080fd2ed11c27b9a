import { expect, test } from "vitest";
import { extractCode, extractCodes, extractLinks } from "../src/all.ts";
import { findCandidates } from "../src/candidates.ts";
import { normalizeMessage } from "../src/text/normalize.ts";

test.each([
  ["4812", true],
  ["4812093", true],
  ["48120934", true],
  ["481209345", false],
])("what a PIN is called, %s, is one: %s", (value, isPin) => {
  const found = extractCodes(`Your PIN is ${value}.`, { channel: "email" });
  expect(found.map((code) => code.value)).toEqual(isPin ? [value] : []);
});

test.each([
  ["A7K", false],
  ["A7K2", true],
  ["A7K2Q9F3H5J8", true],
  ["A7K2-Q9F3-H5J8", true],
  ["A7K2Q9F3H5J8M", false],
  ["A7K2-Q9F3-H5J8-M", false],
])("letters and digits, %s, are a code from four to twelve characters without the dashes: %s", (value, isCode) => {
  expect(extractCodes(`Your code: ${value}`).map((code) => code.value)).toEqual(isCode ? [value] : []);
});

test.each([
  ["https://shop.example", "leads home"],
  ["https://shop.example/", "leads home"],
  ["HTTPS://shop.example", "leads home"],
  ["https://shop.example/verify?token=a8Xk3LmPq92ZtR", "is the only one with a token"],
  ["Continue", "is the only one with a token"],
])("a link that is counted on its way and reads «%s» %s", (text, reason) => {
  const links = [{ url: "https://track.example/c/a8Xk3LmPq92ZtRw7", text }];
  expect(extractLinks(`Please verify your email address:\n${text}\n`, { links })).toMatchObject([{ reason }]);
});

test("a number is a code although the sender's number contains its digits", () => {
  expect(extractCodes("Your code is 481220.", { sender: "+15554812209" }).map(({ value }) => value)).toEqual([
    "481220",
  ]);
});

test.each(["481220", "４８１２２０", "٤٨١٢٢٠"])(
  "a number is no code if it is the sender's, also in other digits: %s",
  (sender) => {
    expect(extractCodes("Your code is 481220.", { sender })).toEqual([]);
  },
);

test("after a message with more numbers than are read, the next one is read from its beginning", () => {
  extractCodes(Array.from({ length: 300 }, (_, index) => `${100_000 + index}.`).join("\n"));
  expect(extractCodes("Your code is 481220.").map(({ value }) => value)).toEqual(["481220"]);
});

test("at most 200 words of a message are tried for a caller's pattern", () => {
  const lines = Array.from({ length: 300 }, (_, index) => `Your code: ref.${1_000 + index}`);
  expect(extractCodes(lines.join("\n"), { pattern: /ref\.\d+/ })).toHaveLength(200);
});

test("a message is read up to 65,536 characters, and its subject up to 1,000", () => {
  expect(normalizeMessage("x".repeat(65_537), {}).text).toHaveLength(65_536);
  expect(normalizeMessage(`<p>${"x".repeat(65_537)}</p>`, { format: "html" }).text).toHaveLength(65_536);
  expect(normalizeMessage("", { subject: "x".repeat(1_001) }).text.trim()).toHaveLength(1_000);
});

test.each([
  [4_998, "ab"],
  [4_999, "a"],
])("a page is read up to 5,000 tags: after %i it is %s", (tags, text) => {
  expect(normalizeMessage(`${"<b>".repeat(tags)}a<b>b`, { format: "html" }).text).toBe(text);
});

test.each([
  [524_288, "a"],
  [524_289, ""],
])("a page is read up to 512 KiB of markup: of %i characters it is %j", (length, text) => {
  expect(normalizeMessage(`<!--${"x".repeat(length - 8)}-->a`, { format: "html" }).text).toBe(text);
});

test("at most 200 numbers of a message are read", () => {
  const lines = Array.from({ length: 300 }, (_, index) => `${100_000 + index}.`);
  expect(findCandidates(normalizeMessage(lines.join("\n"), {}), [])).toHaveLength(200);
});

test.each([
  [240, "482913"],
  [241, null],
])("a message of %i characters that is not to be shared has the code %s", (length, code) => {
  expect(extractCode("Copper login 482913, share it with nobody".padEnd(length))).toBe(code);
});

test.each([
  [493, []],
  [494, ["481220"]],
])("a number is no code if the first 500 characters of the sender name it: after %i characters", (length, codes) => {
  const sender = `${"x".repeat(length)} 481220`;
  expect(extractCodes("Your code is 481220.", { sender }).map(({ value }) => value)).toEqual(codes);
});

test("a code may be named after what stands in the first 500 characters of the sender", () => {
  const confidence = (length: number) =>
    extractCodes("We sent your parcel.\n\nYour trellis code: 747728", { sender: `${"x".repeat(length)}Trellis` })[0]
      ?.confidence ?? 0;
  expect(confidence(493)).toBeGreaterThan(confidence(494));
});

test("a code may have one length only", () => {
  expect(extractCode("Your code is 481220.", { length: { min: 6, max: 6 } })).toBe("481220");
});
