/// <reference path="./html-to-text.d.ts" />
import { compile } from "html-to-text";
import { stripTags } from "./strip-tags.ts";

/** Converting costs a millisecond for every few thousand characters; larger pages would hold up everyone else's mail. */
export const MAX_CONVERTED_LENGTH = 200_000;

/** The converter recurses: deeper pages overflow the stack, at a depth that depends on who calls. */
const MAX_DEPTH = 400;

/** Every line is copied once for each quote, list and link around it, and quotes and lists make it longer each time. */
const MAX_WRAP_DEPTH = 32;
const MAX_WRAPPED_LINES = 100_000;

/** Blocks of older pages, which the converter takes for words of one line. */
const BLOCK_ELEMENTS = [
  "html",
  "body",
  "center",
  "address",
  "dl",
  "dt",
  "dd",
  "fieldset",
  "figure",
  "figcaption",
  "caption",
  "option",
];

const heading = { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 1 };

const convert = compile({
  wordwrap: false,
  // Text also stands before, behind and between the bodies of a page that was put together carelessly.
  baseElements: { selectors: ["nothing-but-all"], returnDomByDefault: true },
  limits: { maxInputLength: MAX_CONVERTED_LENGTH + 1 },
  formatters: {
    // Tables lay mail out; their cells must not run together.
    cell(element, walk, builder) {
      walk(element.children, builder);
      builder.addInline(" ");
    },
  },
  selectors: [
    {
      selector: "a",
      options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true, pathRewrite: normalizeLink },
    },
    { selector: "img", format: "skip" },
    ...BLOCK_ELEMENTS.map((selector) => ({
      selector,
      format: "block",
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    ...["title", "style", "script", "xml"].map((selector) => ({ selector, format: "skip" })),
    { selector: "td", format: "cell" },
    { selector: "th", format: "cell" },
    { selector: "tr", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...[1, 2, 3, 4, 5, 6].map((level) => ({ selector: `h${level}`, options: heading })),
  ],
});

/** Browsers drop line breaks inside a link and blanks around it. */
function normalizeLink(path: string): string {
  return path.replace(/[\t\r\n]+/g, "").trim();
}

/**
 * HTML as text a person can read, with its links.
 *
 * @param maxLength how many characters may still be converted; a longer page is read the plain way.
 */
export function htmlToText(html: string, maxLength = MAX_CONVERTED_LENGTH): string {
  // Text that is only called HTML has line breaks worth keeping.
  if (html.length > maxLength || !/<[a-z!/]/i.test(html) || isExpensiveToConvert(html)) return stripTags(html);
  try {
    const text = convert(html);
    // What grows that much was written to grow: numbers of lists, for example.
    if (text.length > 2 * html.length + 1_000) return stripTags(html);
    const tidied = text
      .replaceAll("\u00a0", " ")
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim();
    return tidied === "" ? stripTags(html) : tidied;
  } catch {
    // Whatever the converter stumbles over, the text must not be lost.
    return stripTags(html);
  }
}

const TAG_OR_LINE_BREAK = /<(\/?)(?!(?:br|img|hr|meta|link|input|p|li|td|tr)\b|!)([a-z]+)|<br\b|<li\b|<p\b|\n/gi;
const WRAPPING_ELEMENT = /^(?:blockquote|ul|ol|dir|menu|a)$/i;

/**
 * Whether converting would cost more than its size says. Counts how far openings run ahead of closings; elements that need no
 * closing make this a guess on the safe side.
 */
function isExpensiveToConvert(html: string): boolean {
  let depth = 0;
  let wrapped = 0;
  let lines = 0;
  for (const [, slash, name] of html.matchAll(TAG_OR_LINE_BREAK)) {
    lines += wrapped;
    if (name !== undefined) {
      const step = slash === "/" ? -1 : 1;
      depth += step;
      if (WRAPPING_ELEMENT.test(name)) wrapped = Math.max(0, wrapped + step);
    }
    if (depth > MAX_DEPTH || wrapped > MAX_WRAP_DEPTH || lines > MAX_WRAPPED_LINES) return true;
  }
  return false;
}
