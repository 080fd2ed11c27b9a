import { type CharsetClues, decodeText } from "../charsets/decode-text.ts";

/** Unencoded bytes of a header value, or adjacent encoded words of one charset. */
type Segment = { type: "raw"; bytes: Buffer } | { type: "words"; charset: string; words: EncodedWord[] };

interface EncodedWord {
  isBase64: boolean;
  text: string;
}

// Lenient on purpose: real words contain spaces, raw 8-bit bytes and question marks, and the last one may be cut off. The
// length limit prevents quadratic time for a header full of unfinished words.
const ENCODED_WORD = /=\?([^?\s]{1,60})\?([QqBb])\?([^\r\n]{0,4000}?)(?:\?=|\?$|$)/g;

/** Decodes the encoded words (RFC 2047) of an unfolded header value, which is a latin1 string. */
export function decodeWords(value: string, clues: CharsetClues = {}): string {
  return toSegments(value)
    .map((segment) => decodeSegment(segment, clues))
    .join("");
}

/**
 * Rewrites every encoded word as UTF-8 and decodes the rest to text. A comma inside a name stays encoded, so the address
 * parser does not take it for a separator.
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

function toSegments(value: string): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const match of value.includes("=?") ? value.matchAll(ENCODED_WORD) : []) {
    const between = value.slice(end, match.index);
    end = match.index + match[0].length;
    // RFC 2231 lets a language follow the charset: utf-8*en.
    const charset = (match[1] ?? "").replace(/\*.*$/, "").toLowerCase();
    const word = { isBase64: match[2]?.toUpperCase() === "B", text: match[3] ?? "" };
    const last = segments.at(-1);
    const isAdjacent = last?.type === "words" && /^[ \t]*$/.test(between);
    if (!isAdjacent && between !== "") segments.push({ type: "raw", bytes: Buffer.from(between, "latin1") });
    if (isAdjacent && last.charset === charset) last.words.push(word);
    else segments.push({ type: "words", charset, words: [word] });
  }
  if (end < value.length) segments.push({ type: "raw", bytes: Buffer.from(value.slice(end), "latin1") });
  return segments;
}

/** Joins adjacent words before decoding, because senders split characters and even base64 groups between words. */
function decodeWordBytes(words: EncodedWord[]): Buffer {
  const pieces: Buffer[] = [];
  let pending = "";
  for (const { isBase64, text } of words) {
    if (isBase64) {
      pending += text.replace(/[^A-Za-z0-9+/=]/g, "");
      if (pending.length % 4 !== 0 && !pending.endsWith("=")) continue;
    }
    if (pending !== "") pieces.push(Buffer.from(pending, "base64"));
    pending = "";
    if (!isBase64) pieces.push(decodeQEncoding(text));
  }
  if (pending !== "") pieces.push(Buffer.from(pending, "base64"));
  return pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces);
}

function decodeQEncoding(text: string): Buffer {
  const plain = text
    .replaceAll("_", " ")
    .replace(/=[ \t]*([0-9A-Fa-f]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, "latin1");
}
