import { type Link, linksInText, mergeLinks, readVisible, withoutHidden } from "@frontdesk/visible";
import { decodeText } from "../charsets/decode-text.ts";
import { toLatin1 } from "../charsets/shift-encodings.ts";
import { isMarkupType, isTextType } from "../header/header-block.ts";
import { createMimeParser } from "../mime/mime-parser.ts";
import type { MailPart } from "../mime/mime-part.ts";
import { decodeTransfer } from "../mime/transfer-encoding.ts";
import { enrichedToText, richToText } from "./enriched-text.ts";
import { htmlToText, MAX_CONVERTED_LENGTH } from "./html-text.ts";
import { dropInlineFiles, normalizeLineEnds, unflow } from "./plain-text.ts";

/** What one leaf or one set of alternatives says. */
interface Section {
  type: "plain" | "rich";
  source: string;
  /** Whether the part was longer. */
  isTruncated: boolean;
  /** Put off until it is known that the piece is shown at all: HTML is dear to convert. */
  convert(source: string, maxLength: number): string;
}

interface Extraction {
  /** The charset that the rest of the mail suggests. */
  hint: string | undefined;
  /** Whether to show what is shown only when there is nothing better. */
  isFallback: boolean;
  /** How often a multipart may still be read anew with a boundary found in its text. */
  remainingRetries: number;
  /** Found so far, in parts that are shown and in those that others are shown for. */
  links: Link[];
  /** Tags that may still be read for links and for what is hidden: many parts may cost no more than one. */
  remainingTags: number;
}

interface ExtractedBody {
  body: string;
  links: Link[];
  truncated?: true;
}

const MAX_TAGS = 20_000;

/** The readable text of a mail: its plain text, else its HTML as text, else whatever text can be found in it. */
export function extractBody(root: MailPart, hint: string | undefined, retries = 2): ExtractedBody {
  const body = extractParts(root, {
    hint,
    isFallback: false,
    remainingRetries: retries,
    links: [],
    remainingTags: MAX_TAGS,
  });
  return body.body === ""
    ? extractParts(root, { hint, isFallback: true, remainingRetries: retries, links: [], remainingTags: MAX_TAGS })
    : body;
}

function extractParts(root: MailPart, extraction: Extraction): ExtractedBody {
  const { text, isCut } = joinSections(toSections(root, extraction));
  return { body: text, links: mergeLinks(extraction.links), ...((isCut || root.isTruncated) && { truncated: true }) };
}

/** Old mailers tell readers without MIME what they miss. */
const MIME_NOTICE = /\bMIME\b/i;

function toSections(part: MailPart, extraction: Extraction): Section[] {
  const { type, disposition } = part.content;
  const { isFallback: isSpare } = extraction;
  if (part.children.length > 0) {
    const options = part.children.map((child) => toSections(child, extraction));
    if (type === "multipart/alternative") return chooseAlternative(options);
    const pieces = options.flat();
    const preamble = isSpare ? extractPreamble(part, extraction) : "";
    return preamble === "" || MIME_NOTICE.test(preamble)
      ? pieces
      : [plainSection(preamble, part.isTruncated), ...pieces];
  }
  const isMultipart = type.startsWith("multipart/") || isDisguisedMultipart(part);
  const isMain = isTextType(type) && !part.isNested && (disposition !== "attachment" || isSpare);
  if (!isMain && !isMultipart && !isSpare) return [];
  const isPage = type === "text/html" && !isMultipart;
  const decoded = isMultipart ? extractPreamble(part, extraction) : decodeLeaf(part, extraction.hint);
  const text = isPage ? withoutHidden(decoded, { tags: extraction.remainingTags }) : decoded;
  if (isBlank(text)) return [];
  if (isPage) {
    const { links, tags } = readVisible(text, { tags: extraction.remainingTags });
    extraction.links.push(...links);
    extraction.remainingTags -= tags;
  } else extraction.links.push(...linksInText(text));
  const convert = isMultipart ? undefined : CONVERTERS[type];
  return [
    convert
      ? { type: "rich", source: text, convert, isTruncated: part.isTruncated === true }
      : plainSection(text, part.isTruncated),
  ];
}

/** Whether what calls itself text holds the parts of a multipart, as the boundary that it names says. */
function isDisguisedMultipart({ content, body }: MailPart): boolean {
  const boundary = content.parameters.get("boundary");
  return boundary !== undefined && boundary !== "" && isTextType(content.type) && body.includes(`--${boundary}\n`);
}

const CONVERTERS: Record<string, Section["convert"]> = {
  "text/html": htmlToText,
  "text/enriched": enrichedToText,
  "text/richtext": richToText,
};

function plainSection(source: string, isCut = false): Section {
  return { type: "plain", source, isTruncated: isCut, convert: (text) => text };
}

/** Some senders fill the plain alternative with nothing but a request for another mail program. */
const STUB_TEXT = /\bhtml\b/i;
const MAX_STUB_LENGTH = 400;

