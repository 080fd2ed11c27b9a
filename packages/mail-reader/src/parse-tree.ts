import { extractText, findLinks, mergeLinks, removeHidden, type VisibleLink } from "@frontdesk/visible";
import { decodeText } from "./charsets/decode-text.ts";
import { decodeWords, firstWordCharset } from "./header/encoded-words.ts";
import { firstFieldValue, isTextType } from "./header/header-block.ts";
import { parseSender } from "./header/sender.ts";
import type { MailPart } from "./mime/mime-part.ts";
import { decodeTransfer } from "./mime/transfer-encoding.ts";
import { extractBody, suggestedCharset } from "./text/body.ts";
import { stripTags } from "./text/strip-tags.ts";

/** Parsed mail, as it is stored. */
export interface ParsedMail {
  subject: string;
  /** `Name <a@b>`, or the address alone. */
  sender: string;
  body: string;
  /** Unique links of all visible parts, never truncated. */
  links: VisibleLink[];
  /** Set if the mail's text is longer than `body`. */
  truncated?: true;
}

/** SMTP envelope of a mail. */
export interface Envelope {
  sender: string;
}

const MAX_SUBJECT_LENGTH = 8192;
const MAX_QUICK_TAGS = 2_000;
const MAX_QUICK_PARTS = 100;

/** A mail within these limits parses in a few milliseconds, with HTML in up to twenty. */
const QUICK_PARSE_LIMITS = { text: 32 * 1024, html: 8 * 1024, parts: 100 };

/** Returns whether parsing on the main thread would noticeably delay other requests. */
export function isExpensive(root: MailPart): boolean {
  let text = 0;
  let html = 0;
  let parts = 0;
  for (const { content, body } of walkParts(root)) {
    parts += 1;
    text += body.length;
    if (content.type === "text/html") html += body.length;
  }
  return text > QUICK_PARSE_LIMITS.text || html > QUICK_PARSE_LIMITS.html || parts > QUICK_PARSE_LIMITS.parts;
}

/** Parses the complete tree of a mail. */
export function parseTree(root: MailPart, envelope: Envelope): ParsedMail {
  const { subject, sender, named, hint } = parseMainHeader(root, envelope);
  return { subject, sender, ...extractBody(root, named ?? hint) };
}

/** Parses within a few milliseconds: takes only the beginning of the texts, and drops markup. */
export function parseTreeQuickly(root: MailPart, envelope: Envelope): ParsedMail {
  const { subject, sender, hint } = parseMainHeader(root, envelope);
  const parts = [...walkParts(root)].filter(({ body }) => body.length > 0);
  const readable = parts.filter(({ content, isNested }) => isTextType(content.type) && !isNested);
  const shownParts = readable.length > 0 ? readable : parts;
  let remainingBytes = QUICK_PARSE_LIMITS.text;
  const texts: string[] = [];
  const links: VisibleLink[] = [];
  for (const { content, body } of shownParts.slice(0, MAX_QUICK_PARTS)) {
    if (remainingBytes <= 0) break;
    const bytes = decodeTransfer(body.subarray(0, remainingBytes), content.encoding);
    const decoded = decodeText(bytes, { label: content.parameters.get("charset"), hint });
    const text = body.length > remainingBytes ? dropPartialWord(decoded) : decoded;
    remainingBytes -= body.length;
    if (content.type.startsWith("text/plain")) {
      texts.push(text.trim());
      continue;
    }
    const page = removeHidden(text, { maxTags: MAX_QUICK_TAGS });
    texts.push(stripTags(page));
    links.push(...extractText(page, { maxTags: MAX_QUICK_TAGS }).links);
  }
  const body = texts.filter((text) => text !== "").join("\n\n");
  const isCut =
    remainingBytes < 0 ||
    shownParts.length > MAX_QUICK_PARTS ||
    root.isTruncated === true ||
    shownParts.some((part) => part.isTruncated);
  return {
    subject,
    sender,
    body,
    links: mergeLinks([...links, ...findLinks(body)]),
    ...(isCut && { truncated: true }),
  };
}

/** ASCII characters of links and codes. Other scripts may have no blanks, so a word can end anywhere there. */
const IN_WORD = /[!-=?-~]/;

/** Drops the word or tag in which the text was cut: half a link or code is worse than none. */
function dropPartialWord(text: string): string {
  const tag = text.lastIndexOf("<");
  const whole = tag > text.lastIndexOf(">") ? text.slice(0, tag) : text;
  let end = whole.length;
  while (end > 0 && IN_WORD.test(whole[end - 1] ?? "")) end -= 1;
  return whole.slice(0, end);
}

function parseMainHeader(root: MailPart, envelope: Envelope) {
  const subject = firstFieldValue(root.fields, "subject") ?? "";
  const from = firstFieldValue(root.fields, "from");
  // Unlabelled header bytes usually use the charset of the text, else of an encoded word in the same header.
  const named = firstWordCharset(`${subject} ${from ?? ""}`);
  const hint = suggestedCharset(root) ?? named;
  return {
    named,
    hint,
    subject: decodeWords(subject.slice(0, MAX_SUBJECT_LENGTH), { hint })
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
    sender: parseSender(from, envelope.sender, { hint }),
  };
}

/** Yields all parts in document order. Not recursive, because the sender controls the depth of the tree. */
function* walkParts(root: MailPart): Generator<MailPart> {
  const stack = [root];
  for (let part = stack.pop(); part; part = stack.pop()) {
    yield part;
    stack.push(...part.children.toReversed());
  }
}
