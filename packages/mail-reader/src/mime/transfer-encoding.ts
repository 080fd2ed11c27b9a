const UUENCODED = /^(?:x-)?uu/;

/** Returns whether a body in this encoding (lower case) must be decoded before it can be read. */
export function isTransferEncoded(encoding: string): boolean {
  return encoding.startsWith("base64") || encoding.startsWith("quoted") || UUENCODED.test(encoding);
}

/**
 * Decodes a body by its Content-Transfer-Encoding (lower case). Accepts misspellings, such as `quotedprintable`, and more text after
 * the name. Returns the body unchanged for an unknown or no encoding.
 */
export function decodeTransfer(body: Buffer, encoding: string): Buffer {
  if (encoding.startsWith("base64")) return decodeBase64(body);
  if (encoding.startsWith("quoted")) return decodeQuotedPrintable(body);
  if (UUENCODED.test(encoding)) return decodeUuencoded(body);
  return body;
}

/** Characters of the shortest base64 data. */
const MIN_BASE64_LENGTH = 4;
const BASE64_LINE = /^[A-Za-z0-9+/]*={0,3}$/;

/**
 * Decodes base64. Ignores lines inside the data that are not base64. After a line that ends in the padding `=`, such a line begins a
 * footer, which relays append as plain text: it is kept. Returns the body unchanged if it does not look like base64.
 */
function decodeBase64(body: Buffer): Buffer {
  const text = body.toString("latin1");
  const lines = text.split("\n").map((line) => line.trim());
  const isBase64 = lines.map((line) => BASE64_LINE.test(line));
  const hasData = lines.some((line, index) => isBase64[index] && line.length >= MIN_BASE64_LENGTH);
  const paddedLine = lines.findIndex((line, index) => isBase64[index] && line.endsWith("="));
  // Every line up to the padding is base64, and a footer follows, which may be longer than the data: its length says nothing here.
  const isCleanUpToPadding = paddedLine >= 0 && isBase64.indexOf(false) > paddedLine;
  const looksLikeBase64 = hasData && (isCleanUpToPadding || isMostlyBase64(lines, isBase64));
  if (!looksLikeBase64) return body;
  const footerStart = paddedLine < 0 ? -1 : isBase64.indexOf(false, paddedLine + 1);
  const hasFooter = footerStart >= 0;
  const pieces = decodeBase64Pieces(hasFooter ? lines.slice(0, footerStart) : lines);
  if (hasFooter) pieces.push(Buffer.from(`\n${text.split("\n").slice(footerStart).join("\n")}`, "latin1"));
  return Buffer.concat(pieces);
}

/** Decodes base64 lines. With padding in the middle they are several encoded pieces that were concatenated. */
function decodeBase64Pieces(lines: string[]): Buffer[] {
  const characters = lines.join("").replace(/[^A-Za-z0-9+/=]+/g, "");
  return characters.split(/=+/).map((piece) => Buffer.from(piece, "base64"));
}

/** Returns whether base64 lines have more characters than lines of prose: those with a blank between letters, which base64 never has. */
function isMostlyBase64(lines: string[], isBase64: boolean[]): boolean {
  let base64Length = 0;
  let proseLength = 0;
  for (const [index, line] of lines.entries()) {
    if (isBase64[index]) base64Length += line.length;
    else if (/[A-Za-z]\s[A-Za-z]/.test(line)) proseLength += line.length;
  }
  return base64Length > proseLength;
}

const EQUALS = 0x3d;
const LF = 0x0a;

/** Decodes quoted-printable (RFC 2045): `=E9` is a byte, and `=` at a line end joins two lines. */
function decodeQuotedPrintable(body: Buffer): Buffer {
  if (!body.includes(EQUALS)) return body;
  const decoded = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index] ?? 0;
    if (byte !== EQUALS) {
      decoded[length++] = byte;
      continue;
    }
    const high = hexValue(body[index + 1]);
    const low = hexValue(body[index + 2]);
    if (high >= 0 && low >= 0) {
      decoded[length++] = high * 16 + low;
      index += 2;
      continue;
    }
    // A soft line break, possibly with blanks that a relay appended. Anything else is literal.
    let end = index + 1;
    while (body[end] === 0x20 || body[end] === 0x09 || body[end] === 0x0d) end += 1;
    if (end === body.length || body[end] === LF) index = end;
    else decoded[length++] = byte;
  }
  return decoded.subarray(0, length);
}

/** Returns the value of a hexadecimal digit in either case, or -1. */
function hexValue(byte: number | undefined): number {
  if (byte === undefined) return -1;
  const isDigit = byte >= 0x30 && byte <= 0x39;
  if (isDigit) return byte - 0x30;
  // The bit 0x20 alone distinguishes a small letter from its capital.
  const lowerCase = byte | 0x20;
  const isLetter = lowerCase >= 0x61 && lowerCase <= 0x66;
  return isLetter ? lowerCase - 0x61 + 10 : -1;
}

/** Decodes the first uuencoded file, between `begin` and `end`. Returns the body unchanged if there is none. */
function decodeUuencoded(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let hasBegun = false;
  for (const line of body.toString("latin1").split("\n")) {
    if (!hasBegun) hasBegun = /^begin [0-7]{3,4} /.test(line);
    else if (line.trim() === "end") break;
    else if (line !== "") pieces.push(decodeUuencodedLine(line));
  }
  return hasBegun ? Buffer.concat(pieces) : body;
}

/** Decodes a line: the first character encodes the number of bytes, then each four characters encode three bytes. */
function decodeUuencodedLine(line: string): Buffer {
  // A character encodes six bits as its code minus 32. Relays strip blanks at the line end, which encode 0.
  const sixBits = (index: number) => ((index < line.length ? line.charCodeAt(index) : 32) - 32) & 63;
  const byteCount = sixBits(0);
  const bytes = Buffer.alloc(Math.ceil(byteCount / 3) * 3);
  for (let group = 0; group * 3 < byteCount; group += 1) {
    const start = 1 + group * 4;
    const bits = (sixBits(start) << 18) | (sixBits(start + 1) << 12) | (sixBits(start + 2) << 6) | sixBits(start + 3);
    bytes.writeUIntBE(bits, group * 3, 3);
  }
  return bytes.subarray(0, byteCount);
}
