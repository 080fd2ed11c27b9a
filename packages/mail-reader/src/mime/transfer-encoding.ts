/** Decodes a Content-Transfer-Encoding. Tolerates common errors of real mail. */
export function decodeTransfer(body: Buffer, encoding: string): Buffer {
  if (encoding.startsWith("base64")) return decodeBase64(body);
  // Also matches the misspellings `quotedprintable` and `quoted printable`.
  if (encoding.startsWith("quoted")) return decodeQuotedPrintable(body);
  if (/^(?:x-)?uu/.test(encoding)) return decodeUuencoded(body);
  return body;
}

const BASE64_LINE = /^[A-Za-z0-9+/]*={0,3}$/;

/**
 * Decodes base64. Ignores other lines inside the data. Keeps other lines after the padded end: relays append footers as plain
 * text. Returns the body unchanged if it does not look like base64.
 */
function decodeBase64(body: Buffer): Buffer {
  const text = body.toString("latin1");
  const lines = text.split("\n").map((line) => line.trim());
  const isBase64 = lines.map((line) => BASE64_LINE.test(line));
  const first = isBase64.findIndex((isGood, index) => isGood && (lines[index]?.length ?? 0) >= 4);
  const padded = lines.findIndex((line, index) => isBase64[index] && line.endsWith("="));
  const isWhole = padded >= 0 && isBase64.indexOf(false) > padded;
  if (first < 0 || !(isWhole || isMostlyBase64(lines, isBase64))) return body;
  const footer = padded < 0 ? -1 : isBase64.findIndex((isGood, index) => index > padded && !isGood);
  const encoded = footer < 0 ? lines : lines.slice(0, footer);
  const pieces = encoded
    .join("")
    .replace(/[^A-Za-z0-9+/=]+/g, "")
    .split(/=+/)
    .map((unit) => Buffer.from(unit, "base64"));
  if (footer >= 0) pieces.push(Buffer.from(`\n${text.split("\n").slice(footer).join("\n")}`, "latin1"));
  return Buffer.concat(pieces);
}

/** Compares line lengths: plain text has blanks between words, base64 has none. */
function isMostlyBase64(lines: string[], isBase64: boolean[]): boolean {
  let good = 0;
  let bad = 0;
  for (const [index, line] of lines.entries()) {
    if (isBase64[index]) good += line.length;
    else if (/[A-Za-z]\s[A-Za-z]/.test(line)) bad += line.length;
  }
  return good > bad;
}

const EQUALS = 0x3d;
const LF = 0x0a;

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

function hexValue(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function decodeUuencoded(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let isOpen = false;
  for (const line of body.toString("latin1").split("\n")) {
    if (!isOpen) isOpen = /^begin [0-7]{3,4} /.test(line);
    else if (line.trim() === "end") break;
    else if (line !== "") pieces.push(decodeUuencodedLine(line));
  }
  return isOpen ? Buffer.concat(pieces) : body;
}

function decodeUuencodedLine(line: string): Buffer {
  const count = (line.charCodeAt(0) - 32) & 63;
  const bytes = Buffer.alloc(Math.ceil(count / 3) * 3);
  const value = (index: number) => ((index < line.length ? line.charCodeAt(index) : 32) - 32) & 63;
  for (let group = 0; group * 3 < count; group += 1) {
    const at = 1 + group * 4;
    const bits = (value(at) << 18) | (value(at + 1) << 12) | (value(at + 2) << 6) | value(at + 3);
    bytes.writeUIntBE(bits, group * 3, 3);
  }
  return bytes.subarray(0, count);
}
