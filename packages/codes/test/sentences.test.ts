import { describe, expect, it } from "vitest";
import { clauseAround, countWords, sentenceAround } from "../src/text/sentences.ts";

/** Marks a part of a text, and returns what `around` finds around it. */
function partAround(around: typeof sentenceAround, text: string, part = "482913"): string {
  const start = text.indexOf(part);
  const span = around(text, { start, end: start + part.length });
  return text.slice(span.start, span.end).trim();
}

describe("a sentence", () => {
  it.each([
    // Its ends.
    ["Done. Use 482913 now. Bye", "Use 482913 now"],
    ["Done! Use 482913 now? Bye", "Use 482913 now"],
    ["Done\nUse 482913 now\nBye", "Use 482913 now"],
    ["完了。482913を入力。以上", "482913を入力"],
    ["Hecho; usa 482913 ahora; fin", "usa 482913 ahora"],
    // The blank between two sentences is missing.
    ["All is done.Use 482913", "Use 482913"],
    ["Since 2026.Use 482913", "Use 482913"],
    // Dots inside it.
    ["Use 482913 at example.com now", "Use 482913 at example.com now"],
    ["Pay 3.50 with 482913", "Pay 3.50 with 482913"],
    ["Use no. 18 and 482913", "Use no. 18 and 482913"],
    ["Pay 1.249,00 kr. hos Harbor with 482913", "Pay 1.249,00 kr. hos Harbor with 482913"],
    // A longer word, or a capital after it, ends the sentence.
    ["Use your number. 18 and 482913", "18 and 482913"],
    ["Use this app. Now 482913", "Now 482913"],
  ])("in «%s» is «%s»", (text, sentence) => {
    expect(partAround(sentenceAround, text)).toBe(sentence);
  });

  it.each([..."\n.!?。؟।۔።;"])("ends at %j", (mark) => {
    expect(partAround(sentenceAround, `Before${mark} 482913${mark} After`)).toBe("482913");
  });

  it("extends at most 240 characters to each side", () => {
    const span = sentenceAround(`${"a ".repeat(200)}482913${" b".repeat(200)}`, { start: 400, end: 406 });
    expect(span).toEqual({ start: 160, end: 646 });
  });
});

describe("a clause", () => {
  it.each([
    ["Hello Ana, use 482913, please", "use 482913"],
    ["Harbor (use 482913) now", "use 482913"],
    ["Harbor | use 482913 | now", "use 482913"],
    ["Harbor – use 482913 — now", "use 482913"],
    ["Harbor “use 482913” now", "use 482913"],
    ['Harbor "use 482913" now', "use 482913"],
    ["請、使用482913、謝謝", "使用482913"],
    ["Use it: 482913", "Use it: 482913"],
  ])("in «%s» is «%s»", (text, clause) => {
    expect(partAround(clauseAround, text)).toBe(clause);
  });

  it.each([...',、،()|–—"“”\n!?。؟।۔።;'])("ends at %j", (mark) => {
    expect(partAround(clauseAround, `Before ${mark} 482913 ${mark} After`)).toBe("482913");
  });
});

it.each([
  ["two words", 2],
  ["one-two 3", 3],
  ["don’t", 2],
  ["入力して", 4 / 3],
  ["Harborに入力", 2],
  ["", 0],
])("«%s» has %s words", (text, words) => {
  expect(countWords(text, 0, text.length)).toBeCloseTo(words);
});
