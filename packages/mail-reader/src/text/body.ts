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
  /** Converts `source` to text. Lazy: converting HTML is expensive, and the section may not be shown. */
  convert(source: string, maxLength: number): string;
}

/** State shared by all parts of a mail while its text is extracted. */
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

/**
 * Extracts the text of a mail: plain text, else HTML converted to text, else any text in it.
 *
 * @param retries how often a multipart may be parsed again with a boundary found in its text
 */
export function extractBody(root: MailPart, hint: string | undefined, retries = 2): ExtractedBody {
  const limits = { hint, remainingRetries: retries, remainingTags: MAX_TAGS };
  const regular = extractParts(root, { ...limits, isFallback: false, links: [] });
  return regular.body === "" ? extractParts(root, { ...limits, isFallback: true, links: [] }) : regular;
}

function extractParts(root: MailPart, extraction: Extraction): ExtractedBody {
  const { text, isTruncated } = joinSections(toSections(root, extraction));
  const links = mergeLinks(extraction.links);
  return { body: text, links, ...((isTruncated || root.isTruncated) && { truncated: true }) };
}

/** Notice of old mailers for clients without MIME. */
const MIME_NOTICE = /\bMIME\b/i;

/** Returns the sections of a part and its children, and adds their links to the extraction. */
function toSections(part: MailPart, extraction: Extraction): Section[] {
  const { type } = part.content;
  if (part.children.length === 0) return toLeafSections(part, extraction);
  const sectionsOfChildren = part.children.map((child) => toSections(child, extraction));
  if (type === "multipart/alternative") return chooseAlternative(sectionsOfChildren);
  const sections = sectionsOfChildren.flat();
  // Mail clients hide the text before the first part.
  const preamble = extraction.isFallback ? extractPreamble(part, extraction) : "";
  if (preamble === "" || MIME_NOTICE.test(preamble)) return sections;
  return [plainSection(preamble, part.isTruncated), ...sections];
}

/** Returns the section of a part without children, or none if it has no text to show. */
function toLeafSections(part: MailPart, extraction: Extraction): Section[] {
  const { type, disposition } = part.content;
  const { isFallback } = extraction;
  const isMultipart = type.startsWith("multipart/") || isDisguisedMultipart(part);
  const isRegularText = isTextType(type) && !part.isNested && (disposition !== "attachment" || isFallback);
  if (!isRegularText && !isMultipart && !isFallback) return [];
  const isHtml = type === "text/html" && !isMultipart;
  const decoded = isMultipart ? extractPreamble(part, extraction) : decodeLeaf(part, extraction.hint);
  const text = isHtml ? removeHidden(decoded, { maxTags: extraction.remainingTags }) : decoded;
  if (isBlank(text)) return [];
  if (isHtml) {
    const { links, tagCount } = extractText(text, { maxTags: extraction.remainingTags });
    extraction.links.push(...links);
    extraction.remainingTags -= tagCount;
  } else extraction.links.push(...findLinks(text));
  const convert = isMultipart ? undefined : CONVERTERS[type];
  if (!convert) return [plainSection(text, part.isTruncated)];
  return [{ type: "rich", source: text, convert, isTruncated: part.isTruncated === true }];
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

function plainSection(source: string, isTruncated = false): Section {
  return { type: "plain", source, isTruncated, convert: (text) => text };
}

/** Some plain alternatives only ask for a mail client with HTML. */
const STUB_TEXT = /\bhtml\b/i;
const MAX_STUB_LENGTH = 400;

/** Characters of a text to compare by words. */
const MAX_COMPARED_LENGTH = 100_000;

/** Chooses from the alternatives of a multipart: all different plain texts, or HTML if there are none or they only ask for it. */
function chooseAlternative(alternatives: Section[][]): Section[] {
  const plainSections = alternatives.flat().filter((section) => section.type === "plain");
  const richAlternative =
    alternatives.find((sections) => sections.some(({ convert }) => convert === htmlToText)) ??
    alternatives.find((sections) => sections.length > 0) ??
    [];
  if (plainSections.length === 0) return richAlternative;
  const text = [...new Set(plainSections.map(({ source }) => source.trim()))].join("\n\n");
  const isStub = text.length <= MAX_STUB_LENGTH && STUB_TEXT.test(text.replace(/https?:\S+/g, ""));
  const isTruncated = plainSections.some((section) => section.isTruncated);
  const richSections = richAlternative.filter((section) => section.type === "rich");
  return [plainSection(text, isTruncated), ...(isStub ? richSections : [])];
}

/** Joins the sections. Skips HTML next to plain text, such as a list footer, unless it adds new words. */
function joinSections(sections: Section[]): { text: string; isTruncated: boolean } {
  const plainSections = sections.filter((section) => section.type === "plain");
  const isMixed = plainSections.length > 0 && plainSections.length < sections.length;
  const plainWords = isMixed ? wordsOf(plainSections.map(({ source }) => source).join("\n")) : null;
  const texts: string[] = [];
  // Shared by all sections, so that many cost no more than one.
  let remainingLength = MAX_CONVERTED_LENGTH;
  let isTruncated = false;
  for (const section of sections) {
    const { type, source, convert } = section;
    const text = convert(source, remainingLength);
    if (type === "rich") remainingLength -= source.length;
    if (type === "rich" && plainWords && !hasNewWords(plainWords, text)) continue;
    const trimmed = text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
    if (trimmed === "") continue;
    texts.push(trimmed);
    isTruncated ||= section.isTruncated;
  }
  return { text: texts.join("\n\n"), isTruncated };
}

/** Returns whether more than a fifth of the text's words are not among `knownWords`. */
function hasNewWords(knownWords: Set<string>, text: string): boolean {
  const textWords = [...wordsOf(text)];
  return textWords.filter((word) => !knownWords.has(word)).length > textWords.length * 0.2;
}

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .slice(0, MAX_COMPARED_LENGTH)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
}

