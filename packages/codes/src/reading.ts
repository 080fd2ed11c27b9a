import { extractVisible, findLinks, type PlacedLink } from "@frontdesk/visible";
import { toAsciiDigits } from "./digits.ts";
import { fold } from "./letters.ts";
import type { FindOptions } from "./types.ts";

/** A message made comparable: one line of thought for all scripts, as long folded as plain. */
export interface Reading {
  /** What is visible, in NFKC, with ASCII digits and without invisible marks; addresses are still there. */
  text: string;
  /** The same with links, mail addresses, domains and the retriever's hash filled in, so that nothing is read out of them. */
  plain: string;
  /** `plain` in lower case without accents, unit for unit. */
  folded: string;
  /** Index at which the body starts, after the subject. */
  body: number;
  /** The links of an HTML message, placed in what it shows. */
  anchors: PlacedLink[];
}

/** Longer texts are cut, and more tags: no message a person reads comes near it, and the cost of hostile ones stays bounded. */
const longestText = 65_536;
const mostTags = 5_000;
/** Markup beyond this is not read; only pages with inline pictures come close. */
const longestMarkup = 524_288;

/** Stands for each unit of an address: no letter, no digit, no space. */
const filler = "\ufffc";

const invisible = /\u034f|\ufe0e|\ufe0f|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const splitDigits = /(\d)[\u2028\u2029\u202f](?=\d)/g;
const ascii = /^[\0-\x7f]*$/;

export function read(text: string, { subject, format, channel }: FindOptions): Reading {
  const html =
    format === "html" || (channel !== "sms" && /<\/(?:html|p|div|td|a|span)>/i.test(text.slice(0, longestText)));
  const visible = html
    ? extractVisible(text.slice(0, longestMarkup), { maxLength: longestText, maxTags: mostTags })
    : { text, links: [] };
  const heading = (subject ?? "").slice(0, 1_000).replace(/\s+/g, " ").trim();
  const above = heading === "" ? "" : `${toNormal(heading)}\n\n`;
  const normal = above + toNormal(visible.text.slice(0, longestText));
  const plain = fillAddresses(normal);
  return { text: normal, plain, folded: foldAll(plain), body: above.length, anchors: visible.links };
}

/** NFKC, ASCII digits, no invisible marks. */
export function normalise(text: string): string {
  return toAsciiDigits(text.replace(invisible, "").replaceAll("，", "、").replaceAll("՝", ":").normalize("NFKC"))
    .replace(splitDigits, "$1")
    .replace(/[\u2028\u2029]/g, "\n")
    .replace(/[\u2010-\u2012\u2212]/g, "-");
}

function toNormal(text: string): string {
  return ascii.test(text) ? text : normalise(text);
}

const otherScheme = /(?<![a-z])(?!https?:)[a-z]{2,9}:\/\/[^\s<>"'`「」【】，。]+/gi;
const mail = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){0,6}/g;
const domain =
  /(?<![\w@.-])(?!\d+\.)(?:[A-Za-z0-9-]{1,40}\.){1,5}(?:[a-z]{2,12}\/[^\s<>"']{0,2000}|(?:[a-z]{2}|com|net|org|info|app|dev|xyz|shop|bank|gov|example|test|local)(?![\w-])(?::\d{2,5}(?!\d))?)/g;
/** A word of another script may be joined to a host by a dash: `ב-localhost:8080`. In `login.code:1234` a space is missing. */
const host =
  /(?<![\w.]|\w-)(?:localhost|(?:[a-z][a-z0-9-]{0,30}\.){1,5}(?!otp|pin|tan|pass|c[oó]d|kod)[a-z]{2,24}(?=:\d{2,5}(?!\d))|\d{1,3}(?:\.\d{1,3}){3}(?=:\d))(?::\d{2,5}(?!\d))?/gi;
const ip6 =
  /\[(?=[^\]:]{0,4}:[^\]:]{0,4}:)[0-9a-f:.]{2,45}\](?::\d{2,5}(?!\d))?|(?<![\p{L}\p{N}:])(?=[0-9a-f:]{0,39}::|(?:[0-9a-f]{1,4}:){7})[0-9a-f]{1,4}(?::{1,2}[0-9a-f]{1,4}){1,7}(?![\p{L}\p{N}:])/giu;
/** What Android's retriever knows its app by, at the end of a message. */
const retrieverHash = /(?<=\s)[A-Za-z0-9+/]{11}\s*$/;

function fillAddresses(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of findLinks(text)) {
    pieces.push(text.slice(at, start), filler.repeat(end - start));
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces
    .join("")
    .replace(otherScheme, fill)
    .replace(mail, fill)
    .replace(domain, fill)
    .replace(host, fill)
    .replace(ip6, fill)
    .replace(retrieverHash, (hash) => (/[a-z]/.test(hash) ? fill(hash) : hash));
}

/** What follows an address and is not a part of it stays. */
function fill(address: string): string {
  const end = address.slice(-8).replace(/[.,;:!?*_\])}]+$/, "");
  const rest = Math.min(8, address.length) - end.length;
  return filler.repeat(address.length - rest) + address.slice(address.length - rest);
}

function foldAll(text: string): string {
  return ascii.test(text) ? text.toLowerCase() : fold(text);
}