/** Enough of a text to tell whether another says the same. */
const MAX_COMPARED_LENGTH = 100_000;

function chooseAlternative(options: Section[][]): Section[] {
  const plain = options.flat().filter((piece) => piece.type === "plain");
  const rich =
    options.find((pieces) => pieces.some(({ convert }) => convert === htmlToText)) ??
    options.find((pieces) => pieces.length > 0) ??
    [];
  if (plain.length === 0) return rich;
  const text = [...new Set(plain.map(({ source }) => source.trim()))].join("\n\n");
  const isStub = text.length <= MAX_STUB_LENGTH && STUB_TEXT.test(text.replace(/https?:\S+/g, ""));
  const isCut = plain.some((piece) => piece.isTruncated);
  return [plainSection(text, isCut), ...(isStub ? rich.filter((piece) => piece.type === "rich") : [])];
}

/** HTML beside plain text, such as a list's footer, counts where it says something the plain text does not. */
function joinSections(pieces: Section[]): { text: string; isCut: boolean } {
  const plain = pieces.filter((piece) => piece.type === "plain");
  const words =
    plain.length > 0 && plain.length < pieces.length ? wordsOf(plain.map(({ source }) => source).join("\n")) : null;
  const texts: string[] = [];
  // Many parts may cost no more than one.
  let remainingLength = MAX_CONVERTED_LENGTH;
  let isTextCut = false;
  for (const { type, source, isTruncated: isCut, convert } of pieces) {
    const text = convert(source, remainingLength);
    if (type === "rich") remainingLength -= source.length;
    if (type === "rich" && words && !hasNewWords(words, text)) continue;
    const trimmed = text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
    if (trimmed === "") continue;
    texts.push(trimmed);
    isTextCut ||= isCut;
  }
  return { text: texts.join("\n\n"), isCut: isTextCut };
}

function hasNewWords(words: Set<string>, text: string): boolean {
  const textWords = [...wordsOf(text)];
  return textWords.filter((word) => !words.has(word)).length > textWords.length * 0.2;
}

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .slice(0, MAX_COMPARED_LENGTH)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
}

function decodeLeaf(part: MailPart, hint: string | undefined): string {
  const { type, parameters, encoding } = part.content;
  const bytes = decodeTransfer(part.body, encoding);
  const label = parameters.get("charset");
  if (type === "text/html") return decodeText(bytes, { label: label ?? metaCharset(bytes), hint });
  const text = normalizeLineEnds(decodeText(bytes, { label, hint }));
  if (isMarkupType(type)) return text;
  const isFlowed = parameters.get("format")?.toLowerCase() === "flowed";
  const lines = isFlowed ? unflow(text, parameters.get("delsp")?.toLowerCase() === "yes") : text;
  return dropInlineFiles(lines);
}

/** Encoded bytes that are at least as many characters as are searched for a charset. */
const CHARSET_SEARCH_BYTES = 16 * 1024;

/** Pages that are searched for a charset; others of the mail would name no other one. */
const MAX_PAGES_SEARCHED = 10;

/** The charset that the mail's text is in, as far as any part of it or its HTML says. */
export function suggestedCharset(root: MailPart): string | undefined {
  const stack = [root];
  let pages = MAX_PAGES_SEARCHED;
  for (let part = stack.pop(); part; part = stack.pop()) {
    const { type, parameters, encoding } = part.content;
    const label =
      parameters.get("charset") ??
      (type === "text/html" && pages-- > 0
        ? metaCharset(decodeTransfer(part.body.subarray(0, CHARSET_SEARCH_BYTES), encoding))
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
function extractPreamble(part: MailPart, { hint, remainingRetries: retries, links }: Extraction): string {
  const { parameters, encoding } = part.content;
  const type = part.content.type.startsWith("multipart/") ? part.content.type : "multipart/mixed";
  const bytes = decodeTransfer(part.body, encoding);
  const boundary = part.children.length === 0 && retries > 0 ? findBoundary(toLatin1(bytes)) : undefined;
  if (
    boundary !== undefined &&
    (boundary !== parameters.get("boundary") || type !== part.content.type || bytes !== part.body)
  ) {
    const reader = createMimeParser();
    const quoted = boundary.replace(/["\\]/g, "\\$&");
    reader.write(Buffer.from(`Content-Type: ${type}; boundary="${quoted}"\n\n`, "latin1"));
    reader.write(bytes);
    const { body, links: found } = extractBody(reader.end(), hint, retries - 1);
    links.push(...found);
    if (body !== "") return body;
  }
  return dropInlineFiles(normalizeLineEnds(decodeText(bytes, { hint }))).trim();
}

/** A delimiter is known by the part's header below it. */
function findBoundary(text: string): string | undefined {
  return /(?:^|\n)--([^\r\n]{1,200})\r?\n(?:[\w-]+:[^\n]*\n){0,8}?content-[a-z-]+:/i.exec(text)?.[1]?.trimEnd();
}
