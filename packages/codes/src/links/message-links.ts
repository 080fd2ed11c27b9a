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
const LABEL_BEFORE = /(?:^|[\n[])([^\n[\]]{2,60})(?: \[|\]\()$/;

/**
 * Returns the links to score, each URL once, with its label and the text before it: those that the caller gave,
 * otherwise those of the HTML and those in the text.
 */
export function findMessageLinks({ text, htmlLinks }: NormalizedMessage, { links }: FindOptions): FoundLink[] {
  const linksByUrl = new Map<string, FoundLink>();

  /** Adds a link with the text before `start`, or counts another occurrence of it. */
  function add(url: string, label: string, start: number) {
    const known = linksByUrl.get(url);
    if (known) {
      known.occurrences += 1;
      known.label ||= label;
    } else {
      // 200 characters: the last lines before the link, which may say what it is for.
      linksByUrl.set(url, { url, label, precedingText: textBefore(text, start, 200), occurrences: 1 });
    }
  }

  const given = links?.map((link) => ({ ...link, start: startOfLink(text, link.url, link.text) })) ?? htmlLinks;
  for (const { url, text: label, start } of given) add(url, label === url ? "" : label, start);
  // The links of the HTML include the URLs in its text, so the text is searched only without them.
  if (links || linksByUrl.size > 0) return [...linksByUrl.values()];
  for (const { url, start } of findLinks(text)) {
    // Enough for a label, which has at most 60 characters.
    const label = LABEL_BEFORE.exec(textBefore(text, start, 70))?.[1] ?? "";
    // The link starts at its label; the 2 characters between label and URL are ` [` or `](`.
    add(url, label, label ? start - label.length - 2 : start);
  }
  return [...linksByUrl.values()];
}

/** Returns where a link starts in the text: at a label before the URL, as in `Sign in [https://…]`. 0 if the text lacks the URL. */
function startOfLink(text: string, url: string, label: string): number {
  const urlStart = Math.max(0, text.indexOf(url));
  const labelStart = text.lastIndexOf(label, urlStart);
  // The same words further above are not the label: at most 9 characters, such as ` [`, separate label and URL.
  const isRightBefore = labelStart >= 0 && urlStart - labelStart < label.length + 10;
  return isRightBefore ? labelStart : urlStart;
}
