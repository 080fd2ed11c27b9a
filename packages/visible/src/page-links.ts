import { findLinks, type PlacedLink, toWebLink } from "./links.ts";
import { type TextContext, type TextLayout, writeText } from "./text-layout.ts";

/** Link whose closing tag has not been read. */
interface OpenLink {
  /** "" unless it is a link to a web page. */
  url: string;
  /** Written after the words; "" for nothing. */
  target: string;
  context: TextContext;
}

/** Text and links of a page so far. A copy is a checkpoint. */
export interface PageContent extends TextLayout {
  openLink: OpenLink | null;
  /** Keeps the open link even without words, because an image is visible in it. */
  hasImage: boolean;
  /** Shared by all checkpoints: after a checkpoint is restored, the links from `linkCount` on are overwritten. */
  links: PlacedLink[];
  linkCount: number;
  /** Writes the target of each link after its words. */
  showsTargets: boolean;
}

/**
 * Ends the open link, because links do not nest, and starts one whose words are written from now on. Returns a function that ends the
 * new link unless another is open by then; `null` if `href` is empty, which starts no link.
 */
export function openLink(content: PageContent, href: string, context: TextContext): (() => void) | null {
  closeLink(content);
  const target = normalizeHref(href);
  if (target === "") return null;
  const url = toWebLink(target);
  const link: OpenLink = { url, target: url || targetToShow(target), context };
  content.openLink = link;
  // -1: no word is written yet.
  content.words = { text: "", start: -1 };
  return () => {
    if (content.openLink === link) closeLink(content);
  };
}

/** Ends the open link, if there is one: adds it to the links, and its target to the text if targets are shown. */
export function closeLink(content: PageContent): void {
  const { openLink: link, words, hasImage } = content;
  content.openLink = null;
  content.words = null;
  content.hasImage = false;
  const text = words?.text.replace(/\s+/g, " ").trim() ?? "";
  const isVisible = text !== "" || hasImage;
  if (!link || !isVisible) return;
  if (content.showsTargets && link.target !== "" && link.target !== text) {
    if (text === "") writeText(content, link.target, link.context);
    // Directly after the words, even if their line has ended.
    else content.text += ` [${link.target}]`;
  }
  if (link.url !== "") addLink(content, link.url, text, words?.start);
}

/** Adds a link. `start` is the offset of its first word, if it has one. */
export function addLink(content: PageContent, url: string, text: string, start = -1): void {
  const end = content.text.length;
  // No `push`: if an element turns out to be hidden, only `linkCount` is set back. The links of the element stay in the array until later
  // ones overwrite them here.
  content.links[content.linkCount] = { url, text, start: start < 0 ? end : start, end };
  content.linkCount += 1;
}

/** Ends the open link. Returns all links in document order, with the URLs in the text, except those inside a link. */
export function finishLinks(content: PageContent): PlacedLink[] {
  closeLink(content);
  // The links from `linkCount` on are of dropped content, such as that of a hidden element.
  const links = content.links.slice(0, content.linkCount);
  const isInLink = (position: number) => links.some(({ start, end }) => start <= position && position < end);
  const bareUrls = findLinks(content.text).filter(({ start }) => !isInLink(start));
  return [...links, ...bareUrls].sort((link, other) => link.start - other.start);
}

/** Normalizes a URL as browsers do: drops tabs, line breaks and surrounding blanks, encodes inner blanks as `%20`. */
export function normalizeHref(href: string): string {
  return href
    .replace(/[\t\r\n]/g, "")
    .trim()
    .replaceAll(" ", "%20");
}

/**
 * Returns what to show as the target of a link for which `toWebLink` found no URL, such as an email address. Returns "" if the target is
 * of no use to a person: a place in the page, a broken or too long web URL, a script, data, a part of the mail (`cid:`).
 */
function targetToShow(href: string): string {
  return /^(?:#|https?:|javascript:|data:|cid:)/i.test(href) ? "" : href.replace(/^mailto:/i, "");
}
