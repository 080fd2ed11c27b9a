import { findLinks } from "@frontdesk/visible";
import type { NormalizedMessage } from "../text/normalize.ts";
import { textBefore } from "../text/sentences.ts";
import type { FindOptions } from "../types.ts";

/** A link of the message, and what stands before it. */
export interface FoundLink {
  url: string;
  /** The link's text; empty if it is a bare URL. */
  label: string;
  /** Up to 200 characters before its first occurrence. */
  precedingText: string;
  occurrences: number;
}

/** `Sign in [https://…`, as mails converted to text show a link, and `[Sign in](https://…`. */
const LABEL_BEFORE = /(?:^|\n)([^\n[\]]{2,60}) \[$|\[([^\n[\]]{2,60})\]\($/;

/** Returns the links given by the caller, otherwise those of the HTML and those in the text. Each URL once. */
export function findMessageLinks({ text, htmlLinks }: NormalizedMessage, { links }: FindOptions): FoundLink[] {
  const found = new Map<string, FoundLink>();
  /** Adds a link with the text before `index`, or counts another occurrence of it. `index` is -1 if the text does not show it. */
  function add(url: string, label: string, index: number) {
    const known = found.get(url);
    if (known) {
      known.occurrences += 1;
      if (known.label === "" || known.label === url) known.label = label || known.label;
    } else {
      const precedingText = index < 0 ? "" : textBefore(text, index, 200);
      found.set(url, { url, label, precedingText, occurrences: 1 });
    }
  }
  if (links) {
    for (const { url, text: label } of links) add(url, label === url ? "" : label, startOfLink(text, url, label));
    return [...found.values()];
  }
  for (const { url, text: label, start } of htmlLinks) add(url, label, start);
  for (const { url, start } of findLinks(text)) {
    // `Sign in [https://…` or `[Sign in](https://…`
    const [, before = "", inBrackets = ""] = LABEL_BEFORE.exec(textBefore(text, start, 70)) ?? [];
    const label = before || inBrackets;
    add(url, label, label ? start - label.length - 2 : start);
  }
  return [...found.values()];
}

/** Returns where a link starts in the text: at its label if that precedes the URL, as in `Sign in [https://…]`. -1 if nowhere. */
function startOfLink(text: string, url: string, label: string): number {
  const urlStart = text.indexOf(url);
  if (urlStart <= 0 || label === "" || label === url) return urlStart;
  const labelStart = text.lastIndexOf(label, urlStart);
  const isRightBefore = labelStart >= 0 && urlStart - labelStart < label.length + 10;
  return isRightBefore ? labelStart : urlStart;
}
