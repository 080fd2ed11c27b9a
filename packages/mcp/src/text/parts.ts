import { cleanLine } from "./clean.ts";
import { hostOf, type MessageLink } from "./links.ts";
import { cutToTokens, estimateTokens } from "./tokens.ts";

/** One part of a message: text with numbers in place of links, and the full links. */
export interface TextPart {
  text: string;
  links: string[];
}

/** Leaves a margin below 2,000 for the fence and for estimates that are too low. */
const maxPartTokens = 1_950;
/** Tokens of a link beside its URL and host. */
const linkOverheadTokens = 10;
const referenceTokens = 4;

/** Splits a message into parts that fit a context window. Nothing is lost, and no link is cut. */
export function splitIntoParts(body: string, links: readonly MessageLink[]): TextPart[] {
  const parts: TextPart[] = [];
  let part: TextPart = { text: "", links: [] };
  let tokensLeft = maxPartTokens;
  const flush = () => {
    parts.push(part);
    part = { text: "", links: [] };
    tokensLeft = maxPartTokens;
  };

  for (const piece of splitAtLinks(withMissingLinks(body, links))) {
    const number = part.links.indexOf(piece.link) + 1;
    const cost =
      number > 0
        ? referenceTokens
        : estimateTokens(piece.link) + estimateTokens(hostOf(piece.link)) + linkOverheadTokens;
    if (piece.link === "") addText(piece.text);
    else {
      // A link longer than a part gets one alone: cut in two, it would be broken.
      if (cost > tokensLeft && part.text !== "") flush();
      addLink(piece, cost);
    }
  }
  if (part.text !== "" || parts.length === 0) flush();
  return parts;

  function addLink({ text, link }: TextRun, cost: number): void {
    let index = part.links.indexOf(link);
    if (index < 0) index = part.links.push(link) - 1;
    part.text += `[${index + 1}]`;
    tokensLeft -= cost;
    // Punctuation after the URL.
    const rest = text.startsWith("[") ? "" : text.slice(link.length);
    if (rest !== "") addText(rest);
  }

  function addText(text: string): void {
    for (let from = 0; from < text.length; ) {
      const chunk = cutToTokens(text, tokensLeft, from);
      if (chunk === "" || from + chunk.length < text.length) {
        part.text += chunk;
        from += chunk.length;
        flush();
        continue;
      }
      part.text += chunk;
      tokensLeft -= estimateTokens(chunk);
      from = text.length;
    }
  }
}

interface TextRun {
  text: string;
  /** Empty if this run is plain text. */
  link: string;
}

/** URLs, bare or in the brackets that converted HTML puts around them. */
const address = /\[(https?:\/\/[^\s<>"')\]]{1,8192})\]|https?:\/\/[^\s<>"')\]]{1,8192}/gi;

function* splitAtLinks(text: string): Generator<TextRun> {
  let from = 0;
  for (const { 0: found, 1: inner, index } of text.matchAll(address)) {
    if (index > from) yield { text: text.slice(from, index), link: "" };
    yield { text: found, link: inner ?? withoutPunctuation(found) };
    from = index + found.length;
  }
  if (from < text.length) yield { text: text.slice(from), link: "" };
}

/** Returns a URL without the punctuation of its sentence. A loop: a regular expression would take quadratic time. */
function withoutPunctuation(found: string): string {
  let end = found.length;
  while (end > 0 && ".,;:!?".includes(found[end - 1] ?? "")) end -= 1;
  return found.slice(0, end);
}

/** Appends the links of the message that its text does not spell out. */
function withMissingLinks(body: string, links: readonly MessageLink[]): string {
  const spelt = new Set([...splitAtLinks(body)].map(({ link }) => link));
  const others = links.filter(({ url }) => !spelt.has(url));
  if (others.length === 0) return body;
  return `${body}\n${others.map(({ url, text }) => `\n${cleanLine(text)} [${url.replace(/[\s\]]/g, encodeURIComponent)}]`).join("")}`;
}
