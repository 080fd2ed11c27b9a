import { extractCodes, extractLinks } from "@frontdesk/codes/all";
import { cpuTimeOf, plainLoopTime } from "@frontdesk/test-kit";
import { expect, test } from "vitest";

const SIZE = 2_000_000;

const filled = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);

const messages: Record<string, string> = {
  "hidden elements": filled('<div style="display:none">'),
  "hidden words": filled('<span style="display:none">a</span>'),
  "open elements": filled("<div>"),
  paragraphs: filled("<p>a</p>"),
  "angle brackets": filled("<"),
  comments: filled("<!-- x -->"),
  "open comments": filled("<!--"),
  "style sheets": filled("<style>.a{color:red}</style>"),
  "one style sheet": `<style>${filled(".a{color:red}")}</style>x`,
  "open quotes": filled('<a href="'),
  "one attribute": `<a x="${filled("a")}">481220`,
  "attributes of one tag": filled('<a x="1" '),
  entities: filled("&amp;"),
  anchors: filled('<a href="https://a.example/Zk9x77abQ2mWp4Lr">x</a>'),
  addresses: filled("https://a.example/x "),
  cells: filled("<td>1"),
  "coloured cells": filled("<td bgcolor=red background=x>"),
  "nested tables": filled("<p><table>"),
  codes: filled("Your code is 481220. "),
  "keywords and numbers": filled("code 481220, "),
  numbers: filled("1234567 "),
  "single characters": filled("1 2 "),
  dots: filled("a."),
  Chinese: filled("验证码"),
  accents: filled("e\u0301"),
  blanks: filled(" "),
  lines: filled("\n"),
};

/** Milliseconds of CPU time that a message may cost: as many as a plain loop, because machines differ. Twice what it should. */
const LIMIT = plainLoopTime();

// CPU time, and the least of a few rounds: what else the machine does is not the finder's.
test.each(Object.entries(messages))("two megabytes of %s cost no more than a loop over fifty", (_, text) => {
  for (const options of [{ format: "text" }, { format: "html" }, { subject: "Your code" }] as const) {
    const codes = cpuTimeOf(() => extractCodes(text, options), LIMIT / 2);
    const links = cpuTimeOf(() => extractLinks(text, options), LIMIT / 2);
    expect({ options, codes: codes <= LIMIT ? "in time" : codes, links: links <= LIMIT ? "in time" : links }).toEqual({
      options,
      codes: "in time",
      links: "in time",
    });
  }
});
