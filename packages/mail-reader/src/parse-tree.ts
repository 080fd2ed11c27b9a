import { type Link, linksInText, mergeLinks, readVisible, withoutHidden } from "@frontdesk/visible";
import { decodeText } from "./charsets/decode-text.ts";
import { decodeWords, firstWordCharset } from "./header/encoded-words.ts";
import { firstFieldValue, isTextType } from "./header/header-block.ts";
import { parseSender } from "./header/sender.ts";
import type { MailPart } from "./mime/mime-part.ts";
import { decodeTransfer } from "./mime/transfer-encoding.ts";
import { extractBody, suggestedCharset } from "./text/body.ts";
import { stripTags } from "./text/strip-tags.ts";

/** What is kept of a mail. */
export interface ParsedMail {
  subject: string;
  /** `Name <a@b>`, or the address alone. */
  sender: string;
  body: string;
  /** What a person can follow, from every part that is shown in one way or another; each whole, each once. */
  links: Link[];
  /** Set if the mail's text is longer than `body`. */
  truncated?: true;
}

/** What the SMTP dialogue says about a mail, beside the mail itself. */
export interface Envelope {
  sender: string;
}

const MAX_SUBJECT_LENGTH = 8192;
const MAX_QUICK_TAGS = 2_000;
const MAX_QUICK_PARTS = 100;

/** So many bytes of text are read in a few milliseconds, whatever they are; of HTML, in twenty. */
const QUICK_PARSE_LIMITS = { text: 32 * 1024, html: 8 * 1024, parts: 100 };

/** Whether reading a mail could hold up everyone else's for longer than they should notice. */
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

/** Reads a mail, once all of it has come. */
export function parseTree(root: MailPart, envelope: Envelope): ParsedMail {
  const { subject, sender, named, hint } = parseMainHeader(root, envelope);
  return { subject, sender, ...extractBody(root, named ?? hint) };
}

/** Reads what can be had in a few milliseconds: the beginning of the texts, tags and all other marks merely dropped. */
export function parseTreeQuickly(root: MailPart, envelope: Envelope): ParsedMail {
  const { subject, sender, hint } = parseMainHeader(root, envelope);
  const parts = [...walkParts(root)].filter(({ body }) => body.length > 0);
  const readable = parts.filter(({ content, isNested }) => isTextType(content.type) && !isNested);
  const shown = readable.length > 0 ? readable : parts;
  let remainingBytes = QUICK_PARSE_LIMITS.text;
  const texts: string[] = [];
  const links: Link[] = [];
  for (const { content, body } of shown.slice(0, MAX_QUICK_PARTS)) {
    if (remainingBytes <= 0) break;
    const bytes = decodeTransfer(body.subarray(0, remainingBytes), content.encoding);
    const decoded = decodeText(bytes, { label: content.parameters.get("charset"), hint });
    const text = body.length > remainingBytes ? dropPartialWord(decoded) : decoded;
    remainingBytes -= body.length;
    if (content.type.startsWith("text/plain")) {
      texts.push(text.trim());
      continue;
    }
    const page = withoutHidden(text, { tags: MAX_QUICK_TAGS });
    texts.push(stripTags(page));
    links.push(...readVisible(page, { tags: MAX_QUICK_TAGS }).links);
  }
  const body = texts.filter((text) => text !== "").join("\n\n");
  const isCut =
    remainingBytes < 0 ||
    shown.length > MAX_QUICK_PARTS ||
    root.isTruncated === true ||
    shown.some((part) => part.isTruncated);
  return {
    subject,
    sender,
    body,
    links: mergeLinks([...links, ...linksInText(body)]),
    ...(isCut && { truncated: true }),
  };
}

/** Characters of links and codes. Scripts without blanks are full of words that end anywhere. */
const IN_WORD = /[!-=?-~]/;

/** Drops the word or tag in which the text was cut: half a link or half a code is worse than none. */
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
  // Header bytes without a charset of their own are in the text's, else in the one an encoded word beside them names.
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

/** The mail and what is in it, in order and without recursion: the tree is as deep as the sender likes. */
function* walkParts(root: MailPart): Generator<MailPart> {
  const stack = [root];
  for (let part = stack.pop(); part; part = stack.pop()) {
    yield part;
    stack.push(...part.children.toReversed());
  }
}
