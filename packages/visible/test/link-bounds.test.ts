import { expect, test } from "vitest";
import { findLinks, toWebLink } from "../src/links.ts";

const linkOf = (length: number) => "https://a.example/".padEnd(length, "x");

test.each([
  [8_191, true],
  [8_192, true],
  [8_193, false],
])("a link of %i characters is kept: %s", (length, isKept) => {
  const link = linkOf(length);
  expect(toWebLink(link)).toBe(isKept ? link : "");
  expect(findLinks(`See ${link} now.`).map(({ url }) => url)).toEqual(isKept ? [link] : []);
});

test("a link in one that is too long is none, however far it begins", () => {
  for (const length of [8_193, 9_000, 20_000]) expect(findLinks(`${linkOf(length)}?to=https://b.example/`)).toEqual([]);
});
