import { fold, toAsciiDigits } from "./letters.ts";
import type { FindOptions } from "./types.ts";
import { type Anchor, readLimit, toVisible } from "./visible.ts";

/** A message made comparable: one line of thought for all scripts, as long folded as plain. */
export interface Reading {
  /** What is visible, in NFKC, with ASCII digits and without invisible marks; addresses are still there. */
  text: string;
  /** The same with links, mail addresses, domains and the retriever's hash filled in, so that nothing is read out of them. */
  plain: string;
  /** `plain` in lower case without accents, unit for unit. */
  folded: string;
  anchors: Anchor[];
}

/** An address with its scheme, wherever it stands. */
export const link = /[a-z]{2,9}:\/\/[^\s<>"'`「」【】，。]+/gi;

/** What follows an address and is not a part of it. */
export const trailing = /[.,;:!?*_\])}]+$/;

/** Stands for each unit of an address: no letter, no digit, no space. */
const filler = "\ufffc";

const invisible = /\u034f|\ufe0e|\ufe0f|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const splitDigits = /(\d)[\u2028\u2029\u202f](?=\d)/g;
const ascii = /^[\0-\x7f]*$/;

export function read(text: string, { subject = "", format, channel }: FindOptions): Reading {
  const html = format === "html" || (channel !== "sms" && /<\/(?:html|p|div|td|a|span)>/i.test(text));
  const visible = html ? toVisible(text) : { text: text.slice(0, readLimit), anchors: [] };
  const whole = subject.trim() === "" ? visible.text : `${subject.slice(0, 1_000)}\n\n${visible.text}`;
  const normal = ascii.test(whole) ? whole : normalise(whole);
  const plain = fillAddresses(normal);
  return { text: normal, plain, folded: foldAll(plain), anchors: visible.anchors };
}

/** NFKC, ASCII digits, no invisible marks. */
export function normalise(text: string): string {
  return toAsciiDigits(text.replace(invisible, "").replaceAll("，", "、").normalize("NFKC"))
    .replace(splitDigits, "$1")
    .replace(/[\u2028\u2029]/g, "\n")
    .replace(/[\u2010-\u2012\u2212]/g, "-");
}

const mail = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){0,6}/g;
const domain =
  /(?<![\w@.-])(?!\d+\.)(?:[A-Za-z0-9-]{1,40}\.){1,5}(?:[a-z]{2,12}\/[^\s<>"']{0,2000}|(?:[a-z]{2}|com|net|org|info|app|dev|xyz|shop|bank|gov)(?![\w-]))/g;
/** What Android's retriever knows its app by, at the end of a message. */
const retrieverHash = /(?<=\s)[A-Za-z0-9+/]{11}\s*$/;

function fillAddresses(text: string): string {
  return text.replace(link, fill).replace(mail, fill).replace(domain, fill).replace(retrieverHash, fill);
}

function fill(address: string): string {
  const end = address.slice(-8).replace(trailing, "");
  const rest = Math.min(8, address.length) - end.length;
  return filler.repeat(address.length - rest) + address.slice(address.length - rest);
}

function foldAll(text: string): string {
  return ascii.test(text) ? text.toLowerCase() : fold(text);
}
