import { type Link, linksInText, mergeLinks, readVisible, withoutHidden } from "@frontdesk/visible";
import { readText } from "../charsets/read-text.ts";
import { toLatin1 } from "../charsets/shift-encodings.ts";
import { isReadable, isRich } from "../header/header-block.ts";
import type { Part } from "../mime/mime-part.ts";
import { createMimeReader } from "../mime/mime-reader.ts";
import { decodeTransfer } from "../mime/transfer-encoding.ts";
import { enrichedToText, richToText } from "./enriched-text.ts";
import { htmlToText, MAX_CONVERTED } from "./html-text.ts";
import { dropInlineFiles, normaliseLines, unflow } from "./plain-text.ts";

/** What one leaf or one set of alternatives says. */
interface Piece {
  type: "plain" | "rich";
  source: string;
  /** Whether the part was longer. */
  isCut: boolean;
  /** Put off until it is known that the piece is shown at all: HTML is dear to convert. */
  convert(source: string, room: number): string;
}

interface Reading {
  /** The charset that the rest of the mail suggests. */
  hint: string | undefined;
  /** Whether to show what is shown only when there is nothing better. */
  isSpare: boolean;
  /** How often a multipart may still be read anew with a boundary found in its text. */
  retries: number;
  /** Found so far, in parts that are shown and in those that others are shown for. */
  links: Link[];
  /** Tags that may still be read for links and for what is hidden: many parts may cost no more than one. */
  tags: number;
}

interface Body {
  body: string;
  links: Link[];
  truncated?: true;
}

const MAX_TAGS = 20_000;

/** The readable text of a mail: its plain text, else its HTML as text, else whatever text can be found in it. */
export function readBody(root: Part, hint: string | undefined, retries = 2): Body {
  const shown = readParts(root, { hint, isSpare: false, retries, links: [], tags: MAX_TAGS });
  return shown.body === "" ? readParts(root, { hint, isSpare: true, retries, links: [], tags: MAX_TAGS }) : shown;
}

function readParts(root: Part, reading: Reading): Body {
  const { text, isCut } = join(toPieces(root, reading));
  return { body: text, links: mergeLinks(reading.links), ...((isCut || root.isCut) && { truncated: true }) };
}

/** Old mailers tell readers without MIME what they miss. */
const NOTICE = /\bMIME\b/i;

function toPieces(part: Part, reading: Reading): Piece[] {
  const { type, disposition } = part.content;
  const { isSpare } = reading;
  if (part.children.length > 0) {
    const options = part.children.map((child) => toPieces(child, reading));
    if (type === "multipart/alternative") return chooseAlternative(options);
    const pieces = options.flat();
    const preamble = isSpare ? readPreamble(part, reading) : "";
    return preamble === "" || NOTICE.test(preamble) ? pieces : [toPlain(preamble, part.isCut), ...pieces];
  }
  const isMultipart = type.startsWith("multipart/") || hidesParts(part);
  const isMain = isReadable(type) && !part.isNested && (disposition !== "attachment" || isSpare);
  if (!isMain && !isMultipart && !isSpare) return [];
  const isPage = type === "text/html" && !isMultipart;
  const written = isMultipart ? readPreamble(part, reading) : readLeaf(part, reading.hint);
  const text = isPage ? withoutHidden(written, { tags: reading.tags }) : written;
  if (isBlank(text)) return [];
  if (isPage) {
    const { links, tags } = readVisible(text, { tags: reading.tags });
    reading.links.push(...links);
    reading.tags -= tags;
  } else reading.links.push(...linksInText(text));
  const convert = isMultipart ? undefined : CONVERTERS[type];
  return [convert ? { type: "rich", source: text, convert, isCut: part.isCut === true } : toPlain(text, part.isCut)];
}

/** Whether what calls itself text holds the parts of a multipart, as the boundary that it names says. */
function hidesParts({ content, body }: Part): boolean {
  const boundary = content.parameters.get("boundary");
  return boundary !== undefined && boundary !== "" && isReadable(content.type) && body.includes(`--${boundary}\n`);
}

const CONVERTERS: Record<string, Piece["convert"]> = {
  "text/html": htmlToText,
  "text/enriched": enrichedToText,
  "text/richtext": richToText,
};

function toPlain(source: string, isCut = false): Piece {
  return { type: "plain", source, isCut, convert: (text) => text };
}

/** Some senders fill the plain alternative with nothing but a request for another mail program. */
const STUB = /\bhtml\b/i;
const STUB_MAX = 400;

/** Enough of a text to tell whether another says the same. */
const COMPARED = 100_000;

