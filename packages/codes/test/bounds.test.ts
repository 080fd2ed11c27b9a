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
  ["https://shop.example", "leads home"],
  ["https://shop.example/", "leads home"],
  ["HTTPS://shop.example", "leads home"],
  ["https://shop.example/verify?token=a8Xk3LmPq92ZtR", "is the only one with a token"],
  ["Continue", "is the only one with a token"],
])("a link that is counted on its way and reads «%s» %s", (text, reason) => {
  const links = [{ url: "https://track.example/c/a8Xk3LmPq92ZtRw7", text }];
  expect(extractLinks(`Please verify your email address:\n${text}\n`, { links })).toMatchObject([{ reason }]);
});
