/** Replaces the line ends of all systems by `\n`. Some relays double the CR before a line feed; other CRs are line ends. */
export function normalizeLineEnds(text: string): string {
  if (!text.includes("\r")) return text;
  return text.replace(/\r+\n?/g, (lineEnd) => (lineEnd.endsWith("\n") ? "\n" : "\n".repeat(lineEnd.length)));
}

/** Lines of flowed text that belong together. */
interface Paragraph {
  quoteDepth: number;
  lines: string[];
}

/**
 * Joins the lines of `format=flowed` text (RFC 3676): a line that ends in a blank continues in the next of the same quote depth.
 *
 * `deletesSpace`: these blanks are no part of the text (`delsp=yes`, for scripts without blanks).
 */
export function unflow(text: string, { deletesSpace }: { deletesSpace: boolean }): string {
  const paragraphs: Paragraph[] = [];
  let continued: Paragraph | undefined;
  for (const line of text.split("\n")) {
    const { quoteDepth, content, isSignatureSeparator, continues } = readFlowedLine(line);
    if (continued?.quoteDepth !== quoteDepth || isSignatureSeparator) {
      continued = { quoteDepth, lines: [] };
      paragraphs.push(continued);
    }
    continued.lines.push(continues && deletesSpace ? content.slice(0, -1) : content);
    if (!continues) continued = undefined;
  }
  return paragraphs.map(joinParagraph).join("\n");
}

/**
 * Reads a line of flowed text: its quote marks, its content without the blank that senders may put first (space-stuffing, RFC 3676,
 * 4.4), and whether the next line continues it. The line before a signature ends in a blank, but is never continued (4.3).
 */
function readFlowedLine(line: string) {
  const quoteDepth = /^>*/.exec(line)?.[0].length ?? 0;
  const content = line.slice(quoteDepth).replace(/^ /, "");
  const isSignatureSeparator = content === "-- ";
  const continues = content.endsWith(" ") && !isSignatureSeparator;
  return { quoteDepth, content, isSignatureSeparator, continues };
}

/** Joins the lines of a paragraph; a quote gets its marks back, `>> `, at the beginning. */
function joinParagraph({ quoteDepth, lines }: Paragraph): string {
  return quoteDepth === 0 ? lines.join("") : `${">".repeat(quoteDepth)} ${lines.join("")}`;
}

const UU_BEGIN = /^begin(?:-base64)? [0-7]{3,4} \S/;
const YENC_BEGIN = /^=ybegin .*\bname=/;

/** Removes uuencoded and yEnc files, which software without MIME embeds in the text. */
export function dropInlineFiles(text: string): string {
  // Files of both kinds start with a line that contains "begin"; most texts have none.
  if (!text.includes("begin")) return text;
  const lines = text.split("\n");
  const textLines: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const fileEnd = lastLineOfFile(lines, index);
    if (fileEnd === null) textLines.push(lines[index] ?? "");
    else index = fileEnd;
  }
  return textLines.join("\n");
}

/** Line after the data of a uuencoded file: a zero-length line, `end` or its base64 counterpart, or an empty line. */
const UU_TRAILER = /^(?:[` ]|end|====)?\s*$/;

/**
 * Returns where the yEnc or uuencoded file that begins at line `start` ends, or `null` if none begins there. A truncated one ends
 * with its data.
 */
function lastLineOfFile(lines: string[], start: number): number | null {
  const line = lines[start] ?? "";
  if (YENC_BEGIN.test(line)) return lastLineOfYenc(lines, start);
  if (UU_BEGIN.test(line) && isUuencodedLine(lines[start + 1])) return lastLineOfUuencoded(lines, start);
  return null;
}

/** Returns the line `=yend`, or the number of lines without one. */
function lastLineOfYenc(lines: string[], start: number): number {
  let end = start + 1;
  while (end < lines.length && !lines[end]?.startsWith("=yend")) end += 1;
  return end;
}

/**
 * Returns the last line of a uuencoded file whose line `begin` is at `start`, with a line of data after it. After the data may come a
 * zero-length line, empty lines and `end`.
 */
function lastLineOfUuencoded(lines: string[], start: number): number {
  let end = start + 1;
  while (end + 1 < lines.length && isUuencodedLine(lines[end + 1])) end += 1;
  while (end + 1 < lines.length && UU_TRAILER.test(lines[end + 1] ?? "") && lines[end]?.trim() !== "end") end += 1;
  return end;
}

/**
 * A full line of uuencoded data: `M` means 45 bytes, which take 60 characters. Relays strip blanks, which encode zeros, and some
 * encoders append a checksum.
 */
const FULL_UU_LINE = /^M[\x20-\x60]{56,62}\s*$/;
/** Lines of `begin-base64` have no length in front. */
const FULL_BASE64_LINE = /^[A-Za-z0-9+/]{60,76}$/;

/**
 * Returns whether a line can be uuencoded data, or a full line of base64 data of `begin-base64`, whose last line is not recognized.
 * The last line of uuencoded data may miss blanks or have a checksum too.
 */
function isUuencodedLine(line: string | undefined): boolean {
  if (line === undefined) return false;
  if (FULL_UU_LINE.test(line) || FULL_BASE64_LINE.test(line)) return true;
  // The first character encodes the number of bytes in the line; three bytes take four characters.
  const byteCount = (line.charCodeAt(0) - 32) & 63;
  const expectedLength = 1 + Math.ceil(byteCount / 3) * 4;
  const hasExpectedLength = Math.abs(line.trimEnd().length - expectedLength) <= 2;
  return byteCount > 0 && /^[\x20-\x60]+$/.test(line) && hasExpectedLength;
}
