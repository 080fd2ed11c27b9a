import { extractText, findLinks, mergeLinks, removeHidden, type VisibleLink } from "@frontdesk/visible";
import { decodeText } from "../charsets/decode-text.ts";
import { toLatin1 } from "../charsets/shift-encodings.ts";
import { isMarkupType, isTextType } from "../header/header-block.ts";
import { createMimeParser } from "../mime/mime-parser.ts";
import type { MailPart } from "../mime/mime-part.ts";
import { decodeTransfer } from "../mime/transfer-encoding.ts";
import { enrichedToText, richToText } from "./enriched-text.ts";
import { htmlToText, MAX_CONVERTED_LENGTH } from "./html-text.ts";
import { dropInlineFiles, normalizeLineEnds, unflow } from "./plain-text.ts";

/** Text of one leaf, or of one set of alternatives. */
interface Section {
  type: "plain" | "rich";
  source: string;
  /** Whether the part was truncated. */
  isTruncated: boolean;
  /** Converts to text. Lazy: converting HTML is expensive, and the section may not be shown. */
  convert(source: string, maxLength: number): string;
}

interface Extraction {
  /** Charset that other parts of the mail suggest. */
  hint: string | undefined;
  /** Whether to include fallback parts, because the mail has no other text. */
  isFallback: boolean;
  /** How often a multipart may still be parsed again with a boundary found in its text. */
  remainingRetries: number;
  /** Links found so far, including links of alternatives that are not shown. */
  links: VisibleLink[];
  /** Tags that may still be read; shared by all parts, so that many parts cost no more than one. */
  remainingTags: number;
}

interface ExtractedBody {
  body: string;
  links: VisibleLink[];
  truncated?: true;
}

const MAX_TAGS = 20_000;

/** Extracts the text of a mail: plain text, else HTML converted to text, else any text in it. */
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

/** Notice of old mailers for clients without MIME. */
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
  const text = isPage ? removeHidden(decoded, { maxTags: extraction.remainingTags }) : decoded;
  if (isBlank(text)) return [];
  if (isPage) {
    const { links, tagCount: tags } = extractText(text, { maxTags: extraction.remainingTags });
    extraction.links.push(...links);
    extraction.remainingTags -= tags;
  } else extraction.links.push(...findLinks(text));
  const convert = isMultipart ? undefined : CONVERTERS[type];
  return [
    convert
      ? { type: "rich", source: text, convert, isTruncated: part.isTruncated === true }
      : plainSection(text, part.isTruncated),
  ];
}

/** Returns whether a part with a text type contains the boundary of a multipart. */
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

/** Some plain alternatives only ask for a mail client with HTML. */
const STUB_TEXT = /\bhtml\b/i;
const MAX_STUB_LENGTH = 400;

/** Characters of a text that are compared. */
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

/** Joins the sections. Skips HTML next to plain text, such as a list footer, unless it adds new words. */
function joinSections(pieces: Section[]): { text: string; isCut: boolean } {
  const plain = pieces.filter((piece) => piece.type === "plain");
  const words =
    plain.length > 0 && plain.length < pieces.length ? wordsOf(plain.map(({ source }) => source).join("\n")) : null;
  const texts: string[] = [];
  // Shared by all sections, so that many cost no more than one.
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

/** Encoded bytes of a page to search for a charset. */
const CHARSET_SEARCH_BYTES = 16 * 1024;

/** HTML parts to search for a charset; further ones rarely name another. */
const MAX_PAGES_SEARCHED = 10;

/** Returns the first charset that a part's header or an HTML `<meta>` names. */
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
 * Returns the text before the first part of a multipart. If the multipart has no parts, it may use another boundary than
 * declared, or contain plain text; neither must be lost.
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

/** Finds a delimiter line by the part header after it. */
function findBoundary(text: string): string | undefined {
  return /(?:^|\n)--([^\r\n]{1,200})\r?\n(?:[\w-]+:[^\n]*\n){0,8}?content-[a-z-]+:/i.exec(text)?.[1]?.trimEnd();
}
