import { decodeEntities } from "./entities.ts";
import { linksInText, type PlacedLink, toWebLink } from "./links.ts";
import { attributesOf, createTagReader } from "./tags.ts";
import { withoutHidden } from "./without-hidden.ts";

/** What a person reads on a page. */
export interface HtmlReading {
  text: string;
  /** Its links in order, bare addresses in the text among them; `start` and `end` are where their words stand. */
  links: PlacedLink[];
  /** How many tags were read. */
  tags: number;
}

export interface ReadHtmlOptions {
  /** UTF-16 units of text that are read. @default 1_000_000 */
  length?: number;
  /** Tags that are read. @default 100_000 */
  tags?: number;
}

const inline =
  /^(?:a|abbr|acronym|area|b|bdi|bdo|big|cite|code|em|font|i|img|ins|kbd|label|mark|o:p|q|s|samp|small|span|strong|sub|sup|tt|u|var|wbr)$/;

/** The visible text of a page: block tags end a line, inline ones do not, cells stay apart; hidden parts are gone. */
export function readHtml(page: string, options: ReadHtmlOptions = {}): HtmlReading {
  return readVisible(withoutHidden(page, options.tags === undefined ? {} : { tags: options.tags }), options);
}

/** The same for a page whose hidden parts are gone already. */
export function readVisible(
  html: string,
  { length = 1_000_000, tags: mostTags = 100_000 }: ReadHtmlOptions = {},
): HtmlReading {
  const reader = createTagReader(html);
  const links: PlacedLink[] = [];
  let text = "";
  let tail = "";
  let open: PlacedLink | undefined;
  let pictured = false;

  // Looking back into a text that grows by pieces would copy it each time.
  const write = (piece: string) => {
    text += piece;
    tail = (tail + piece).slice(-2);
    if (open) open.text += piece;
  };
  const append = (piece: string) => {
    if (piece === "") return;
    const words = decodeEntities(piece).replace(/[\s\u00a0]+/g, " ");
    write(/^$|\s$/.test(tail) ? words.trimStart() : words);
  };
  const close = () => {
    if (open) {
      open.text = open.text.replace(/\s+/g, " ").trim();
      open.end = text.length;
      // A person can't follow a link that shows nothing.
      if (open.text !== "" || pictured) links.push(open);
    }
    open = undefined;
    pictured = false;
  };

  let at = 0;
  let tags = 0;
  for (; at < html.length && text.length < length && tags < mostTags; tags += 1) {
    const tag = reader.next(at);
    append(html.slice(at, Math.min(tag?.start ?? html.length, at + length)));
    if (!tag) break;
    const { name, closes, attributes } = tag;
    at = closes ? tag.end : reader.skip(tag);
    if (name === "" || at > tag.end) continue;
    if (name === "a" || (name === "area" && !closes)) {
      close();
      const { href = "", alt = "" } = closes ? {} : attributesOf(attributes, ["href", "alt"]);
      const url = toWebLink(tidy(href));
      if (url) open = { url, text: alt, start: text.length, end: text.length };
      if (name === "area") close();
    }
    if (name === "img" && !closes) {
      const { alt = "" } = attributesOf(attributes, ["alt"]);
      if (open) {
        pictured = true;
        append(alt);
      }
    }
    if (name === "td" || name === "th") append(" ");
    else if (!inline.test(name) && tail !== "\n\n") write("\n");
  }
  close();
  return { text, links: withBare(text, links), tags };
}

/** An address that a person reads on the page is a link too, unless it is the words of another. */
function withBare(text: string, links: PlacedLink[]): PlacedLink[] {
  const bare = linksInText(text).filter(({ start }) => !links.some((link) => link.start <= start && start < link.end));
  return [...links, ...bare].sort((one, other) => one.start - other.start);
}

/** Browsers drop line breaks inside an address and blanks around it, and write blanks inside of it as `%20`. */
function tidy(href: string): string {
  return href
    .replace(/[\t\r\n]/g, "")
    .trim()
    .replaceAll(" ", "%20");
}
