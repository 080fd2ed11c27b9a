import { decodeEntities } from "@frontdesk/visible";

const LINE_BREAK_TAG =
  /^\/?(?:p|div|br|tr|li|ul|ol|h[1-6]|table|blockquote|pre|hr|section|article|header|footer|center)$/;
const HIDDEN_ELEMENT = /^(?:script|style|title|template|xml)$/;
const TAG_NAME = /\/?[a-z][a-z0-9]*|[!?/]/iy;

/**
 * Converts HTML to text by removing tags in one pass. Needs no tree, so it is safe for pages that are too deep or too large for
 * `htmlToText`.
 */
export function stripTags(html: string): string {
  const pieces: string[] = [];
  /** Names without a further closing tag, so that the page is not searched again for each tag. */
  const unclosedNames = new Set<string>();
  let position = 0;
  /** Target of the open link, to print after its text; "" if there is none. */
  let openHref = "";

  /** Returns the position after the closing tag. An unclosed element hides nothing, else one stray tag would hide the mail. */
  function skipElement(name: string, contentStart: number): number {
    if (unclosedNames.has(name)) return contentStart;
    const closingTag = new RegExp(`</${name}[^>]{0,100}>`, "gi");
    closingTag.lastIndex = contentStart;
    const match = closingTag.exec(html);
    if (!match) unclosedNames.add(name);
    return match ? match.index + match[0].length : contentStart;
  }

  while (position < html.length) {
    const start = html.indexOf("<", position);
    if (start < 0) break;
    pieces.push(html.slice(position, start));
    if (html.startsWith("<!--", start)) {
      position = positionAfter(html, "-->", start);
      continue;
    }
    TAG_NAME.lastIndex = start + 1;
    const name = TAG_NAME.exec(html)?.[0].toLowerCase();
    // A bracket without a name is text, such as in "a < b".
    if (name === undefined) {
      pieces.push("<");
      position = start + 1;
      continue;
    }
    const end = html.indexOf(">", start);
    // No tag follows, so the rest is text.
    if (end < 0) {
      pieces.push("<");
      position = start + 1;
      break;
    }
    const tag = html.slice(start + 1, end);
    position = end + 1;
    if (HIDDEN_ELEMENT.test(name)) position = skipElement(name, position);
    else if (LINE_BREAK_TAG.test(name)) pieces.push("\n");
    else if (/^\/?t[dh]$/.test(name)) pieces.push(" ");
    else if (name === "a") openHref = hrefOf(tag);
    else if (name === "/a" && openHref !== "") {
      pieces.push(` [${openHref}]`);
      openHref = "";
    }
  }
  pieces.push(html.slice(position));
  return decodeEntities(pieces.join(""))
    .replace(/[ \t\u00a0]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Returns the position after the next `terminator`, or the end of the page. */
function positionAfter(html: string, terminator: string, from: number): number {
  const index = html.indexOf(terminator, from);
  return index < 0 ? html.length : index + terminator.length;
}

/** Returns the target of an `<a>` tag; "" without a link to the web or to an email address. */
function hrefOf(tag: string): string {
  const match = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag);
  const link = (match?.[1] ?? match?.[2] ?? match?.[3] ?? "").trim();
  return /^(?:https?|mailto|ftp):/i.test(link) ? link : "";
}
