import { findLinks, type PlacedLink, readHtml } from "@frontdesk/visible";
import { toAsciiDigits } from "../digits.ts";
import type { FindOptions } from "../types.ts";
import { ASCII_ONLY, fold } from "./letters.ts";
import { textBefore } from "./sentences.ts";

/** A message as visible text, in one form for all scripts. `textWithoutLinks` and `folded` have the same length and offsets. */
export interface NormalizedMessage {
  /** The subject and the visible text, in NFKC, with ASCII digits and without invisible characters. Contains the links. */
  text: string;
  /** `text` in which links, email addresses, hosts and the SMS Retriever hash are masked, so that no code is found in them. */
  textWithoutLinks: string;
  /** `textWithoutLinks` in lower case, without accents. */
  folded: string;
  /** Offset of the body, after the subject. */
  bodyStart: number;
  /** The links of an HTML message, whose `start` is an offset in `text`. */
  htmlLinks: PlacedLink[];
}

/** Longer texts and more tags are cut off: no message for people comes close, and hostile ones stay cheap. */
const MAX_TEXT_LENGTH = 65_536;
const MAX_TAGS = 5_000;
/** Longer markup is cut off; only pages with inline images come close. */
const MAX_MARKUP_LENGTH = 524_288;

/** Replaces each character of an address: neither a letter nor a digit nor a space. ASCII, because ASCII texts are read faster. */
const MASK = "\x7f";

/** Also vowel signs of Arabic and Hebrew, and the line that stretches Arabic words: few writers set them. */
const INVISIBLE =
  /\u034f|\ufe0e|\ufe0f|\u0640|\u0670|[\u064b-\u0652]|[\u0591-\u05bd]|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const HTML_CLOSING_TAG = /<\/(?:html|p|div|td|a|span)>/i;

/**
 * Converts a message to visible text, in the forms that the extraction needs. A subject becomes its first line, cut to 1,000
 * characters, because its length is up to the sender.
 */
export function normalizeMessage(text: string, options: FindOptions): NormalizedMessage {
  const visible = readVisible(text, options);
  const subjectLine = (options.subject ?? "").slice(0, 1_000).replace(/\s+/g, " ").trim();
  const heading = subjectLine && `${normalizeText(subjectLine)}\n\n`;
  let normalized = heading;
  let copiedUntil = 0;
  // From link to link, because normalization changes lengths, and so the offsets of links.
  const htmlLinks = visible.links.map((link) => {
    normalized += normalizeText(visible.text.slice(copiedUntil, link.start));
    copiedUntil = link.start;
    return { ...link, start: normalized.length };
  });
  normalized += normalizeText(visible.text.slice(copiedUntil, MAX_TEXT_LENGTH));
  const textWithoutLinks = maskAddresses(normalized);
  return {
    text: normalized,
    textWithoutLinks,
    folded: fold(textWithoutLinks),
    bodyStart: heading.length,
    htmlLinks,
  };
}

/**
 * Returns what a person sees of a message, and the links of HTML. A mail is HTML if the caller says so or a closing tag shows it; in an
 * SMS, angle brackets are text.
 */
function readVisible(text: string, { format, channel }: FindOptions): { text: string; links: PlacedLink[] } {
  const looksLikeHtml = channel !== "sms" && HTML_CLOSING_TAG.test(text.slice(0, MAX_TEXT_LENGTH));
  if (format !== "html" && !looksLikeHtml) return { text, links: [] };
  return readHtml(text.slice(0, MAX_MARKUP_LENGTH), { maxLength: MAX_TEXT_LENGTH, maxTags: MAX_TAGS });
}

/** Removes what is not seen, or makes no difference to readers. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/**
 * Converts a text to one form for all scripts: NFKC, ASCII digits, dashes and line ends, no invisible characters. A line separator within
 * a number is dropped: some senders put one into a code.
 */
export function normalizeText(text: string): string {
  if (ASCII_ONLY.test(text)) return text;
  // NFKC would turn `，` into `,`, and `482913，5` into a decimal number. The Armenian `՝` is used like a colon.
  return toAsciiDigits(withoutInvisible(text).replaceAll("，", "、").replaceAll("՝", ":").normalize("NFKC"))
    .replace(/(\d)[\u2028\u2029](?=\d)/g, "$1")
    .replace(/[\u2028\u2029]/g, "\n")
    .replace(/[\u2010-\u2012\u2212]/g, "-");
}

