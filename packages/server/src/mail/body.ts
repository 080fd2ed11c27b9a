import { htmlToText } from "./html-text.ts";
import { createMimeReader, type Part } from "./mime-reader.ts";
import { dropInlineFiles, normaliseLines, unflow } from "./plain-text.ts";
import { readText } from "./read-text.ts";
import { decodeTransfer } from "./transfer-encoding.ts";

/** What one leaf or one set of alternatives says. */
type Piece = { type: "plain" | "html"; text: string };

/** The readable text of a mail: its plain text, else its HTML as text, else whatever text can be found in it. */
export function readBody(root: Part, hint: string | undefined): string {
  const text = join(toPieces(root, hint, false));
  if (text !== "") return text;
  const spare = join(toPieces(root, hint, true));
  return spare !== "" ? spare : readUndivided(root, hint);
}

function toPieces(part: Part, hint: string | undefined, isSpare: boolean): Piece[] {
  const { type, disposition } = part.content;
  if (type === "multipart/alternative")
    return chooseAlternative(part.children.flatMap((child) => toPieces(child, hint, isSpare)));
  if (part.children.length > 0) return part.children.flatMap((child) => toPieces(child, hint, isSpare));
  if (type.startsWith("multipart/") || type === "epilogue/none") return [];
  const isMain = isReadable(type) && !part.isNested && (disposition !== "attachment" || isSpare);
  if (!isMain && !isSpare) return [];
  const text = readLeaf(part, hint);
  if (isBlank(text)) return [];
  return [{ type: type === "text/html" ? "html" : "plain", text }];
}

function isReadable(type: string): boolean {
  return type === "text/plain" || type === "text/html";
}

/** Some senders fill the plain alternative with nothing but a request for another mail program. */
const STUB = /\bhtml\b/i;
const STUB_MAX = 400;

function chooseAlternative(pieces: Piece[]): Piece[] {
  const plain = pieces.filter((piece) => piece.type === "plain");
  const html = pieces.filter((piece) => piece.type === "html");
  if (plain.length === 0) return html.slice(0, 1);
  const text = [...new Set(plain.map((piece) => piece.text.trim()))].join("\n\n");
  const richer = html[0] && text.length <= STUB_MAX && STUB.test(text) ? [html[0]] : [];
  return [{ type: "plain", text }, ...richer];
}

/** HTML beside plain text, such as a list's footer, counts where it says something the plain text does not. */
function join(pieces: Piece[]): string {
  const plain = pieces.filter((piece) => piece.type === "plain");
  const words = plain.length > 0 ? wordsOf(plain.map((piece) => piece.text).join("\n")) : null;
  const texts: string[] = [];
  for (const piece of pieces) {
    const text = piece.type === "plain" ? piece.text : htmlToText(piece.text);
    if (piece.type === "html" && words && !addsTo(words, text)) continue;
    const trimmed = text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
    if (trimmed !== "") texts.push(trimmed);
  }
  return texts.join("\n\n");
}

function addsTo(words: Set<string>, text: string): boolean {
  const own = [...wordsOf(text)];
  return own.filter((word) => !words.has(word)).length > own.length * 0.2;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

function readLeaf(part: Part, hint: string | undefined): string {
  const { type, parameters, encoding } = part.content;
  const bytes = decodeTransfer(part.body, encoding);
  const label = parameters.get("charset");
  if (type === "text/html") return readText(bytes, { label: label ?? metaCharset(bytes), hint });
  const text = normaliseLines(readText(bytes, { label, hint }));
  if (type === "text/enriched" || type === "text/richtext") return text.replace(/<[^<>]{0,80}>/g, "");
  const isFlowed = parameters.get("format")?.toLowerCase() === "flowed";
  const lines = isFlowed ? unflow(text, parameters.get("delsp")?.toLowerCase() === "yes") : text;
  return dropInlineFiles(lines);
}

function metaCharset(bytes: Buffer): string | undefined {
  const head = bytes.toString("latin1", 0, 4096);
  return /<meta\b[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1];
}

function isBlank(text: string): boolean {
  return /^(?:\s|\p{Cf})*$/u.test(text);
}

/**
 * A multipart none of whose parts could be found. Its delimiters may be others than it says, or its text may stand there
 * undivided; either way it must not be lost.
 */
function readUndivided(part: Part, hint: string | undefined): string {
  const texts: string[] = [];
  const stack = [part];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.content.type.startsWith("multipart/") && next.body.length > 0) texts.push(readPreamble(next, hint));
    stack.push(...next.children.toReversed());
  }
  return texts
    .filter((text) => text !== "")
    .join("\n\n")
    .trim();
}

function readPreamble(part: Part, hint: string | undefined): string {
  const bytes = decodeTransfer(part.body, part.content.encoding);
  const source = bytes.toString("latin1");
  const boundary = /(?:^|\n)--([^\r\n]{1,200})\r?\n(?:[\w-]+:[^\n]*\n)*?content-[a-z-]+:/i.exec(source)?.[1]?.trimEnd();
  if (boundary !== undefined && boundary !== part.content.parameters.get("boundary")) {
    const reader = createMimeReader();
    reader.write(
      Buffer.from(`Content-Type: multipart/mixed; boundary="${boundary.replace(/["\\]/g, "\\$&")}"\n\n`, "latin1"),
    );
    reader.write(bytes);
    const text = readBody(reader.end(), hint);
    if (text !== "") return text;
  }
  return dropInlineFiles(normaliseLines(readText(bytes, { hint }))).trim();
}
