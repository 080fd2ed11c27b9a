import { decodeEntities } from "./entities.ts";
import { findLinks, type PlacedLink, toWebLink } from "./links.ts";
import { removeHidden } from "./remove-hidden.ts";
import { attributesOf, createTagScanner } from "./tags.ts";

/** Visible text and links of a page. */
export interface VisibleText {
  text: string;
  /** Links in document order, including bare URLs in the text; `start` and `end` locate their words in `text`. */
  links: PlacedLink[];
  /** Number of tags that were read. */
  tagCount: number;
}

export interface ExtractOptions {
  /** Maximum UTF-16 units of text. @default 1_000_000 */
  maxLength?: number;
  /** Maximum number of tags to read. @default 100_000 */
  maxTags?: number;
}

const inlineElement =
  /^(?:a|abbr|acronym|area|b|bdi|bdo|big|cite|code|em|font|i|img|ins|kbd|label|mark|o:p|q|s|samp|small|span|strong|sub|sup|tt|u|var|wbr)$/;

/** Extracts the visible text of a page. Block tags end a line, table cells are separated by blanks, hidden parts are removed. */
export function extractVisible(page: string, options: ExtractOptions = {}): VisibleText {
  return extractText(removeHidden(page, options.maxTags === undefined ? {} : { maxTags: options.maxTags }), options);
}

/** Extracts the text of a page from which `removeHidden` has removed the hidden parts. */
export function extractText(
  html: string,
  { maxLength = 1_000_000, maxTags = 100_000 }: ExtractOptions = {},
): VisibleText {
  const scanner = createTagScanner(html);
  const links: PlacedLink[] = [];
  let text = "";
  /** Last two characters of `text`. Separate, because reading the end of a growing string copies it each time. */
  let tail = "";
  let openLink: PlacedLink | undefined;
  let linkHasImage = false;

  /** Appends to the text, and to the words of the open link. */
  function appendText(addition: string) {
    text += addition;
    tail = (tail + addition).slice(-2);
    if (openLink) openLink.text += addition;
  }

  /** Appends the text between two tags with its white space collapsed. */
  function appendHtml(source: string) {
    if (source === "") return;
    const collapsed = decodeEntities(source).replace(/[\s\u00a0]+/g, " ");
    const isAtBlank = tail === "" || /\s$/.test(tail);
    appendText(isAtBlank ? collapsed.trimStart() : collapsed);
  }

  /** Ends the open link, if there is one, and adds it to the links if it is visible. */
  function closeLink() {
    if (openLink) {
      openLink.text = openLink.text.replace(/\s+/g, " ").trim();
      openLink.end = text.length;
      // A link without text or image is not visible.
      if (openLink.text !== "" || linkHasImage) links.push(openLink);
    }
    openLink = undefined;
    linkHasImage = false;
  }

  let position = 0;
  let tagCount = 0;
  for (; position < html.length && text.length < maxLength && tagCount < maxTags; tagCount += 1) {
    const tag = scanner.next(position);
    appendHtml(html.slice(position, Math.min(tag?.start ?? html.length, position + maxLength)));
    if (!tag) break;
    const { name, isClosing, attributes } = tag;
    position = isClosing ? tag.end : scanner.skip(tag);
    if (name === "" || position > tag.end) continue;
    if (name === "a" || (name === "area" && !isClosing)) {
      closeLink();
      const { href = "", alt = "" } = isClosing ? {} : attributesOf(attributes, ["href", "alt"]);
      const url = toWebLink(normalizeHref(href));
      if (url) openLink = { url, text: alt, start: text.length, end: text.length };
      if (name === "area") closeLink();
    }
    if (name === "img" && !isClosing) {
      const { alt = "" } = attributesOf(attributes, ["alt"]);
      if (openLink) {
        linkHasImage = true;
        appendHtml(alt);
      }
    }
    if (name === "td" || name === "th") appendHtml(" ");
    else if (!inlineElement.test(name) && tail !== "\n\n") appendText("\n");
  }
  closeLink();
  return { text, links: addBareUrls(text, links), tagCount };
}

/** Adds the URLs written in the text, except those inside the words of a link. Sorts by position. */
function addBareUrls(text: string, links: PlacedLink[]): PlacedLink[] {
  const isInLink = (position: number) => links.some(({ start, end }) => start <= position && position < end);
  const bareUrls = findLinks(text).filter(({ start }) => !isInLink(start));
  return [...links, ...bareUrls].sort((link, other) => link.start - other.start);
}

/** Normalizes a URL as browsers do: drops line breaks and surrounding blanks, encodes inner blanks as `%20`. */
function normalizeHref(href: string): string {
  return href
    .replace(/[\t\r\n]/g, "")
    .trim()
    .replaceAll(" ", "%20");
}
