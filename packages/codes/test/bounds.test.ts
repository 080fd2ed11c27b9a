import { expect, test } from "vitest";
import { extractCodes, extractLinks } from "../src/all.ts";

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

test("after a message with more numbers than are read, the next one is read from its beginning", () => {
  extractCodes(Array.from({ length: 300 }, (_, index) => `${100_000 + index}.`).join("\n"));
  expect(extractCodes("Your code is 481220.").map(({ value }) => value)).toEqual(["481220"]);
});

test("at most 200 words of a message are tried for a caller's pattern", () => {
  const lines = Array.from({ length: 300 }, (_, index) => `Your code: ref.${1_000 + index}`);
  expect(extractCodes(lines.join("\n"), { pattern: /ref\.\d+/ })).toHaveLength(200);
});
