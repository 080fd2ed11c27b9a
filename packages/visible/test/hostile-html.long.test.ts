import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { growthAtFourTimes } from "../../../scripts/growth.ts";
import { readHtml } from "../src/index.ts";

/** Half as long as the text of a mail can be: at this size a square shows, and reading all pages takes half the time. */
const size = 1024 * 1024;
const fill = (unit: string, count = size / unit.length) => unit.repeat(count);
const numbered = (unit: (index: number) => string, count: number) =>
  Array.from({ length: count }, (_, index) => unit(index)).join("");

/** Pages of some 1 MiB. Each begins with "code 4711", and would cost the square of its size if it were read without care. */
const hostile: Record<string, string> = {
  "deep nesting": fill("<div>"),
  "deep nesting of hidden elements": fill("<p hidden><b hidden>"),
  "deep nesting that is closed": fill("<b><i>", 70_000) + fill("</i></b>", 70_000),
  "deep nesting of cells": fill("<table><tr><td>"),
  "closing tags alone": fill("</b></div>"),
  "closing tags of an element far away": `<u>${fill("<b>", 300)}${fill("</u><b>")}`,
  "unclosed tags": fill("<a "),
  "unclosed quotes": fill('<b title="'),
  "opening brackets": fill("<"),
  "brackets of both kinds": fill("<>"),
  "unclosed comments": fill("<!--"),
  "unclosed style sheets": fill("<style>"),
  "unclosed elements without text": fill("<script><title><template>"),
  "attributes in one tag": `<b ${fill("a=1 ")}>`,
  "quoted attributes in one tag": `<b ${fill('style="a" ')}>`,
  "attributes in many tags": fill(`<b ${fill("style=color:red class=a hidden=until-found ", 1_000)}>`, 50),
  "styles that differ": numbered((index) => `<b style="color:#${index};font:0/0 a;left:-${index}px">x</b>`, 20_000),
  "style rules": `<style>${numbered((index) => `.a${index},.b${index}{display:none}`, 30_000)}</style>`,
  "style sheets": fill("<style>.a{color:red}/*</style><b class=a>"),
  "a style rule of one class": `<style>${fill(".a{color:red;")}</style><b class="${fill("a ", 1_000)}">`,
  entities: fill("&amp;&#65;&#x41;&copy"),
  ampersands: fill("&"),
  "numbers of characters": fill("&#11111111111111111111"),
  "blanks that do not break": fill("&nbsp; "),
  blanks: `${fill(" ")}x`,
  "preformatted blanks": `<pre>${fill(" ")}x`,
  "preformatted lines": `<pre>${fill(" \n")}x`,
  "lines in deep quotes": `${fill("<blockquote>", 400)}${fill("<br>x")}`,
  "quotes in quotes": fill("<blockquote>x"),
  "items in deep lists": `${fill("<ul><li>", 400)}${fill("<li>x")}`,
  "lists in lists": fill("<ol><li>x"),
  "lists that count from far": fill("<ol start=999999999><li>x</ol>"),
  rules: fill("<hr>"),
  "links without an end": fill("<a href=http://a.example/>x"),
  links: numbered((index) => `<a href=http://a.example/${index}>x</a>`, 25_000),
  "links of blanks": `<a href="http://a.example/${fill(" ")}x">x</a>`,
  "one long link": `<a href="http://a.example/${fill("a")}">x</a>`,
  "images in a link": `<a href=http://a.example>${fill("<img alt=x>")}`,
  "URLs in the text": fill("http://a.example/ "),
};

describe("reads four times the size at no more than ten times the cost", () => {
  test.each(Object.entries(hostile))("%s", async (_name, tail) => {
    const page = `<p>code 4711</p>${tail}`;
    const quarter = page.slice(0, page.length / 4);
    let text = "";
    const growth = await growthAtFourTimes((part) => {
      ({ text } = readHtml(part === "whole" ? page : quarter, { showsTargets: true }));
    });
    expect(growth).toBeLessThan(10);
    expect(text).toMatch(/^code 4711/);
    expect(text.length).toBeLessThanOrEqual(2 * page.length + 2_000);
  });
});

const scraps = fc.oneof(
  fc.constantFrom(
    ..."<p> </p> <br> <div hidden> </div> <ul> <ol start=7> <li> </ol> <blockquote> </blockquote>".split(" "),
  ),
  fc.constantFrom(
    '<a href="https://a.example/v?t=1">',
    "</a>",
    "<img alt=x>",
    "<pre>",
    "</pre>",
    "<td>",
    "</td>",
    "<hr>",
  ),
  fc.constantFrom("<b style='", "'", '"', ">", "<", "<!--", "-->", "<style>", ".a{display:none}", "</style>", "&#x;"),
  fc.constantFrom(
    "<b style='visibility:hidden'>",
    "<i style=color:#fff>",
    "<i class=a>",
    "</b>",
    "</i>",
    " ",
    "\n",
    "&nbsp;",
  ),
  fc.string(),
);
const pages = fc.array(scraps, { maxLength: 60 }).map((pieces) => pieces.join(""));

describe("for every page", () => {
  test("the text is bounded, trimmed at each line end, and without two empty lines", () => {
    fc.assert(
      fc.property(pages, (page) => {
        const { text } = readHtml(page, { showsTargets: true });
        expect(text.length).toBeLessThanOrEqual(2 * page.length + 2_000);
        expect(text).not.toMatch(/[ \t]\n|\n\n\n|\s$/);
      }),
      { numRuns: 2_000 },
    );
  });

  test("links and text agree, with targets and without", () => {
    fc.assert(
      fc.property(pages, (page) => {
        const plain = readHtml(page);
        const annotated = readHtml(page, { showsTargets: true });
        expect(annotated.links.map(({ url, text }) => [url, text])).toEqual(
          plain.links.map(({ url, text }) => [url, text]),
        );
        for (const { start, end } of plain.links)
          expect(0 <= start && start <= end && end <= plain.text.length).toBe(true);
        for (const { url } of annotated.links) expect(annotated.text).toContain(url);
      }),
      { numRuns: 2_000 },
    );
  });

  test("hidden parts leave no trace", () => {
    const hidden = fc.constantFrom(
      "<div hidden>",
      "<b style='display:none'>",
      "<section style=opacity:0>",
      "<i style='font-size:0'>",
    );
    fc.assert(
      fc.property(
        pages,
        hidden,
        fc.constantFrom("a", "a<br>b", "<p>a</p>", "<a href=https://x.example>a</a>"),
        (page, tag, content) => {
          const name = /\w+/.exec(tag)?.[0];
          const words = (html: string) => readHtml(html).text.replace(/\s+/g, "");
          const inner = content.replaceAll(/\b[ab]\b(?![^<]*>)/g, "");
          expect(words(`<table><td>x${tag}${content}</${name}>y</table>`)).toBe("xy");
          expect(words(`<table><td>x${tag}${inner}</${name}>y</table>${page}`)).toBe(
            words(`<table><td>xy</table>${page}`),
          );
        },
      ),
    );
  });
});
