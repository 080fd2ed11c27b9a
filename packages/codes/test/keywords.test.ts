import { describe, expect, it } from "vitest";
import { extractCodes } from "../src/all.ts";

/** The value and kind of the first code of a text. */
function firstCode(text: string) {
  const [first] = extractCodes(text);
  return first && [first.value, first.kind];
}

describe("a warning not to share the code", () => {
  it.each([
    "Never share your code 482913.",
    "Never share your code 482913 within 24 hours.",
    "Never share with anyone: your code is 482913, not 5512",
  ])("names the code right after the word for it: %s", (text) => {
    expect(firstCode(text)).toEqual(["482913", "one_time"]);
  });

  it.each([
    "Do not tell anyone your code 482913 for order 551207.",
    "Order 551207: never tell anyone the code 482913",
    "Never share the code 482913 with 2041 people in our branch 5512",
  ])("names it also with other numbers in the sentence: %s", (text) => {
    expect(firstCode(text)).toEqual(["482913", "one_time"]);
  });
});

describe("the label of a code", () => {
  it.each([
    ["far from the keyword", "Order -------------------- code: 482913"],
    ["before another number, even right before the keyword", "包裹7741验证码482913"],
  ])("has no word %s: %s", (_where, text) => {
    expect(firstCode(text)).toEqual(["482913", "one_time"]);
  });
});