function chooseAlternative(options: Piece[][]): Piece[] {
  const plain = options.flat().filter((piece) => piece.type === "plain");
  const rich =
    options.find((pieces) => pieces.some(({ convert }) => convert === htmlToText)) ??
    options.find((pieces) => pieces.length > 0) ??
    [];
  if (plain.length === 0) return rich;
  const text = [...new Set(plain.map(({ source }) => source.trim()))].join("\n\n");
  const isStub = text.length <= STUB_MAX && STUB.test(text.replace(/https?:\S+/g, ""));
  const isCut = plain.some((piece) => piece.isCut);
  return [toPlain(text, isCut), ...(isStub ? rich.filter((piece) => piece.type === "rich") : [])];
}

/** HTML beside plain text, such as a list's footer, counts where it says something the plain text does not. */
function join(pieces: Piece[]): { text: string; isCut: boolean } {
  const plain = pieces.filter((piece) => piece.type === "plain");
  const words =
    plain.length > 0 && plain.length < pieces.length ? wordsOf(plain.map(({ source }) => source).join("\n")) : null;
  const texts: string[] = [];
  // Many parts may cost no more than one.
  let room = MAX_CONVERTED;
  let isTextCut = false;
  for (const { type, source, isCut, convert } of pieces) {
    const text = convert(source, room);
    if (type === "rich") room -= source.length;
    if (type === "rich" && words && !addsTo(words, text)) continue;
    const trimmed = text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
    if (trimmed === "") continue;
    texts.push(trimmed);
    isTextCut ||= isCut;
  }
  return { text: texts.join("\n\n"), isCut: isTextCut };
}

function addsTo(words: Set<string>, text: string): boolean {
  const own = [...wordsOf(text)];
  return own.filter((word) => !words.has(word)).length > own.length * 0.2;
}

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .slice(0, COMPARED)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
}

function readLeaf(part: Part, hint: string | undefined): string {
  const { type, parameters, encoding } = part.content;
  const bytes = decodeTransfer(part.body, encoding);
  const label = parameters.get("charset");
  if (type === "text/html") return readText(bytes, { label: label ?? metaCharset(bytes), hint });
  const text = normaliseLines(readText(bytes, { label, hint }));
  if (isRich(type)) return text;
  const isFlowed = parameters.get("format")?.toLowerCase() === "flowed";
  const lines = isFlowed ? unflow(text, parameters.get("delsp")?.toLowerCase() === "yes") : text;
  return dropInlineFiles(lines);
}

/** Encoded bytes that are at least as many characters as are searched for a charset. */
const CHARSET_SEARCHED = 16 * 1024;

/** Pages that are searched for a charset; others of the mail would name no other one. */
const MAX_PAGES = 10;

/** The charset that the mail's text is in, as far as any part of it or its HTML says. */
export function suggestedCharset(root: Part): string | undefined {
  const stack = [root];
  let pages = MAX_PAGES;
  for (let part = stack.pop(); part; part = stack.pop()) {
    const { type, parameters, encoding } = part.content;
    const label =
      parameters.get("charset") ??
      (type === "text/html" && pages-- > 0
        ? metaCharset(decodeTransfer(part.body.subarray(0, CHARSET_SEARCHED), encoding))
        : undefined);
    if (label !== undefined) return label;
    stack.push(...part.children.toReversed());
  }
  return undefined;
}

function metaCharset(bytes: Buffer): string | undefined {
  const head = bytes.toString("latin1", 0, 4096);
  return /<meta\b[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1];
}

function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}]/u.test(text);
}

/**
 * What stands before the first part of a multipart. Without any part its delimiters may be others than it says, or its text
 * may stand there undivided; either way it must not be lost.
 */
function readPreamble(part: Part, { hint, retries, links }: Reading): string {
  const { parameters, encoding } = part.content;
  const type = part.content.type.startsWith("multipart/") ? part.content.type : "multipart/mixed";
  const bytes = decodeTransfer(part.body, encoding);
  const boundary = part.children.length === 0 && retries > 0 ? findBoundary(toLatin1(bytes)) : undefined;
  if (
    boundary !== undefined &&
    (boundary !== parameters.get("boundary") || type !== part.content.type || bytes !== part.body)
  ) {
    const reader = createMimeReader();
    const quoted = boundary.replace(/["\\]/g, "\\$&");
    reader.write(Buffer.from(`Content-Type: ${type}; boundary="${quoted}"\n\n`, "latin1"));
    reader.write(bytes);
    const { body, links: found } = readBody(reader.end(), hint, retries - 1);
    links.push(...found);
    if (body !== "") return body;
  }
  return dropInlineFiles(normaliseLines(readText(bytes, { hint }))).trim();
}

/** A delimiter is known by the part's header below it. */
function findBoundary(text: string): string | undefined {
  return /(?:^|\n)--([^\r\n]{1,200})\r?\n(?:[\w-]+:[^\n]*\n){0,8}?content-[a-z-]+:/i.exec(text)?.[1]?.trimEnd();
}
