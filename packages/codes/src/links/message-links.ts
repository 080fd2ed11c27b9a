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

/**
 * Returns the links to score, each URL once, with its label and the text before it: those that the caller gave,
 * otherwise those of the HTML and those in the text.
 */
export function findMessageLinks({ text, htmlLinks }: NormalizedMessage, { links }: FindOptions): FoundLink[] {
  const found = new Map<string, FoundLink>();
  /** Adds a link with the text before `index`, or counts another occurrence of it. `index` is -1 if the text does not show it. */
  function add(url: string, label: string, index: number) {
    const known = found.get(url);
    if (known) {
      known.occurrences += 1;
      // The first label with words wins. Later ones replace only a missing label, or a label that is the URL itself.
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
    // Only one of the two groups can match: `Sign in [https://…`, or `[Sign in](https://…`.
    const [, before = "", inBrackets = ""] = LABEL_BEFORE.exec(textBefore(text, start, 70)) ?? [];
    const label = before || inBrackets;
    // The link starts at its label; the 2 characters between label and URL are ` [` or `](`.
    add(url, label, label ? start - label.length - 2 : start);
  }
  return [...found.values()];
}

/** Returns where a link starts in the text: at its label if that precedes the URL, as in `Sign in [https://…]`. -1 if nowhere. */
function startOfLink(text: string, url: string, label: string): number {
  const urlStart = text.indexOf(url);
  // The text does not have the URL (-1) or begins with it, or the link has no words of its own.
  if (urlStart <= 0 || label === "" || label === url) return urlStart;
  const labelStart = text.lastIndexOf(label, urlStart);
  // The same words further above are not the label: at most 9 characters, such as ` [`, separate label and URL.
  const isRightBefore = labelStart >= 0 && urlStart - labelStart < label.length + 10;
  return isRightBefore ? labelStart : urlStart;
}
