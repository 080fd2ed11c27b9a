import { type CharsetClues, decodeText } from "../charsets/decode-text.ts";

/** Unencoded bytes of a header value, or adjacent encoded words of one charset. */
type Segment = { type: "raw"; bytes: Buffer } | { type: "words"; charset: string; words: EncodedWord[] };

/** Encoded word such as `=?utf-8?B?SGk=?=`. */
interface EncodedWord {
  /** Whether the encoding is B (base64), else Q (like quoted-printable). */
  isBase64: boolean;
  text: string;
}

// Lenient on purpose: real words contain spaces, raw 8-bit bytes and question marks, and the last one may be cut off. The
// length limit prevents quadratic time for a header full of unfinished words.
const ENCODED_WORD = /=\?([^?\s]{1,60})\?([QqBb])\?([^\r\n]{0,4000}?)(?:\?=|\?$|$)/g;

/** RFC 2231 lets a language follow the charset of a word: `utf-8*en`. */
const LANGUAGE_SUFFIX = /\*.*$/;

/** Decodes the encoded words (RFC 2047) of an unfolded header value, which is a latin1 string. */
export function decodeWords(value: string, clues: CharsetClues = {}): string {
  return toSegments(value)
    .map((segment) => decodeSegment(segment, clues))
    .join("");
}

/**
 * Rewrites every encoded word in UTF-8, and decodes the bytes between them to text. The words stay base64, which hides their
 * commas from the address parser: it would take them for separators.
 */
export function normalizeWords(value: string, clues: CharsetClues = {}): string {
  return toSegments(value)
    .map((segment) => {
      const text = decodeSegment(segment, clues);
      return segment.type === "raw" ? text : `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
    })
    .join("");
}

/** Returns the charset of the first encoded word. */
export function firstWordCharset(value: string): string | undefined {
  return /=\?([^?*\s]{1,60})(?:\*[^?\s]*)?\?[QqBb]\?/.exec(value)?.[1];
}

function decodeSegment(segment: Segment, clues: CharsetClues): string {
  if (segment.type === "raw") return decodeText(segment.bytes, clues);
  return decodeText(decodeWordBytes(segment.words), { label: segment.charset, hint: clues.hint });
}

/** Splits a header value into its encoded words and the text between them. Blanks between adjacent words are dropped (RFC 2047). */
function toSegments(value: string): Segment[] {
  const segments: Segment[] = [];
  /** End of the previous encoded word. */
  let wordEnd = 0;
  const mayHaveWords = value.includes("=?");
  for (const match of mayHaveWords ? value.matchAll(ENCODED_WORD) : []) {
    const [whole, label = "", encoding = "", text = ""] = match;
    const between = value.slice(wordEnd, match.index);
    wordEnd = match.index + whole.length;
    const charset = label.replace(LANGUAGE_SUFFIX, "").toLowerCase();
    const word = { isBase64: encoding.toUpperCase() === "B", text };
    const previous = segments.at(-1);
    const isAdjacent = previous?.type === "words" && /^[ \t]*$/.test(between);
    if (!isAdjacent && between !== "") segments.push({ type: "raw", bytes: Buffer.from(between, "latin1") });
    // Decoded together, because some mailers split a character between two encoded words.
    if (isAdjacent && previous.charset === charset) previous.words.push(word);
    else segments.push({ type: "words", charset, words: [word] });
  }
  if (wordEnd < value.length) segments.push({ type: "raw", bytes: Buffer.from(value.slice(wordEnd), "latin1") });
  return segments;
}

/** Returns the bytes of adjacent words. Senders split characters and even base64 groups of four between words. */
function decodeWordBytes(words: EncodedWord[]): Buffer {
  const pieces: Buffer[] = [];
  /** Base64 whose last group is not yet complete. */
  let pendingBase64 = "";
  const flushBase64 = () => {
    if (pendingBase64 !== "") pieces.push(Buffer.from(pendingBase64, "base64"));
    pendingBase64 = "";
  };
  for (const { isBase64, text } of words) {
    if (isBase64) {
      pendingBase64 += text.replace(/[^A-Za-z0-9+/=]/g, "");
      const isComplete = pendingBase64.length % 4 === 0 || pendingBase64.endsWith("=");
      if (isComplete) flushBase64();
    } else {
      flushBase64();
      pieces.push(decodeQEncoding(text));
    }
  }
  flushBase64();
  // One piece, the usual case, needs no copy.
  return pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces);
}

/** Decodes the Q encoding (RFC 2047): `_` is a blank, `=E9` a byte. */
function decodeQEncoding(text: string): Buffer {
  const plain = text
    .replaceAll("_", " ")
    // If a header was folded inside `=E9`, unfolding has put a blank there.
    .replace(/=[ \t]*([0-9A-Fa-f]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, "latin1");
}
