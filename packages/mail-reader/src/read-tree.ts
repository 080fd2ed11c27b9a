import { type Link, linksInText, mergeLinks, readVisible, withoutHidden } from "@frontdesk/visible";
import { readText } from "./charsets/read-text.ts";
import { decodeWords, namedCharset } from "./header/encoded-words.ts";
import { firstValue, isReadable } from "./header/header-block.ts";
import { readSender } from "./header/sender.ts";
import type { Part } from "./mime/mime-part.ts";
import { decodeTransfer } from "./mime/transfer-encoding.ts";
import { readBody, suggestedCharset } from "./text/body.ts";
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

const MAX_SUBJECT = 8192;
const MAX_PLAIN_TAGS = 2_000;
const MAX_PLAIN_PARTS = 100;

/** So many bytes of text are read in a few milliseconds, whatever they are; of HTML, in twenty. */
const CHEAP = { text: 32 * 1024, html: 8 * 1024, parts: 100 };

/** Whether reading a mail could hold up everyone else's for longer than they should notice. */
export function isDear(root: Part): boolean {
  let text = 0;
  let html = 0;
  let parts = 0;
  for (const { content, body } of partsOf(root)) {
    parts += 1;
    text += body.length;
    if (content.type === "text/html") html += body.length;
  }
  return text > CHEAP.text || html > CHEAP.html || parts > CHEAP.parts;
}

/** Reads a mail, once all of it has come. */
export function readTree(root: Part, envelope: Envelope): ParsedMail {
  const { subject, sender, named, hint } = readHead(root, envelope);
  return { subject, sender, ...readBody(root, named ?? hint) };
}

/** Reads what can be had in a few milliseconds: the beginning of the texts, tags and all other marks merely dropped. */
export function readTreePlainly(root: Part, envelope: Envelope): ParsedMail {
  const { subject, sender, hint } = readHead(root, envelope);
  const parts = [...partsOf(root)].filter(({ body }) => body.length > 0);
  const readable = parts.filter(({ content, isNested }) => isReadable(content.type) && !isNested);
  const shown = readable.length > 0 ? readable : parts;
  let room = CHEAP.text;
  const texts: string[] = [];
  const links: Link[] = [];
  for (const { content, body } of shown.slice(0, MAX_PLAIN_PARTS)) {
    if (room <= 0) break;
    const bytes = decodeTransfer(body.subarray(0, room), content.encoding);
    const decoded = readText(bytes, { label: content.parameters.get("charset"), hint });
    const text = body.length > room ? withoutPartialEnd(decoded) : decoded;
    room -= body.length;
    if (content.type.startsWith("text/plain")) {
      texts.push(text.trim());
      continue;
    }
    const page = withoutHidden(text, { tags: MAX_PLAIN_TAGS });
    texts.push(stripTags(page));
    links.push(...readVisible(page, { tags: MAX_PLAIN_TAGS }).links);
  }
  const body = texts.filter((text) => text !== "").join("\n\n");
  const isCut = room < 0 || shown.length > MAX_PLAIN_PARTS || root.isCut === true || shown.some((part) => part.isCut);
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
function withoutPartialEnd(text: string): string {
  const tag = text.lastIndexOf("<");
  const whole = tag > text.lastIndexOf(">") ? text.slice(0, tag) : text;
  let end = whole.length;
  while (end > 0 && IN_WORD.test(whole[end - 1] ?? "")) end -= 1;
  return whole.slice(0, end);
}

function readHead(root: Part, envelope: Envelope) {
  const subject = firstValue(root.fields, "subject") ?? "";
  const from = firstValue(root.fields, "from");
  // Header bytes without a charset of their own are in the text's, else in the one an encoded word beside them names.
  const named = namedCharset(`${subject} ${from ?? ""}`);
  const hint = suggestedCharset(root) ?? named;
  return {
    named,
    hint,
    subject: decodeWords(subject.slice(0, MAX_SUBJECT), { hint })
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
    sender: readSender(from, envelope.sender, { hint }),
  };
}

/** The mail and what is in it, in order and without recursion: the tree is as deep as the sender likes. */
function* partsOf(root: Part): Generator<Part> {
  const stack = [root];
  for (let part = stack.pop(); part; part = stack.pop()) {
    yield part;
    stack.push(...part.children.toReversed());
  }
}
