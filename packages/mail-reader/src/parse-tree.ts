import { mergeLinks, type VisibleLink } from "@frontdesk/visible";
import { decodeWords, firstWordCharset } from "./header/encoded-words.ts";
import { firstFieldValue, isMarkupType, isTextType } from "./header/header-block.ts";
import { parseSender } from "./header/sender.ts";
import { type MailPart, walkParts } from "./mime/mime-part.ts";
import { extractBody } from "./text/body.ts";
import { decodeLeaf, readLeaf, suggestedCharset } from "./text/leaf-text.ts";

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

/**
 * Bytes of text, of these in HTML, and parts. A mail within the limits parses in a few milliseconds, with HTML in up to twenty. A
 * quick parse reads no more bytes and parts of any mail.
 */
const QUICK_PARSE_LIMITS = { textBytes: 32 * 1024, htmlBytes: 8 * 1024, parts: 100 };

/** Returns whether parsing on this thread would noticeably delay other requests. Attachments, whose bodies are not kept, do not count. */
export function isExpensive(root: MailPart): boolean {
  let textBytes = 0;
  let htmlBytes = 0;
  let partCount = 0;
  for (const { content, body } of walkParts(root)) {
    partCount += 1;
    textBytes += body.length;
    if (content.type === "text/html") htmlBytes += body.length;
  }
  const limits = QUICK_PARSE_LIMITS;
  return textBytes > limits.textBytes || htmlBytes > limits.htmlBytes || partCount > limits.parts;
}

/** Parses a mail's tree of parts to what is stored: subject, sender, text and links. */
export function parseTree(root: MailPart, envelope: Envelope): ParsedMail {
  const { subject, sender, headerCharset, hint: charsetOfParts } = parseMainHeader(root, envelope);
  // For an unlabelled body, an encoded word in the header is a better clue than the label of another part.
  return { subject, sender, ...extractBody(root, headerCharset ?? charsetOfParts) };
}

/** Parses within a few milliseconds, because it decodes only the first 32 KiB of text in 100 parts. The rest counts as truncated. */
export function parseTreeQuickly(root: MailPart, envelope: Envelope): ParsedMail {
  const { subject, sender, hint } = parseMainHeader(root, envelope);
  const parts = [...walkParts(root)].filter(({ body }) => body.length > 0);
  const textParts = parts.filter(({ content, isNested }) => isTextType(content.type) && !isNested);
  // A mail without regular text shows fallback text, such as that of a forwarded mail.
  const shownParts = textParts.length > 0 ? textParts : parts;
  let remainingBytes = QUICK_PARSE_LIMITS.textBytes;
  const texts: string[] = [];
  const links: VisibleLink[] = [];
  for (const part of shownParts.slice(0, QUICK_PARSE_LIMITS.parts)) {
    if (remainingBytes <= 0) break;
    const isCut = part.body.length > remainingBytes;
    const decoded = decodeLeaf({ ...part, body: part.body.subarray(0, remainingBytes) }, hint);
    const { type } = part.content;
    const leaf = readLeaf(type, isCut ? dropPartialWord(decoded, { hasTags: isMarkupType(type) }) : decoded);
    remainingBytes -= part.body.length;
    texts.push(leaf.text.trim());
    links.push(...leaf.links);
  }
  const body = texts.filter((text) => text !== "").join("\n\n");
  const textBytes = shownParts.reduce((sum, { body: { length } }) => sum + length, 0);
  const skipsText = textBytes > QUICK_PARSE_LIMITS.textBytes || shownParts.length > QUICK_PARSE_LIMITS.parts;
  const isTruncated = skipsText || [root, ...shownParts].some((part) => part.isTruncated);
  return {
    subject,
    sender,
    body,
    links: mergeLinks(links),
    ...(isTruncated && { truncated: true }),
  };
}

/** ASCII characters of links and codes, without the `>` that ends a tag. In scripts without blanks, a word can end anywhere. */
const WORD_CHARACTER = /[!-=?-~]/;

/** Drops the word or tag in which the text was cut: half a link or code is worse than none. In plain text a `<` begins no tag. */
function dropPartialWord(text: string, { hasTags }: { hasTags: boolean }): string {
  const lastTagStart = text.lastIndexOf("<");
  const endsInsideTag = hasTags && lastTagStart > text.lastIndexOf(">");
  let end = endsInsideTag ? lastTagStart : text.length;
  while (end > 0 && WORD_CHARACTER.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

/**
 * Parses subject and sender. Also returns the charset of their encoded words, and `hint`: the charset to try for text that names
 * none.
 */
function parseMainHeader(root: MailPart, envelope: Envelope) {
  const subject = firstFieldValue(root.fields, "subject") ?? "";
  const from = firstFieldValue(root.fields, "from");
  const headerCharset = firstWordCharset(`${subject} ${from ?? ""}`);
  // Header bytes whose charset is not named usually use that of the text, else of an encoded word in the same header.
  const hint = suggestedCharset(root) ?? headerCharset;
  return {
    headerCharset,
    hint,
    subject: decodeWords(subject.slice(0, MAX_SUBJECT_LENGTH), { hint })
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
    sender: parseSender(from, envelope.sender, { hint }),
  };
}
