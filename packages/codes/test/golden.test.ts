import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { extractCode } from "../src/index.ts";

interface Pair {
  language: string;
  text: string;
  code: string | null;
}

const folder = new URL("./golden/", import.meta.url);
const pairs = readdirSync(folder).flatMap((file) => readPairs(readFileSync(new URL(file, folder), "utf8")));

describe.each([...new Set(pairs.map(({ language }) => language))])("in %s", (language) => {
  it.each(pairs.filter((pair) => pair.language === language))("reads $code out of: $text", ({ text, code }) => {
    expect(extractCode(text)).toBe(code);
  });
});

it("covers thirty languages and three hundred messages, half of them without a code", () => {
  expect(new Set(pairs.map(({ language }) => language)).size).toBeGreaterThanOrEqual(30);
  expect(pairs.length).toBeGreaterThanOrEqual(300);
  expect(pairs.filter(({ code }) => code === null).length * 2).toBeGreaterThanOrEqual(pairs.length);
});

/** A language's `# tag`, then pairs: the message on one line with `\n` for its line ends, its code or `none` below. */
function readPairs(golden: string): Pair[] {
  const found: Pair[] = [];
  let language = "";
  let text = "";
  for (const line of golden.split("\n")) {
    if (line.startsWith("# ")) language = line.slice(2);
    else if (line.startsWith("=> ")) found.push({ language, text, code: line === "=> none" ? null : line.slice(3) });
    else text = line.replaceAll("\\n", "\n");
  }
  return found;
}
