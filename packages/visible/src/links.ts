/** Link with its visible text. */
export interface VisibleLink {
  /** Complete URL, `http:` or `https:`. */
  url: string;
  /** Visible words of the link. */
  text: string;
}

/** Link with its position in the text. */
export interface PlacedLink extends VisibleLink {
  /** In UTF-16 units; `end` is exclusive. */
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
/** Opening brackets by their closing ones. */
const openingBrackets: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/**
 * Scheme and user information, if a host follows. The user information ends at the last `@` before a character at which browsers end the
 * host.
 */
const schemeAndUserInfo = /^(https?:\/\/)([^\\/?#]*@)?(?=[^\\/?#\s])/i;

/**
 * Returns the link without user information, or "" if it is too long or no complete link to a web page. The host of
 * `https://bank.example@evil.example/` is `evil.example`; the part before it only deceives.
 */
export function toWebLink(text: string): string {
  const url = text.replace(schemeAndUserInfo, "$1");
  // User information is optional in the pattern, so now the pattern tests that a host follows the scheme.
  return schemeAndUserInfo.test(url) && url.length <= maxLinkLength && URL.canParse(url) ? url : "";
}

/**
 * Finds the first 100 complete URLs in a text, without the punctuation, brackets and emphasis around them. Unescapes `&amp;`, which
 * some mailers write in plain text too.
 */
export function findLinks(text: string): PlacedLink[] {
  const links: PlacedLink[] = [];
  scheme.lastIndex = 0;
  for (let match = scheme.exec(text); match && links.length < maxLinks; match = scheme.exec(text)) {
    const { index: start } = match;
    const hostStart = start + match[0].length;
    const { urlText, end } = readUrl(text, start, hostStart);
    // At least after the scheme, so that the search always advances.
    scheme.lastIndex = Math.max(end, hostStart);
    const unescapedUrl = urlText.replaceAll("&amp;", "&");
    const url = toWebLink(unescapedUrl);
    if (url) links.push({ url, text: url, start, end });
  }
  return links;
}

/** Merges links with the same URL, in the order of their first. Keeps the first words other than the URL. Drops all after 100 URLs. */
export function mergeLinks(links: Iterable<VisibleLink>): VisibleLink[] {
  const merged = new Map<string, VisibleLink>();
  for (const { url, text } of links) {
    const existing = merged.get(url);
    if (existing === undefined) {
      if (merged.size < maxLinks) merged.set(url, { url, text });
      continue;
    }
    // For a bare URL the text is the URL.
    const hasWords = existing.text !== "" && existing.text !== url;
    if (!hasWords && text !== "") existing.text = text;
  }
  return [...merged.values()];
}

/**
 * Reads the URL that begins at `start` and whose host begins at `hostStart`, after `https://`. Returns it without the
 * punctuation of the sentence around it, and where it ends in `text`. `urlText` is "" if the URL is too long. Letters of a script without
 * spaces between words, such as Chinese, belong only to the host: later they end the URL. Between angle brackets a URL can continue in
 * the next lines (RFC 3986, appendix C). Such a folded URL is returned at any length: `toWebLink` drops a long one.
 */
function readUrl(text: string, start: number, hostStart: number): { urlText: string; end: number } {
  const end = endOfUrlCharacters(text, skipUnspacedHost(text, hostStart));
  const foldedEnd = text[start - 1] === "<" ? endOfUrlInBrackets(text, end) : end;
  if (foldedEnd > end) return { urlText: text.slice(start, foldedEnd).replace(/\s+/g, ""), end: foldedEnd };
  const isTooLong = end - start > maxLinkLength;
  if (isTooLong) return { urlText: "", end };
  // At most as many marks are removed at its end as are before it, as in `**https://…**`: a token in it may end with `_` or `*`.
  const emphasis = /[*_~]{0,3}$/.exec(text.slice(Math.max(0, start - 3), start))?.[0] ?? "";
  const urlText = trimSentence(text.slice(start, end), emphasis);
  return { urlText, end: start + urlText.length };
}

/**
 * Returns the end of a host in a script without spaces between words, such as Chinese; `hostStart` for a host in another script. Only
 * the host may have such letters. Later such a letter ends the URL, because the sentence around it may continue without a space.
 */
function skipUnspacedHost(text: string, hostStart: number): number {
  const isUnspaced = unspacedScript.test(text[hostStart] ?? "");
  return isUnspaced ? hostStart + matchLength(unspacedHost, text, hostStart) : hostStart;
}

/** Returns the end of the URL characters at `start`. In chunks: to copy the rest of the text for each URL costs quadratic time. */
function endOfUrlCharacters(text: string, start: number): number {
  let end = start;
  for (;;) {
    const length = matchLength(urlCharacters, text, end);
    end += length;
    // `matchLength` looks no further than this, so the run may go on.
    const mayContinue = length === maxLinkLength;
    if (!mayContinue) return end;
  }
}

/** Returns how many UTF-16 units the pattern, which begins with `^`, matches at `start`: 0 for none, `maxLinkLength` at most. */
function matchLength(pattern: RegExp, text: string, start: number): number {
  return pattern.exec(text.slice(start, start + maxLinkLength))?.[0].length ?? 0;
}

/**
 * Returns the end of a URL that follows a "<" and may be folded over several lines up to its ">": `<https://example.com/a⏎bc>`. Returns
 * `firstLineEnd`, where its first line ends, if it is not folded, which is usual, if the ">" is missing, or if it is too long.
 */
function endOfUrlInBrackets(text: string, firstLineEnd: number): number {
  let end = firstLineEnd;
  while (end - firstLineEnd < maxLinkLength) {
    const lineStart = end + matchLength(/^\r?\n/, text, end);
    end = endOfUrlCharacters(text, lineStart);
    const isLineOfUrl = end > lineStart;
    if (!isLineOfUrl) return firstLineEnd;
    if (text[end] === ">") return end;
  }
  return firstLineEnd;
}

/**
 * Removes what belongs to the sentence: the text from an unmatched closing bracket, trailing punctuation and emphasis marks.
 *
 * @param emphasis marks such as `**` before the URL. No more are removed at its end: a token in it may end with `_` or `*`.
 */
function trimSentence(urlText: string, emphasis: string): string {
  let trimmed = trimPunctuation(urlText.slice(0, unmatchedBracket(urlText)));
  // `_**https://…**_`: what opens first closes last, at the very end.
  for (const mark of emphasis) {
    if (!trimmed.endsWith(mark)) break;
    trimmed = trimmed.slice(0, -1);
  }
  return trimPunctuation(trimmed);
}

/** Returns the index of the first closing bracket without its opening one in the URL, as in `(see https://…)`; else the text's length. */
function unmatchedBracket(urlText: string): number {
  const openBrackets: string[] = [];
  for (let index = 0; index < urlText.length; index += 1) {
    const character = urlText[index] ?? "";
    const opening = openingBrackets[character];
    if ("([{".includes(character)) openBrackets.push(character);
    else if (opening !== undefined && openBrackets.pop() !== opening) return index;
  }
  return urlText.length;
}

/** Removes the punctuation at the end of a URL. */
function trimPunctuation(urlText: string): string {
  let end = urlText.length;
  while (end > 0 && ".,;:!?'|".includes(urlText[end - 1] ?? "")) end -= 1;
  return urlText.slice(0, end);
}
