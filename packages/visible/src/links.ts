/** A link as a person sees it. */
export interface Link {
  /** The whole address, `http:` or `https:`. */
  url: string;
  /** The words on it. */
  text: string;
}

/** A link and where it stands in the text that was read. */
export interface PlacedLink extends Link {
  start: number;
  end: number;
}

/** Links that are kept of a message, and UTF-16 units of each; a longer one is left out, for half a link is worse than none. */
const mostLinks = 100;
const longestLink = 8_192;

const scheme = /https?:\/\//gi;
/** What an address may be made of, in letters that part their words; quotes, angle brackets and blanks end it. */
const run =
  /^[!#$%&'()*+,\-./0-9:;=?@A-Z[\]^_a-z{|}~\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u0dff\u0f00-\u0fff\u10a0-\u10ff\u1100-\u177f\u1800-\u1fff]*/;
/** A host in a script without spaces. */
const foreignHost = /^[\p{L}\p{N}\p{M}.-]+/u;
const runningScript = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ud7ff]/;
const pairs: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** Scheme and host, and between them user information up to the last @ before a mark at which browsers end the host. */
const beginning = /^(https?:\/\/)([^\\/?#]*@)?(?=[^\\/?#\s])/i;

/**
 * Returns the link without user information, or "" if it is no complete link to a web page. The host of
 * `https://bank.example@evil.example/` is `evil.example`; the part before it only deceives.
 */
export function toWebLink(written: string): string {
  const url = written.replace(beginning, "$1");
  return beginning.test(url) && url.length <= longestLink && URL.canParse(url) ? url : "";
}

/** The addresses that stand in a text, whole: with their brackets and underscores, without those of the text around them. */
export function linksInText(text: string): PlacedLink[] {
  const found: PlacedLink[] = [];
  scheme.lastIndex = 0;
  for (let match = scheme.exec(text); match && found.length < mostLinks; match = scheme.exec(text)) {
    const { index: start } = match;
    const host = start + match[0].length;
    const { shown, end } = addressAt(text, start, host);
    scheme.lastIndex = Math.max(end, host);
    const url = toWebLink(shown.replaceAll("&amp;", "&"));
    if (url) found.push({ url, text: url, start, end });
  }
  return found;
}

/** Each address once, at its first place, under the first words that were on it. */
export function mergeLinks(links: Iterable<Link>): Link[] {
  const merged = new Map<string, Link>();
  for (const { url, text } of links) {
    const known = merged.get(url);
    if (known === undefined) {
      if (merged.size < mostLinks) merged.set(url, { url, text });
    } else if (known.text === url || known.text === "") known.text = text || known.text;
  }
  return [...merged.values()];
}

function addressAt(text: string, start: number, host: number): { shown: string; end: number } {
  const from = runningScript.test(text[host] ?? "") ? host + lengthOf(foreignHost, text, host) : host;
  const end = runEnd(text, from);
  // Between angle brackets an address goes on in the next line (RFC 3986, appendix C).
  const rest = text[start - 1] === "<" ? foldedEnd(text, end) : end;
  if (rest > end) return { shown: text.slice(start, rest).replace(/\s+/g, ""), end: rest };
  if (end - start > longestLink) return { shown: "", end };
  const shown = trim(text.slice(start, end), /[*_~]{0,3}$/.exec(text.slice(Math.max(0, start - 3), start))?.[0] ?? "");
  return { shown, end: start + shown.length };
}

/** Read by pieces: the next address may begin in the middle of a long run, and the run must not be read anew for it. */
function runEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const length = lengthOf(run, text, at);
    at += length;
    if (length < longestLink) return at;
  }
}

function lengthOf(pattern: RegExp, text: string, from: number): number {
  return pattern.exec(text.slice(from, from + longestLink))?.[0].length ?? 0;
}

function foldedEnd(text: string, from: number): number {
  let at = from;
  while (at - from < longestLink) {
    const line = at + lengthOf(/^\r?\n/, text, at);
    const end = line === at ? line : runEnd(text, line);
    if (end === line) return from;
    if (text[end] === ">") return end;
    at = end;
  }
  return from;
}

/** Leaves out what belongs to the sentence: a bracket that the address does not open, marks behind it, emphasis around it. */
function trim(shown: string, emphasis: string): string {
  const open: string[] = [];
  let end = shown.length;
  for (let at = 0; at < end; at += 1) {
    const mark = shown[at] ?? "";
    if ("([{".includes(mark)) open.push(mark);
    else if (pairs[mark] !== undefined && open.pop() !== pairs[mark]) end = at;
  }
  while (end > 0 && ".,;:!?'|".includes(shown[end - 1] ?? "")) end -= 1;
  // A token may end in an underscore or a star of its own.
  for (let left = emphasis.length; left > 0 && shown[end - 1] === emphasis[left - 1]; left -= 1) end -= 1;
  while (end > 0 && ".,;:!?'|".includes(shown[end - 1] ?? "")) end -= 1;
  return shown.slice(0, end);
}
