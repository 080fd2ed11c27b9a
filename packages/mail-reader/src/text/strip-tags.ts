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
  const unclosed = new Set<string>();
  let position = 0;
  let href = "";

  /** Returns the position after the closing tag. An unclosed element hides nothing, else one stray tag would hide the mail. */
  function afterClosing(name: string, from: number): number {
    if (unclosed.has(name)) return from;
    const closing = new RegExp(`</${name}[^>]{0,100}>`, "gi");
    closing.lastIndex = from;
    const match = closing.exec(html);
    if (!match) unclosed.add(name);
    return match ? match.index + match[0].length : from;
  }

  while (position < html.length) {
    const start = html.indexOf("<", position);
    if (start < 0) break;
    pieces.push(html.slice(position, start));
    if (html.startsWith("<!--", start)) {
      position = endAfter(html, "-->", start);
      continue;
    }
    TAG_NAME.lastIndex = start + 1;
    const name = TAG_NAME.exec(html)?.[0].toLowerCase();
    const end = name === undefined ? -1 : html.indexOf(">", start);
    if (name === undefined || end < 0) {
      pieces.push("<");
      position = start + 1;
      if (name !== undefined) break;
      continue;
    }
    const tag = html.slice(start + 1, end);
    position = end + 1;
    if (HIDDEN_ELEMENT.test(name)) position = afterClosing(name, position);
    else if (LINE_BREAK_TAG.test(name)) pieces.push("\n");
    else if (/^\/?t[dh]$/.test(name)) pieces.push(" ");
    else if (name === "a") href = hrefOf(tag);
    else if (name === "/a" && href !== "") {
      pieces.push(` [${href}]`);
      href = "";
    }
  }
  pieces.push(html.slice(position));
  return decodeEntities(pieces.join(""))
    .replace(/[ \t\u00a0]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function endAfter(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

function hrefOf(tag: string): string {
  const match = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag);
  const link = (match?.[1] ?? match?.[2] ?? match?.[3] ?? "").trim();
  return /^(?:https?|mailto|ftp):/i.test(link) ? link : "";
}
