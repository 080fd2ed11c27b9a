/// <reference path="./html-to-text.d.ts" />
import { compile } from "html-to-text";
import { stripTags } from "./strip-tags.ts";

/** Conversion takes a millisecond for every few thousand characters; larger pages would delay other mail. */
export const MAX_CONVERTED_LENGTH = 200_000;

/** The converter is recursive, so deeper pages could overflow the stack. */
const MAX_DEPTH = 400;

/** The converter copies every line once for each quote, list and link around it, and quotes and lists make it longer. */
const MAX_WRAP_DEPTH = 32;
const MAX_COPIED_LINES = 100_000;

/** Block elements that the converter would treat as inline. */
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
  // Converts the whole page: malformed pages have text outside of the body.
  baseElements: { selectors: ["nothing-but-all"], returnDomByDefault: true },
  limits: { maxInputLength: MAX_CONVERTED_LENGTH + 1 },
  formatters: {
    // Mail uses tables for layout; the cells must stay separated.
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

/** Removes line breaks inside a link and blanks around it, as browsers do. */
function normalizeLink(href: string): string {
  return href.replace(/[\t\r\n]+/g, "").trim();
}

/**
 * Converts HTML to readable text with its links.
 *
 * @param maxLength characters that may be converted; tags of a longer page are only stripped.
 */
export function htmlToText(html: string, maxLength = MAX_CONVERTED_LENGTH): string {
  // Plain text labelled as HTML has line breaks worth keeping.
  if (html.length > maxLength || !/<[a-z!/]/i.test(html) || isExpensiveToConvert(html)) return stripTags(html);
  try {
    const text = convert(html);
    // Output that grows this much is an attack, such as huge list numbers.
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
    // The text must not be lost if the converter fails.
    return stripTags(html);
  }
}

/** Elements that nest, with slash and name captured, and what starts a new line of text. */
const TAG_OR_LINE_BREAK = /<(\/?)(?!(?:br|img|hr|meta|link|input|p|li|td|tr)\b|!)([a-z]+)|<br\b|<li\b|<p\b|\n/gi;
const WRAPPING_ELEMENT = /^(?:blockquote|ul|ol|dir|menu|a)$/i;

/**
 * Returns whether converting is too expensive because of nesting. Estimates the depth by opening minus closing tags; elements
 * without closing tags make the estimate too high, which is safe.
 */
function isExpensiveToConvert(html: string): boolean {
  let depth = 0;
  let wrapDepth = 0;
  let copiedLines = 0;
  // `name` is undefined for line breaks.
  for (const [, slash, name] of html.matchAll(TAG_OR_LINE_BREAK)) {
    copiedLines += wrapDepth;
    if (name !== undefined) {
      const change = slash === "/" ? -1 : 1;
      depth += change;
      if (WRAPPING_ELEMENT.test(name)) wrapDepth = Math.max(0, wrapDepth + change);
    }
    if (depth > MAX_DEPTH || wrapDepth > MAX_WRAP_DEPTH || copiedLines > MAX_COPIED_LINES) return true;
  }
  return false;
}
