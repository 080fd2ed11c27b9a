import { decodeText } from "../charsets/decode-text.ts";

/** Parsed header such as `text/plain; charset=utf-8`: the value in lower case, and the parameters by lower-case name. */
export interface HeaderWithParameters {
  value: string;
  parameters: Map<string, string>;
}

/** Longer headers are cut. */
const MAX_HEADER_LENGTH = 8192;
/** A value without parameters, as most headers are: the full parse takes as long as parsing the rest of a mail. */
const SINGLE_VALUE = /^[\w./+-]*$/;
const COMMENT_BEFORE_VALUE = /^\s*\([^)]*\)/;
const BLANKS_AROUND_SLASH = /^(\s*[\w.-]+)\s{0,9}\/\s{0,9}/;
/** A word or a separator that begins no parameter. */
const NON_PARAMETER = /[^\s=;"]+|[\s=;"]/y;
/** `name="quoted"` or `name=token`, which it reads up to the next semicolon. A quotation mark at the end may be missing. */
const PARAMETER = /([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/gy;
/** Where a token ends before the semicolon: before a comment, or before the next parameter if the semicolon is missing. */
const TOKEN_END = /[ \t](?:\(|[\w*-]+=)/;

/** Parses a header value with parameters. Tolerates what RFC 2045 and RFC 2231 forbid: missing semicolons, comments, open quotes. */
export function parseParameters(header: string): HeaderWithParameters {
  if (SINGLE_VALUE.test(header)) return { value: header.toLowerCase(), parameters: new Map() };
  // The header is cut, and the patterns have bounds, because a hostile one has megabytes.
  const text = header.slice(0, MAX_HEADER_LENGTH).replace(COMMENT_BEFORE_VALUE, "").replace(BLANKS_AROUND_SLASH, "$1/");
  const [beginning = "", value = ""] = /^[\s"]*([^\s;:,"(]*)/.exec(text) ?? [];
  const parameters = readParameters(text, beginning.length);
  if (text.includes("*")) joinContinuations(parameters);
  return { value: value.toLowerCase(), parameters };
}

/** Returns the parameters of a header from `start` on, by lower-case name. Of several with one name, the first counts. */
function readParameters(text: string, start: number): Map<string, string> {
  const parameters = new Map<string, string>();
  let position = start;
  while (position < text.length) {
    PARAMETER.lastIndex = position;
    const match = PARAMETER.exec(text);
    if (!match) {
      // Skips a whole word: retrying at each letter would take quadratic time.
      NON_PARAMETER.lastIndex = position;
      position += NON_PARAMETER.exec(text)?.[0].length ?? 1;
      continue;
    }
    const [whole, name = "", quoted, upToSemicolon = ""] = match;
    const tokenLength = TOKEN_END.exec(upToSemicolon)?.index ?? upToSemicolon.length;
    const value = quoted === undefined ? upToSemicolon.slice(0, tokenLength).trim() : unescapeQuoted(quoted);
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
    // In `a=b c=d` a semicolon is missing: `c=d` is read next, as a parameter of its own.
    const lengthAfterToken = upToSemicolon.length - tokenLength;
    position += whole.length - lengthAfterToken;
  }
  return parameters;
}

/** Removes the backslashes that escape characters in quotation marks. */
function unescapeQuoted(text: string): string {
  return text.replace(/\\(.)/g, "$1");
}

/** Piece of a parameter that is split into several, as a latin1 string. */
interface Continuation {
  order: number;
  text: string;
  /** Whether it is percent-encoded. */
  isEncoded: boolean;
}

/** Adds `name` to the map for each value split over `name*0*`, `name*1` … (RFC 2231). A star at the end: percent-encoded. */
function joinContinuations(parameters: Map<string, string>): void {
  const continuations = new Map<string, Continuation[]>();
  for (const [key, text] of parameters) {
    const match = /^([^*]+)\*(\d{0,4})(\*?)$/.exec(key);
    if (!match) continue;
    const [, name = "", order = "", star = ""] = match;
    const pieces = continuations.get(name) ?? [];
    // Without a number, as in `name*=`, the star after the name means the encoding.
    pieces.push({ order: Number(order), text, isEncoded: order === "" || star === "*" });
    continuations.set(name, pieces);
  }
  for (const [name, pieces] of continuations) parameters.set(name, joinPieces(pieces));
}

/** The beginning of a first encoded piece: charset and language, as in `utf-8'en'text`. */
const CHARSET_PREFIX = /^([^']*)'[^']*'(.*)$/s;

/** Joins the pieces of a parameter and decodes them from the charset that the first one names. */
function joinPieces(pieces: Continuation[]): string {
  pieces.sort((a, b) => a.order - b.order);
  let charset: string | undefined;
  const latin1Texts = pieces.map(({ text, isEncoded }, index) => {
    if (!isEncoded) return text;
    const prefixed = index === 0 ? CHARSET_PREFIX.exec(text) : null;
    if (prefixed) charset = prefixed[1];
    return decodePercent(prefixed?.[2] ?? text);
  });
  const bytes = Buffer.from(latin1Texts.join(""), "latin1");
  return decodeText(bytes, { label: charset });
}

/** Decodes `%E9` to the character of this byte in Latin-1, whatever the charset is. */
function decodePercent(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
