import { findLinks } from "@frontdesk/visible";
import type { NormalizedMessage } from "../text/normalize.ts";
import { textBefore } from "../text/sentences.ts";
import type { FindOptions } from "../types.ts";

/** A link of the message, and what stands before it. */
export interface LinkInMessage {
  url: string;
  /** The link's text; empty if it is a bare URL. */
  label: string;
  /** Up to 200 characters before its first occurrence. */
  precedingText: string;
  occurrences: number;
}

/** One occurrence of a link; `start` is where its label begins, or its URL without a label. */
interface LabelledUrl {
  url: string;
  label: string;
  start: number;
}

/** `Sign in [https://…`, as mails converted to text show a link, and `[Sign in](https://…`. */
const LABEL_BEFORE = /(?:^|[\n[])([^\n[\]]{2,60})(?: \[|\]\()$/;

/**
 * Returns the links to score, each URL once, with its label and the text before it: those that the caller gave, otherwise those of
 * the HTML, which include the URLs in its text, otherwise those in the text.
 */
export function findMessageLinks({ text, htmlLinks }: NormalizedMessage, { links }: FindOptions): LinkInMessage[] {
  if (!links && htmlLinks.length === 0) return mergeByUrl(text, linksInText(text));
  const placed = links?.map((link) => ({ ...link, start: startOfLink(text, link.url, link.text) })) ?? htmlLinks;
  const labelled = placed.map(({ url, text: label, start }) => ({ url, label: label === url ? "" : label, start }));
  return mergeByUrl(text, labelled);
}

/**
 * Returns the URLs in a text and their labels: `Sign in` is the label in `Sign in [https://…]` and in `[Sign in](https://…)`. `start`
 * is where the label begins, or the URL without one.
 */
function linksInText(text: string): LabelledUrl[] {
  const longestLabelAndBrackets = 70;
  return findLinks(text).map(({ url, start }) => {
    const label = LABEL_BEFORE.exec(textBefore(text, start, longestLabelAndBrackets))?.[1] ?? "";
    const labelLength = label ? label.length + " [".length : 0; // `](` is as long
    return { url, label, start: start - labelLength };
  });
}

/** Merges the occurrences of each URL: the first label that one has, and the text before the first. */
function mergeByUrl(text: string, links: LabelledUrl[]): LinkInMessage[] {
  const linksByUrl = new Map<string, LinkInMessage>();
  const precedingCharacters = 200;
  for (const { url, label, start } of links) {
    const known = linksByUrl.get(url);
    if (known) {
      known.occurrences += 1;
      known.label ||= label;
    } else {
      linksByUrl.set(url, { url, label, precedingText: textBefore(text, start, precedingCharacters), occurrences: 1 });
    }
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