/** Decodes the body of a part without children. Plain text loses flowed line breaks and embedded files. */
function decodeLeaf(part: MailPart, hint: string | undefined): string {
  const { type, parameters, encoding } = part.content;
  const bytes = decodeTransfer(part.body, encoding);
  const label = parameters.get("charset");
  if (type === "text/html") return decodeText(bytes, { label: label ?? metaCharset(bytes), hint });
  const text = normalizeLineEnds(decodeText(bytes, { label, hint }));
  if (isMarkupType(type)) return text;
  const isFlowed = parameters.get("format")?.toLowerCase() === "flowed";
  const unflowed = isFlowed ? unflow(text, parameters.get("delsp")?.toLowerCase() === "yes") : text;
  return dropInlineFiles(unflowed);
}

/** Encoded bytes of a page to search for a charset. */
const CHARSET_SEARCH_BYTES = 16 * 1024;

/** HTML parts to search for a charset; further ones rarely name another. */
const MAX_PAGES_SEARCHED = 10;

/** Returns the first charset that a part's header or an HTML `<meta>` names. */
export function suggestedCharset(root: MailPart): string | undefined {
  const stack = [root];
  let searchedPages = 0;
  for (let part = stack.pop(); part; part = stack.pop()) {
    const { type, parameters, encoding } = part.content;
    const headerCharset = parameters.get("charset");
    if (headerCharset !== undefined) return headerCharset;
    if (type === "text/html" && searchedPages < MAX_PAGES_SEARCHED) {
      searchedPages += 1;
      const pageCharset = metaCharset(decodeTransfer(part.body.subarray(0, CHARSET_SEARCH_BYTES), encoding));
      if (pageCharset !== undefined) return pageCharset;
    }
    stack.push(...part.children.toReversed());
  }
  return undefined;
}

/** Returns the charset that a `<meta>` tag at the beginning of a page names. */
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
function extractPreamble(part: MailPart, { hint, remainingRetries, links }: Extraction): string {
  const { parameters, encoding } = part.content;
  const type = part.content.type.startsWith("multipart/") ? part.content.type : "multipart/mixed";
  const bytes = decodeTransfer(part.body, encoding);
  const mayRetry = part.children.length === 0 && remainingRetries > 0;
  const boundary = mayRetry ? findBoundary(toLatin1(bytes)) : undefined;
  // With the same boundary, type and bytes the result would be the same.
  const differs = boundary !== parameters.get("boundary") || type !== part.content.type || bytes !== part.body;
  if (boundary !== undefined && differs) {
    const parser = createMimeParser();
    const escapedBoundary = boundary.replace(/["\\]/g, "\\$&");
    parser.write(Buffer.from(`Content-Type: ${type}; boundary="${escapedBoundary}"\n\n`, "latin1"));
    parser.write(bytes);
    const extracted = extractBody(parser.end(), hint, remainingRetries - 1);
    links.push(...extracted.links);
    if (extracted.body !== "") return extracted.body;
  }
  return dropInlineFiles(normalizeLineEnds(decodeText(bytes, { hint }))).trim();
}

/** Returns the boundary of the first delimiter line, which is recognized by the part header after it. */
function findBoundary(text: string): string | undefined {
  return /(?:^|\n)--([^\r\n]{1,200})\r?\n(?:[\w-]+:[^\n]*\n){0,8}?content-[a-z-]+:/i.exec(text)?.[1]?.trimEnd();
}
