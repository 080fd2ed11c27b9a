import { describe, expect, test } from "vitest";
import { chooseAlternative, joinSections, type Section } from "../src/text/sections.ts";

const section = (type: Section["type"], text: string): Section => ({ type, text, isTruncated: false });
/** Which of a plain text and a page beside it are shown. */
const shownOf = (plain: string, page: string) =>
  chooseAlternative([[section("plain", plain)], [section("html", page)]]).map(({ type }) => type);

describe("a page beside a plain text without numbers is shown for a number of it that may be a code", () => {
  test.each([
    ["4711", true],
    ["471", false],
    ["47118259", true],
    ["471182590", false],
    ["47 11 82", true],
    ["471-182", true],
    ["47  11", false],
    ["47.11", false],
    ["1899", true],
    ["1900", false],
    ["1999", false],
    ["2000", false],
    ["2099", false],
    ["2100", true],
    ["2026-11-28", false],
    ["A4711", false],
    ["4711b", false],
    ["я4711", false],
    ["(4711)", true],
    ["4711.", true],
    ["2026 and 4711", true],
    ["https://shop.test/4711", false],
  ])("%s: %s", (number, isShown) => {
    expect(shownOf("We write to you", `We write to you ${number}`)).toEqual([isShown ? "html" : "plain"]);
  });

  test.each([
    [400, "html"],
    [401, "plain"],
  ])("if the plain text is short: of %i characters, the %s is shown", (length, type) => {
    expect(shownOf("We write ".padEnd(length, "x"), `${"We write ".padEnd(length, "x")} 4711`)).toEqual([type]);
  });

  test.each([
    [0, "html"],
    [1, "plain"],
  ])("if it is within the first 100,000 characters: with %i beyond them, the %s is shown", (extra, type) => {
    expect(shownOf("a", `${"a ".repeat(49_998)}${" ".repeat(extra)}4711`)).toEqual([type]);
  });

  test("beside the plain text if this says more than the page", () => {
    expect(shownOf("Something else of many words", "Your code is 4711")).toEqual(["plain", "html"]);
  });
});

describe("a text that only says that the mail is HTML gives way to the page, where the words around that are others", () => {
  test.each([
    ["HTML is shown here", "HTML is shown here", ["plain"]],
    ["HTML is shown here", "HTML is not shown", ["html"]],
    ["See this HTML part now", "Or see this HTML part now", ["plain"]],
    ["See this HTML part now", "See that HTML part now", ["html"]],
    ["See here our HTML", "See here our HTML", ["plain"]],
    ["See here our HTML", "See where our HTML", ["html"]],
    ["HTML mail", "HTML mail", ["html"]],
    ["HTML形式のメール", "こんにちは", ["html"]],
    ["See this html5 part", "Hello Ann", ["plain"]],
    ["See this 2html part", "Hello Ann", ["plain"]],
  ])("%s | %s", (plain, page, shown) => {
    expect(shownOf(plain, page)).toEqual(shown);
  });
});

test.each([
  [5, 1, false],
  [4, 1, true],
  [10, 2, false],
  [9, 2, true],
])("a page of %i words, of which %i are new, is shown beside the plain text: %s", (count, added, isShown) => {
  const words = Array.from({ length: count }, (_, at) => `word${"abcdefghij"[at]}`);
  const page = [...words.slice(added), ...Array.from({ length: added }, (_, at) => `new${"ab"[at]}`)].join(" ");
  const { text } = joinSections([section("plain", words.join(" ")), section("html", page)]);
  expect(text.split("\n\n")).toHaveLength(isShown ? 2 : 1);
});
