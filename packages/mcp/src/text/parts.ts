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
/** Tokens of a link that the part lists already. */
const referenceTokens = 4;

/**
 * Splits a message into parts that fit a context window, one at least. Nothing is lost, and no link is cut. Links that the body does
 * not spell out follow after it.
 */
export function splitIntoParts(body: string, links: readonly MessageLink[]): TextPart[] {
  const writer = createPartWriter();
  for (const { text, isUrl } of splitAtUrls(withMissingLinks(body, links))) {
    if (isUrl) writer.addLink(text);
    else writer.addText(text);
  }
  return writer.finish();
}

/** Creates a writer that fills one part after the other. */
function createPartWriter() {
  const parts: TextPart[] = [];
  let part: TextPart = { text: "", links: [] };
  let remainingTokens = maxPartTokens;
  return { addText, addLink, finish };

  /** Adds text. What does not fit into this part begins the next one. */
  function addText(text: string): void {
    for (let from = 0; from < text.length; ) {
      const fitting = cutToTokens(text, remainingTokens, from);
      part.text += fitting;
      from += fitting.length;
      const isFull = from < text.length;
      if (isFull) endPart();
      else remainingTokens -= estimateTokens(fitting);
    }
  }

  /** Adds a link as its number in the part's list, such as `[2]`. If it does not fit, it begins a part, even one that it exceeds. */
  function addLink(url: string): void {
    const isFull = tokensToAdd(url) > remainingTokens;
    if (isFull && part.text !== "") endPart();
    remainingTokens -= tokensToAdd(url);
    if (!part.links.includes(url)) part.links.push(url);
    part.text += `[${part.links.indexOf(url) + 1}]`;
  }

  /** Returns the tokens that a link adds to this part: few if the part lists it already. */
  function tokensToAdd(url: string): number {
    return part.links.includes(url) ? referenceTokens : tokensOfLink(url);
  }

  /** Completes the current part of the message and begins an empty one. */
  function endPart(): void {
    parts.push(part);
    part = { text: "", links: [] };
    remainingTokens = maxPartTokens;
  }

  /** Returns all parts; one that is empty if nothing was added. */
  function finish(): TextPart[] {
    const isNeeded = part.text !== "" || parts.length === 0;
    return isNeeded ? [...parts, part] : parts;
  }
}

/** Estimates the tokens of a link that a part lists for the first time. */
function tokensOfLink(link: string): number {
  return estimateTokens(link) + estimateTokens(hostOf(link)) + linkOverheadTokens;
}

/** A URL, or the text between two. */
interface TextRun {
  text: string;
  isUrl: boolean;
}

/** URLs, bare or in the brackets that converted HTML puts around them. */
const urls = /\[(https?:\/\/[^\s<>"')\]]{1,8192})\]|https?:\/\/[^\s<>"')\]]{1,8192}/gi;

/** Splits text into URLs, without their brackets, and what is between them. */
function* splitAtUrls(text: string): Generator<TextRun> {
  let from = 0;
  for (const { 0: match, 1: bracketedUrl, index } of text.matchAll(urls)) {
    if (index > from) yield { text: text.slice(from, index), isUrl: false };
    const url = bracketedUrl ?? withoutPunctuation(match);
    yield { text: url, isUrl: true };
    const urlLength = bracketedUrl === undefined ? url.length : match.length;
    from = index + urlLength;
  }
  if (from < text.length) yield { text: text.slice(from), isUrl: false };
}

/** Returns a URL without the punctuation of its sentence. A loop: a regular expression would take quadratic time. */
function withoutPunctuation(url: string): string {
  let end = url.length;
  while (end > 0 && ".,;:!?".includes(url[end - 1] ?? "")) end -= 1;
  return url.slice(0, end);
}

/** Appends the links of the message that its text does not spell out. */
function withMissingLinks(body: string, links: readonly MessageLink[]): string {
  const urlsInText = new Set([...splitAtUrls(body)].filter(({ isUrl }) => isUrl).map(({ text }) => text));
  const missing = links.filter(({ url }) => !urlsInText.has(url));
  if (missing.length === 0) return body;
  const lines = missing.map(({ url, text }) => `\n${cleanLine(text)} [${encodeForBrackets(url)}]`);
  return `${body}\n${lines.join("")}`;
}

/** Encodes the characters that would end a URL in its brackets. */
function encodeForBrackets(url: string): string {
  return url.replace(/[\s\]]/g, encodeURIComponent);
}
