import { isAscii, isUtf8 } from "node:buffer";
import { type Charset, findCharset, requireCharset } from "./charsets.ts";
import { guessCharset } from "./guess-charset.ts";
import { toLatin1 } from "./shift-encodings.ts";

const UTF8 = requireCharset("utf-8");
const WINDOWS_1252 = requireCharset("windows-1252");
const ISO_2022_JP = requireCharset("iso-2022-jp");
const ISO_2022_KR = requireCharset("iso-2022-kr");
const SHIFT_JIS = requireCharset("shift_jis");
const EUC_JP = requireCharset("euc-jp");

/** Escape sequences that switch to another script. */
const JAPANESE_ESCAPES = ["\x1b$@", "\x1b$B", "\x1b(J", "\x1b(I"];
const KOREAN_ESCAPE = "\x1b$)C";

/** Characters beyond ASCII that text in another multi-byte charset may have and still be valid UTF-8 by accident. */
const MAX_ACCIDENTAL_CHARACTERS = 3;

/** Charset labels found in the mail, as spelled there; strongest first. */
export interface CharsetClues {
  /** Label of the text itself. */
  label?: string | undefined;
  /** Label that other parts of the mail suggest. */
  hint?: string | undefined;
}

/**
 * Decodes bytes to text, without NUL characters, which nobody sees and many programs reject. Ignores a charset label that the
 * bytes contradict. A single invalid character does not change the charset of the whole text.
 */
export function decodeText(bytes: Uint8Array, clues: CharsetClues = {}): string {
  const charset = chooseCharset(bytes, clues);
  const text = charset.decode(bytes);
  return text.includes("\0") ? text.replaceAll("\0", "") : text;
}

/** Chooses a charset by the byte order mark, then by the bytes, then by the label, and last by the hint of other parts. */
function chooseCharset(bytes: Uint8Array, { label, hint }: CharsetClues): Charset {
  const markedCharset = fromByteOrderMark(bytes);
  if (markedCharset) return markedCharset;
  const declared = label === undefined ? null : findCharset(label);
  const hinted = hint === undefined ? null : findCharset(hint);
  if (isAscii(bytes)) return chooseForAscii(bytes, declared, hinted);

  // Text in another encoding is valid UTF-8 only by accident. With a multi-byte charset a single word may be, such as a name in
  // a header: all its bytes are above 0x7F, as in UTF-8.
  const mayBeAccident = (declared ?? hinted)?.kind === "multi" && countUtf8Leads(bytes) <= MAX_ACCIDENTAL_CHARACTERS;
  if (isUtf8(bytes) && !mayBeAccident) return UTF8;
  return declared ? chooseByLabel(bytes, declared, hinted) : chooseUnlabelled(bytes, hinted);
}

/** Chooses for bytes that are invalid as UTF-8, or valid by accident: their label decides, if they permit it. */
function chooseByLabel(bytes: Uint8Array, declared: Charset, hinted: Charset | null): Charset {
  switch (declared.kind) {
    case "single":
    case "multi":
      return declared;
    case "utf-16":
      return hasZeroByte(bytes) ? declared : chooseWithoutLabel(bytes, hinted);
    case "utf-8":
      return isMostlyUtf8(bytes) ? UTF8 : chooseWithoutLabel(bytes, hinted);
    case "shift":
      // Shift encodings have no bytes above 0x7F, so the label is wrong, but it tells the language.
      if (declared.name === "iso-2022-jp") return withFewestErrors(bytes, [SHIFT_JIS, EUC_JP]);
      return chooseWithoutLabel(bytes, hinted);
  }
}

/** Returns whether there is a zero byte, as in the blanks and plain letters of UTF-16, and in no text in another encoding. */
function hasZeroByte(bytes: Uint8Array): boolean {
  return bytes.includes(0);
}

/**
 * Chooses for bytes without a known label. A hint of a multi-byte charset that decodes all of them comes first: short Chinese or Korean
 * text is often half valid as UTF-8. Then comes UTF-8, and last what `chooseWithoutLabel` finds for bytes that are no UTF-8 either.
 */
function chooseUnlabelled(bytes: Uint8Array, hinted: Charset | null): Charset {
  const canBeHinted = hinted?.kind === "multi" && !hinted.decode(bytes).includes("\ufffd");
  if (canBeHinted) return hinted;
  return isMostlyUtf8(bytes) ? UTF8 : chooseWithoutLabel(bytes, hinted);
}

/** Returns the charset of a byte order mark, which outranks every label. `null` without a mark, or if the bytes contradict it. */
function fromByteOrderMark(bytes: Uint8Array): Charset | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return isMostlyUtf8(bytes) ? UTF8 : null;
  const canBeUtf16 = bytes.length % 2 === 0 && hasZeroByte(bytes);
  if (!canBeUtf16) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return requireCharset("utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return requireCharset("utf-16be");
  return null;
}

/**
 * Chooses the charset of seven-bit text: UTF-8, which includes ASCII, unless escapes, the label or the hint indicate a shift encoding,
 * such as ISO-2022-JP. Those write all languages in seven bits, with sequences that switch between sets of characters. UTF-16 of Latin
 * text has only such bytes too, every second of them zero.
 */
function chooseForAscii(bytes: Uint8Array, declared: Charset | null, hinted: Charset | null): Charset {
  if (declared?.kind === "utf-16" && hasZeroByte(bytes)) return declared;
  if (declared?.kind === "shift") return declared;
  if (bytes.includes(0x1b)) {
    const text = toLatin1(bytes);
    if (JAPANESE_ESCAPES.some((sequence) => text.includes(sequence))) return ISO_2022_JP;
    if (text.includes(KOREAN_ESCAPE)) return ISO_2022_KR;
  }
  // A hint of UTF-7 is not used: it would decode every plus sign.
  const usesHint = declared === null && hinted?.kind === "shift" && hinted.name !== "utf7";
  return usesHint ? hinted : UTF8;
}

/**
 * Chooses for bytes that are neither ASCII nor valid UTF-8, and that have no label or one which they contradict: the hint, else a
 * guess, else the most common charset.
 */
function chooseWithoutLabel(bytes: Uint8Array, hinted: Charset | null): Charset {
  // The bytes contradict a hint of UTF-8, which they are not, and of a shift encoding, which has ASCII bytes only.
  if (hinted?.kind === "single" || hinted?.kind === "multi") return hinted;
  return guessCharset(bytes) ?? WINDOWS_1252;
}

/**
 * Returns the charset that decodes the bytes with the fewest errors. Counts half-width katakana as errors: mails do not use
 * them, but any EUC text decodes to them as Shift JIS.
 */
function withFewestErrors(bytes: Uint8Array, charsets: [Charset, ...Charset[]]): Charset {
  const countErrors = (charset: Charset) => charset.decode(bytes).split(/[\ufffd\uff61-\uff9f]/).length;
  return charsets.reduce((best, next) => (countErrors(next) < countErrors(best) ? next : best));
}

/** Returns whether most non-ASCII characters are valid UTF-8, so that a few broken ones do not matter. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true;
  let validCount = 0;
  let invalidCount = 0;
  for (const character of UTF8.decode(bytes)) {
    if (character === "\ufffd") invalidCount += 1;
    else if (character > "\x7f") validCount += 1;
  }
  return validCount > invalidCount;
}

/** Counts the characters of several bytes in UTF-8, by their first bytes: 0xC0 and above. */
function countUtf8Leads(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte >= 0xc0) count += 1;
  return count;
}
