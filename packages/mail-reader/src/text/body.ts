import { findLinks, mergeLinks, type VisibleLink } from "@frontdesk/visible";
import { decodeText } from "../charsets/decode-text.ts";
import { toLatin1 } from "../charsets/shift-encodings.ts";
import { isMarkupType, isTextType } from "../header/header-block.ts";
import { createMimeParser, isMessageType } from "../mime/mime-parser.ts";
import type { MailPart } from "../mime/mime-part.ts";
import { decodeTransfer } from "../mime/transfer-encoding.ts";
import { decodeLeaf, readLeaf } from "./leaf-text.ts";
import { dropInlineFiles, normalizeLineEnds } from "./plain-text.ts";
import { chooseAlternative, joinSections, type Section } from "./sections.ts";

/** State shared by all parts of a mail while its text is extracted. */
interface Extraction {
  /** Charset that other parts of the mail suggest. */
  hint: string | undefined;
  /** Whether to include fallback parts, because the mail has no other text. */
  isFallback: boolean;
  /** How often bytes may still be parsed again: a multipart with another boundary, or an encoded message. */
  remainingRetries: number;
  /** Links found so far, including links of alternatives that are not shown. */
  links: VisibleLink[];
}

interface ExtractedBody {
  body: string;
  links: VisibleLink[];
  truncated?: true;
}

/**
 * Extracts the text of a mail: plain text, else HTML converted to text, else any text in it. `hint`: charset of unlabelled text.
 * `remainingRetries`: how often a part may still be parsed as a mail of its own, as each can contain another.
 */
export function extractBody(root: MailPart, hint: string | undefined, remainingRetries = 2): ExtractedBody {
  const regular = extractParts(root, { hint, remainingRetries, isFallback: false, links: [] });
  // Else only attachments, forwarded mail or text outside of parts can have words. All links are collected again.
  if (regular.body !== "") return regular;
  return extractParts(root, { hint, remainingRetries, isFallback: true, links: [] });
}

/** Joins the texts of the parts that are shown, and merges the links of all. Links are collected in `extraction`. */
function extractParts(root: MailPart, extraction: Extraction): ExtractedBody {
  const { text, isTruncated } = joinSections(toSections(root, extraction));
  const links = mergeLinks(extraction.links);
  // The root is also truncated if the mail has more parts than are read.
  return { body: text, links, ...((isTruncated || root.isTruncated) && { truncated: true }) };
}

/** Notice for old programs, not for people, such as `This is a multi-part message in MIME format`. */
const MIME_NOTICE = /\bMIME\b/i;

/** Returns the sections of a part and its children, and adds their links to the extraction. */
function toSections(part: MailPart, extraction: Extraction): Section[] {
  const { type } = part.content;
  if (part.children.length === 0) return toLeafSections(part, extraction);
  if (type === "multipart/alternative")
    return chooseAlternative(part.children.map((child) => toSections(child, extraction)));
  // Mail clients hide the text before the first part, so it counts only in the second pass (`isFallback`), if there is no other text. It
  // never counts if it speaks of MIME, as the usual "This is a multi-part message in MIME format" does.
  const preamble = extraction.isFallback ? extractPreamble(part, extraction) : "";
  const shownPreamble = MIME_NOTICE.test(preamble) ? "" : preamble;
  // Before those of the parts, as in the text.
  extraction.links.push(...findLinks(shownPreamble));
  const sections = part.children.flatMap((child) => toSections(child, extraction));
  return [...toSection(part, "plain", shownPreamble), ...sections];
}

/**
 * Returns the section of a part without children, or none if it has no text to show. Attachments and forwarded mail are shown only in the
 * second pass (`isFallback`), if the mail has no other text.
 */
function toLeafSections(part: MailPart, extraction: Extraction): Section[] {
  const { type, disposition } = part.content;
  const { isFallback, links } = extraction;
  const isMultipartWithoutParts = type.startsWith("multipart/") || isDisguisedMultipart(part);
  if (isMultipartWithoutParts) {
    const preamble = extractPreamble(part, extraction);
    links.push(...findLinks(preamble));
    return toSection(part, "plain", preamble);
  }
  const isRegularText = isTextType(type) && !part.isNested && disposition !== "attachment";
  if (!isRegularText && !isFallback) return [];
  // A forwarded message without children is encoded, or beyond a limit of the parser: it is parsed only here.
  if (isMessageType(type)) return toSection(part, "plain", extractEncodedMessage(part, extraction));
  const leaf = readLeaf(type, decodeLeaf(part, extraction.hint));
  links.push(...leaf.links);
  return toSection(part, sectionType(type), leaf.text);
}

