/** Link with its visible text. */
export interface VisibleLink {
  /** Complete URL, `http:` or `https:`. */
  url: string;
  /** Visible words of the link. */
  text: string;
}

/** Link with its position in the text. */
export interface PlacedLink extends VisibleLink {
  start: number;
  end: number;
}

/** Maximum links of a message. */
const maxLinks = 100;
/** Maximum UTF-16 units of a link. A longer one is dropped, because half a link is worse than none. */
const maxLinkLength = 8_192;

const scheme = /https?:\/\//gi;
/** Characters of a URL, in scripts that separate words. Quotes, angle brackets and blanks end it. */
const urlCharacters =
  /^[!#$%&'()*+,\-./0-9:;=?@A-Z[\]^_a-z{|}~\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u0dff\u0f00-\u0fff\u10a0-\u10ff\u1100-\u177f\u1800-\u1fff]*/;
/** Host name in a script that does not separate words. */
const unspacedHost = /^[\p{L}\p{N}\p{M}.-]+/u;
const unspacedScript = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ud7ff]/;
const openingBrackets: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** Scheme and user information. The latter ends at the last `@` before a character at which browsers end the host. */
const schemeAndUserInfo = /^(https?:\/\/)([^\\/?#]*@)?(?=[^\\/?#\s])/i;

/**
 * Returns the link without user information, or "" if it is no complete link to a web page. The host of
 * `https://bank.example@evil.example/` is `evil.example`; the part before it only deceives.
 */
export function toWebLink(written: string): string {
  const url = written.replace(schemeAndUserInfo, "$1");
  return schemeAndUserInfo.test(url) && url.length <= maxLinkLength && URL.canParse(url) ? url : "";
}

/** Finds the complete URLs in a text, without the punctuation, brackets and emphasis around them. */
export function findLinks(text: string): PlacedLink[] {
  const links: PlacedLink[] = [];
  scheme.lastIndex = 0;
  for (let match = scheme.exec(text); match && links.length < maxLinks; match = scheme.exec(text)) {
    const { index: start } = match;
    const host = start + match[0].length;
    const { shown, end } = urlAt(text, start, host);
    scheme.lastIndex = Math.max(end, host);
    const url = toWebLink(shown.replaceAll("&amp;", "&"));
    if (url) links.push({ url, text: url, start, end });
  }
  return links;
}

/** Merges links with the same URL. Keeps the first position and the first words that are not the URL itself. */
export function mergeLinks(links: Iterable<VisibleLink>): VisibleLink[] {
  const merged = new Map<string, VisibleLink>();
  for (const { url, text } of links) {
    const known = merged.get(url);
    if (known === undefined) {
      if (merged.size < maxLinks) merged.set(url, { url, text });
    } else if (known.text === url || known.text === "") known.text = text || known.text;
  }
  return [...merged.values()];
}

function urlAt(text: string, start: number, host: number): { shown: string; end: number } {
  const from = unspacedScript.test(text[host] ?? "") ? host + matchLength(unspacedHost, text, host) : host;
  const end = endOfUrlCharacters(text, from);
  // Between angle brackets a URL can continue in the next line (RFC 3986, appendix C).
  const rest = text[start - 1] === "<" ? endOfFoldedUrl(text, end) : end;
  if (rest > end) return { shown: text.slice(start, rest).replace(/\s+/g, ""), end: rest };
  if (end - start > maxLinkLength) return { shown: "", end };
  const shown = trimSentence(
    text.slice(start, end),
    /[*_~]{0,3}$/.exec(text.slice(Math.max(0, start - 3), start))?.[0] ?? "",
  );
  return { shown, end: start + shown.length };
}

/** Returns the end of the URL characters. Matches in chunks, so that a long run costs linear time. */
function endOfUrlCharacters(text: string, from: number): number {
  let at = from;
  for (;;) {
    const length = matchLength(urlCharacters, text, at);
    at += length;
    if (length < maxLinkLength) return at;
  }
}

function matchLength(pattern: RegExp, text: string, from: number): number {
  return pattern.exec(text.slice(from, from + maxLinkLength))?.[0].length ?? 0;
}

function endOfFoldedUrl(text: string, from: number): number {
  let at = from;
  while (at - from < maxLinkLength) {
    const line = at + matchLength(/^\r?\n/, text, at);
    const end = line === at ? line : endOfUrlCharacters(text, line);
    if (end === line) return from;
    if (text[end] === ">") return end;
    at = end;
  }
  return from;
}

/** Removes what belongs to the sentence: unmatched closing brackets, trailing punctuation and emphasis marks. */
function trimSentence(shown: string, emphasis: string): string {
  const open: string[] = [];
  let end = shown.length;
  for (let at = 0; at < end; at += 1) {
    const mark = shown[at] ?? "";
    if ("([{".includes(mark)) open.push(mark);
    else if (openingBrackets[mark] !== undefined && open.pop() !== openingBrackets[mark]) end = at;
  }
  while (end > 0 && ".,;:!?'|".includes(shown[end - 1] ?? "")) end -= 1;
  // Removes only as many marks as stand before the URL: a token in it may end with `_` or `*`.
  for (let left = emphasis.length; left > 0 && shown[end - 1] === emphasis[left - 1]; left -= 1) end -= 1;
  while (end > 0 && ".,;:!?'|".includes(shown[end - 1] ?? "")) end -= 1;
  return shown.slice(0, end);
}
