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

/** Splits a message into parts that fit a context window. Nothing is lost, and no link is cut. */
export function splitIntoParts(body: string, links: readonly MessageLink[]): TextPart[] {
  const parts: TextPart[] = [];
  let part: TextPart = { text: "", links: [] };
  let remainingTokens = maxPartTokens;
  /** Ends the current part of the text, which a context window can hold, and begins the next. */
  function flush(): void {
    parts.push(part);
    part = { text: "", links: [] };
    remainingTokens = maxPartTokens;
  }

  // The body, and after it the links that it does not spell out. A run of plain text has the link "".
  for (const run of splitAtLinks(withMissingLinks(body, links))) {
    if (run.link === "") addText(run.text);
    else addLink(run);
  }
  // A message without text still has one part, an empty one.
  if (part.text !== "" || parts.length === 0) flush();
  return parts;

  /** Adds a link as its number in the part's list, then the punctuation after it. A link longer than a part gets its own part. */
  function addLink({ text, link }: TextRun): void {
    const tokens = part.links.includes(link) ? referenceTokens : tokensOfLink(link);
    if (tokens > remainingTokens && part.text !== "") flush();
    // In a new part, a link of the old one is listed again. Its tokens were counted as a reference: too few by one link at most.
    let index = part.links.indexOf(link);
    if (index < 0) index = part.links.push(link) - 1;
    part.text += `[${index + 1}]`;
    remainingTokens -= tokens;
    const isInBrackets = text.startsWith("[");
    const punctuation = isInBrackets ? "" : text.slice(link.length);
    if (punctuation !== "") addText(punctuation);
  }

  /** Adds text. What does not fit into this part begins the next one. */
  function addText(text: string): void {
    for (let from = 0; from < text.length; ) {
      // `chunk` is empty if not even one character fits; the text then begins the next part.
      const chunk = cutToTokens(text, remainingTokens, from);
      part.text += chunk;
      from += chunk.length;
      const isFull = from < text.length;
      if (isFull) flush();
      else remainingTokens -= estimateTokens(chunk);
    }
  }
}

/** Estimates the tokens of a link that a part lists for the first time. */
function tokensOfLink(link: string): number {
  return estimateTokens(link) + estimateTokens(hostOf(link)) + linkOverheadTokens;
}

interface TextRun {
  text: string;
  /** Empty if this run is plain text. */
  link: string;
}

/** URLs, bare or in the brackets that converted HTML puts around them. */
const urls = /\[(https?:\/\/[^\s<>"')\]]{1,8192})\]|https?:\/\/[^\s<>"')\]]{1,8192}/gi;

/** Splits text into plain runs, whose `link` is "", and runs that are a link, in their order. */
function* splitAtLinks(text: string): Generator<TextRun> {
  let from = 0;
  for (const { 0: match, 1: bracketedUrl, index } of text.matchAll(urls)) {
    if (index > from) yield { text: text.slice(from, index), link: "" };
    // The punctuation after a bare URL belongs to the sentence. It stays in `text`, from which `addLink` takes it.
    yield { text: match, link: bracketedUrl ?? withoutPunctuation(match) };
    from = index + match.length;
  }
  if (from < text.length) yield { text: text.slice(from), link: "" };
}

/** Returns a URL without the punctuation of its sentence. A loop: a regular expression would take quadratic time. */
function withoutPunctuation(url: string): string {
  let end = url.length;
  while (end > 0 && ".,;:!?".includes(url[end - 1] ?? "")) end -= 1;
  return url.slice(0, end);
}

/** Appends the links of the message that its text does not spell out. */
function withMissingLinks(body: string, links: readonly MessageLink[]): string {
  const urlsInText = new Set([...splitAtLinks(body)].map(({ link }) => link));
  const missing = links.filter(({ url }) => !urlsInText.has(url));
  if (missing.length === 0) return body;
  // Encoded are the characters that would end the URL in its brackets.
  const encode = (url: string) => url.replace(/[\s\]]/g, encodeURIComponent);
  const lines = missing.map(({ url, text }) => `\n${cleanLine(text)} [${encode(url)}]`);
  return `${body}\n${lines.join("")}`;
}
