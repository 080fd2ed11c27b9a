import { describe, expect, test } from "vitest";
import { splitIntoParts } from "../../src/text/parts.ts";
import { cutToTokens, estimateTokens } from "../../src/text/tokens.ts";

const url = "https://shop.test/a?b=1";

describe("a link is a number in the text, and stands in the part's list", () => {
  test.each<readonly [what: string, body: string, text: string, links: readonly string[]]>([
    ["bare", `See ${url} now`, "See [1] now", [url]],
    ["in brackets", `See [${url}] now`, "See [1] now", [url]],
    ...[".", ",", ";", ":", "!", "?", "?!"].map(
      (end) => [`before ${end}`, `See ${url}${end}`, `See [1]${end}`, [url]] as const,
    ),
    ["twice", `${url} ${url}`, "[1] [1]", [url]],
    ["beside another", `${url} https://b.test/ ${url}`, "[1] [2] [1]", [url, "https://b.test/"]],
    ["in angle brackets", `<${url}>`, "<[1]>", [url]],
    ["without a host", "See https:// now", "See https:// now", []],
  ])("%s", (_what, body, text, links) => {
    expect(splitIntoParts(body, [])).toEqual([{ text, links }]);
  });
});

test("a link is listed although another URL of the text begins with it", () => {
  const [part] = splitIntoParts("See https://c.test/reset/help", [{ url: "https://c.test/reset", text: "Reset" }]);
  expect(part?.links).toEqual(["https://c.test/reset/help", "https://c.test/reset"]);
});

test("links that the text does not spell out are listed after it, each on its line", () => {
  const links = [
    { url, text: "Confirm\nnow" },
    { url: "https://b.test/x y]z", text: "Odd" },
    { url: "https://c.test/", text: "Named" },
  ];
  expect(splitIntoParts("Hello https://c.test/", links)).toEqual([
    {
      text: "Hello [1]\n\nConfirm now [2]\nOdd [3]",
      links: ["https://c.test/", url, "https://b.test/x%20y%5Dz"],
    },
  ]);
});

test("a message without text has one empty part", () => {
  expect(splitIntoParts("", [])).toEqual([{ text: "", links: [] }]);
});

test("a link is never cut: it begins the next part if it does not fit, or has a part of its own", () => {
  const long = `https://shop.test/${"aB3".repeat(1_000)}`;
  const parts = splitIntoParts(`${"word ".repeat(1_500)}${long} end ${url}`, []);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.flatMap(({ links }) => links)).toEqual([long, url]);
  for (const { text, links } of parts) expect([...text.matchAll(/\[\d+\]/g)]).toHaveLength(links.length);
  expect(splitIntoParts(long, [])[0]).toEqual({ text: "[1]", links: [long] });
});

test("a link that does not fit below a short text leaves that text a part of its own", () => {
  const long = `https://shop.test/${"aB3".repeat(1_000)}`;
  expect(splitIntoParts(`Hello ${long}`, [])).toEqual([
    { text: "Hello ", links: [] },
    { text: "[1]", links: [long] },
  ]);
});

test("square brackets, backslashes and backticks count as punctuation, not as letters", () => {
  for (const sign of "[\\]^_`") expect(estimateTokens(sign.repeat(10))).toBe(estimateTokens("(".repeat(10)));
});

test("a part with its list of links stays below 2,000 tokens, however many links there are", () => {
  const links = Array.from({ length: 400 }, (_, at) => `https://shop.test/${at}/${"aB3".repeat(10)}`);
  const parts = splitIntoParts(links.join(" "), []);
  expect(parts.flatMap((part) => part.links)).toEqual(links);
  for (const part of parts) expect(estimateTokens([part.text, ...part.links].join("\n"))).toBeLessThan(2_000);
});

test("a text is cut at a line break past the middle, and not if it fits", () => {
  expect(cutToTokens("one two\nthree four five", 6)).toBe("one two\n");
  expect(cutToTokens("a\nb", 100)).toBe("a\nb");
  expect(cutToTokens("a\nbcd efg hij klm nop", 5)).not.toBe("a\n");
  expect(cutToTokens("abc", 100, 1)).toBe("bc");
  expect(cutToTokens("🔑🔑", 4)).toBe("🔑");
});