const OTHER_SCHEME_URL = /(?<![a-z])(?!https?:)[a-z]{2,9}:\/\/[^\s<>"'`「」【】。]+/gi;
const EMAIL_ADDRESS = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){0,6}/g;
/** A domain with a path, or with a usual ending. */
const DOMAIN =
  /(?<![\w@.-])(?!\d+\.)(?:[A-Za-z0-9-]{1,40}\.){1,5}(?:[a-z]{2,12}\/[^\s<>"']{0,2000}|(?:[a-z]{2}|com|net|org|info|app|dev|xyz|shop|bank|gov|example|test|local)(?![\w-])(?::\d{2,5}(?!\d))?)/g;
/**
 * localhost, or a host or IPv4 address with a port. A word of another script may be joined to a host by a dash
 * (`ב-localhost:8080`); `login.code:1234` is not a host but a missing space.
 */
const HOST_WITH_PORT =
  /(?<![\w.]|\w-)(?:localhost|(?:[a-z][a-z0-9-]{0,30}\.){1,5}(?!otp|pin|tan|pass|c[oó]d|kod)[a-z]{2,24}(?=:\d{2,5}(?!\d))|\d{1,3}(?:\.\d{1,3}){3}(?=:\d))(?::\d{2,5}(?!\d))?/gi;
const IPV6_ADDRESS =
  /\[(?=[^\]:]{0,4}:[^\]:]{0,4}:)[0-9a-f:.]{2,45}\](?::\d{2,5}(?!\d))?|(?<![\p{L}\p{N}:])(?=[0-9a-f:]{0,39}::|(?:[0-9a-f]{1,4}:){7})[0-9a-f]{1,4}(?::{1,2}[0-9a-f]{1,4}){1,7}(?![\p{L}\p{N}:])/giu;
/** Eleven characters; one of digits or capitals alone may be a code, and a hash nearly always has a small letter. */
const RETRIEVER_HASH = /(?<=\s)(?=[A-Z0-9+/]{0,10}[a-z])[A-Za-z0-9+/]{11}$/;

/** Marks without which a pattern cannot match: most texts have none of them, and a search for one character is fast. */
const MASKED_FORMS: [mark: RegExp, pattern: RegExp][] = [
  [/:\/\//, OTHER_SCHEME_URL],
  [/@/, EMAIL_ADDRESS],
  [/\.[A-Za-z0-9]/, DOMAIN],
  [/\.[a-z0-9]{1,24}:\d|localhost/i, HOST_WITH_PORT],
  [/:[0-9a-f]{0,4}:/i, IPV6_ADDRESS],
];

/**
 * Masks what has digits and letters but is no code: URLs, email addresses, hosts, IP addresses, and the hash from which Android
 * knows the app that an SMS is for (SMS Retriever). The length stays, so offsets stay valid.
 */
function maskAddresses(text: string): string {
  const chunks: string[] = [];
  let copiedUntil = 0;
  for (const { start, end } of findLinks(text)) {
    chunks.push(text.slice(copiedUntil, start), MASK.repeat(end - start));
    copiedUntil = end;
  }
  chunks.push(text.slice(copiedUntil));
  let masked = chunks.join("");
  // A cheap search for a mark such as `@` comes first: without one the pattern cannot match.
  for (const [mark, pattern] of MASKED_FORMS) if (mark.test(masked)) masked = masked.replace(pattern, maskAddress);
  return maskRetrieverHash(masked);
}

/**
 * Masks the app hash of eleven characters that Android's SMS Retriever requires at the end of a message: it looks like a code, as parts of
 * an address may.
 */
function maskRetrieverHash(text: string): string {
  const end = text.trimEnd().length;
  const spaceAndHash = 12;
  const hash = RETRIEVER_HASH.exec(textBefore(text, end, spaceAndHash))?.[0] ?? "";
  return text.slice(0, end - hash.length) + maskAddress(hash) + text.slice(end);
}

/** Masks an address except for punctuation at its end, which belongs to the sentence. */
function maskAddress(address: string): string {
  // Only the last eight characters: to search the whole address from each mark would cost quadratic time.
  const punctuation = /[.,;:!?*_\])}]+$/.exec(address.slice(-8))?.[0] ?? "";
  return MASK.repeat(address.length - punctuation.length) + punctuation;
}