function sectionType(type: string): Section["type"] {
  if (type === "text/html") return "html";
  return isMarkupType(type) ? "enriched" : "plain";
}

/** Returns a section with the text of a part, or none if nothing in it is visible. */
function toSection(part: MailPart, type: Section["type"], text: string): Section[] {
  const isBlank = !/[^\s\p{Cf}]/u.test(text);
  return isBlank ? [] : [{ type, text, isTruncated: part.isTruncated === true }];
}

/** Returns whether a part is labelled as text but contains the boundary of a multipart. */
function isDisguisedMultipart({ content, body }: MailPart): boolean {
  const boundary = content.parameters.get("boundary");
  if (!boundary || !isTextType(content.type)) return false;
  return body.includes(`--${boundary}\n`);
}

/**
 * Returns the text of a multipart that is in none of its parts: of one with parts, the text before the first (called only if the mail has
 * no other text). A part counts as a multipart without parts if none were found, or if it is labelled as text but contains a boundary.
 * Its body is parsed again by the boundary that it really uses; without one, all of it is plain text.
 */
function extractPreamble(part: MailPart, extraction: Extraction): string {
  const bytes = decodeTransfer(part.body, part.content.encoding);
  const hasParts = part.children.length > 0;
  const textOfFoundParts = hasParts ? "" : extractPartsByFoundBoundary(part, bytes, extraction);
  if (textOfFoundParts !== "") return textOfFoundParts;
  return dropInlineFiles(normalizeLineEnds(decodeText(bytes, { hint: extraction.hint }))).trim();
}

/**
 * Parses the decoded bytes of a multipart again, in which the parser found no parts: it may use another boundary than declared, have a
 * wrong type, or be in a transfer encoding. Returns the text of its parts, or "" if it still has none.
 */
function extractPartsByFoundBoundary(part: MailPart, decodedBytes: Buffer, extraction: Extraction): string {
  const { parameters, type: declaredType } = part.content;
  const type = declaredType.startsWith("multipart/") ? declaredType : "multipart/mixed";
  const boundary = findBoundary(toLatin1(decodedBytes));
  const wasDecoded = decodedBytes !== part.body;
  // With the same boundary, type and bytes the parser would find no part again, and return here until no retry is left.
  const differs = boundary !== parameters.get("boundary") || type !== declaredType || wasDecoded;
  if (boundary === undefined || !differs) return "";
  const escapedBoundary = boundary.replace(/["\\]/g, "\\$&");
  return extractAgain(`Content-Type: ${type}; boundary="${escapedBoundary}"\n\n`, decodedBytes, extraction);
}

/** Returns the boundary of the first delimiter line, which is recognized by the part header after it. */
function findBoundary(text: string): string | undefined {
  return /(?:^|\n)--([^\r\n]{1,200})\r?\n(?:[\w-]+:[^\n]*\n){0,8}?content-[a-z-]+:/i.exec(text)?.[1]?.trimEnd();
}

/** Returns the text of a forwarded message in a transfer encoding. RFC 2046 forbids the encoding, but mailers use it. */
function extractEncodedMessage({ body, content }: MailPart, extraction: Extraction): string {
  return extractAgain("", decodeTransfer(body, content.encoding), extraction);
}

/**
 * Parses bytes as a mail of their own, after `header`: an encoded message, or a multipart in which the parser found no parts. `hint`: the
 * charset to try for unlabelled text. Returns "" if the mail has been parsed again too often.
 */
function extractAgain(header: string, bytes: Buffer, { hint, remainingRetries, links }: Extraction): string {
  if (remainingRetries <= 0) return "";
  const parser = createMimeParser();
  parser.write(Buffer.from(header, "latin1"));
  parser.write(bytes);
  const extracted = extractBody(parser.end(), hint, remainingRetries - 1);
  links.push(...extracted.links);
  return extracted.body;
}
