import { compile } from "html-to-text";
import { stripTags } from "./strip-tags.ts";

/** Converting costs a millisecond for every few thousand characters; a larger page would hold up everyone else's mail. */
const MAX_CONVERTED = 200_000;

/** The converter recurses: deeper pages overflow the stack, at a depth that depends on who calls. */
const MAX_DEPTH = 400;

/** Blocks of older pages, which the converter takes for words of one line. */
const BLOCKS = [
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
  limits: { maxInputLength: MAX_CONVERTED + 1 },
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
      options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true, pathRewrite: tidyLink },
    },
    { selector: "img", format: "skip" },
    ...BLOCKS.map((selector) => ({
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
function tidyLink(path: string): string {
  return path.replace(/[\t\r\n]+/g, "").trim();
}

/** HTML as text a person can read, with its links. */
export function htmlToText(html: string): string {
  // Text that is only called HTML has line breaks worth keeping.
  if (html.length > MAX_CONVERTED || !/<[a-z!/]/i.test(html) || isDeep(html)) return stripTags(html);
  try {
    const text = convert(html)
      .replaceAll("\u00a0", " ")
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim();
    return text === "" ? stripTags(html) : text;
  } catch {
    // Whatever the converter stumbles over, the text must not be lost.
    return stripTags(html);
  }
}

/** Counts how far openings run ahead of closings; elements that need no closing make this a guess on the safe side. */
function isDeep(html: string): boolean {
  let depth = 0;
  let deepest = 0;
  for (const match of html.matchAll(/<(\/?)(?!br\b|img\b|hr\b|meta\b|link\b|input\b|p\b|li\b|td\b|tr\b|!)[a-z]/gi)) {
    depth += match[1] === "/" ? -1 : 1;
    if (depth > deepest) deepest = depth;
  }
  return deepest > MAX_DEPTH;
}
