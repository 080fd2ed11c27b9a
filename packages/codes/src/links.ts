import { findLinks } from "@frontdesk/visible";
import { type Address, readAddress } from "./address.ts";
import { factsOf } from "./facts.ts";
import { fold } from "./letters.ts";
import { kinds, type Lexicon, namesCode, type Term } from "./lexicon.ts";
import { ranked } from "./ranked.ts";
import type { Reading } from "./reading.ts";
import type { FindOptions, LinkCandidate } from "./types.ts";

interface Found {
  url: string;
  /** The words on it. */
  label: string;
  /** What stands before its first place. */
  lead: string;
  /** How often it is given. */
  times: number;
}

const longestShort = 2_500;
const mostWeighed = 100;

/** Weighs every link of a message by the words on it, the words before it and its own address. */
export function weighLinks(reading: Reading, lexicon: Lexicon, options: FindOptions): LinkCandidate[] {
  const { plain, folded, body } = reading;
  const terms = lexicon.find(plain.slice(0, 8_000), folded.slice(0, 8_000));
  const occasion = hasStep(terms.filter(({ start }) => start < body + 4_000));
  // Where things are paid, a link leads to what was bought.
  const { amounts } = factsOf(plain, terms);
  const paid = amounts > 1 ? 1 : 0;
  const off = /\d\s?%/.test(plain.slice(0, 4_000)) ? 1 : 0;
  const trades = off + terms.filter(({ is }) => is & (kinds.goods | kinds.parcel | kinds.booking)).length;
  const found = linksOf(reading, options).slice(0, mostWeighed);
  const weighed = found
    .map((link) => ({ ...link, address: readAddress(link.url), words: readLabel(link, lexicon) }))
    .map((link) => ({ ...link, aside: whyAside(link, lexicon) }));
  const marked = weighed.filter(({ address }) => address.token);
  const drawn = marked.filter(({ aside }) => !aside);
  // A sender that also tracks the unsubscribe link counts the readers of a mailing list.
  const listed = marked.length > drawn.length;
  const short = plain.length < longestShort;
  const candidates = weighed.map((link): LinkCandidate => {
    const text = link.label;
    const { address, words, aside } = link;
    if (aside) return { url: link.url, text, confidence: 0.05, reason: aside };
    const before = stepsIn(lastLines(link.lead), lexicon);
    const counted = listed && !address.step && !words.step;
    const only = drawn.length === 1 && drawn[0]?.url === link.url && !counted;
    const sole = only && short && trades + amounts === 0;
    const weight =
      (words.step ? 2.2 : words.act ? 1.4 : 0) +
      (before ? 1.2 : 0) +
      (address.step ? 1.6 : 0) +
      (address.token ? 2 : address.short ? 1 : 0) +
      (link.times > 1 && address.token ? 0.8 : 0) +
      (sole ? 1.8 : 0) -
      // Beside a link that was made for this person, one for everybody is the way round.
      (drawn.length > 0 && !address.token && !address.short ? 1.2 : 0) +
      (occasion ? 0.6 : words.any ? -0.6 : 0) -
      (counted ? 0.8 : 0) -
      Math.min(1.5, trades * 0.5) -
      paid;
    const reason = words.step ? `says «${text}»` : sole ? "is the only one with a token" : "is a link";
    return {
      url: link.url,
      text,
      confidence: Math.min(0.99, Math.round(100 / (1 + Math.exp(-1.6 * (weight - 2.8)))) / 100),
      reason,
    };
  });
  return ranked(candidates, ({ url }) => url);
}

function whyAside(
  { address, words, label, lead }: Found & { address: Address; words: Label },
  lexicon: Lexicon,
): string | undefined {
  if (address.home || (/^https?:/i.test(label) && readAddress(label).home)) return "leads home";
  if (words.aside && !words.step) return "leads aside";
  if (address.aside && !words.step) return "leads aside";
  if (!words.any) {
    const line =
      lead.slice(lead.lastIndexOf("\n") + 1).trim() === ""
        ? lastLines(lead).slice(-60)
        : lead.slice(lead.lastIndexOf("\n") + 1).slice(-60);
    const terms = lexicon.find(line, fold(line));
    if (terms.some(({ is }) => is & kinds.aside) && !hasStep(terms) && label === "") return "leads aside";
  }
  return undefined;
}

interface Label {
  any: boolean;
  step: boolean;
  act: boolean;
  aside: boolean;
}

function readLabel({ label, url }: Found, lexicon: Lexicon): Label {
  const words = label === url || /^https?:\/\//i.test(label) ? "" : label;
  const terms = lexicon.find(words, fold(words));
  const has = (kind: number) => terms.some(({ is }) => is & kind);
  return { any: words !== "", step: hasStep(terms), act: acts(terms), aside: has(kinds.aside) };
}

/** Whether a word tells of verifying or of a code that is no customer's, order's or parcel's. */
function hasStep(terms: Term[]): boolean {
  const renames = kinds.other | kinds.goods | kinds.parcel | kinds.booking;
  return terms.some(({ is, start }, index) => {
    if (is & kinds.verify) return true;
    const before = terms[index - 1];
    return (is & namesCode) !== 0 && !(before && before.is & renames && start - before.end < 3);
  });
}

/** `Continue`, but not `Download receipt`. */
function acts(terms: Term[]): boolean {
  return terms.some(({ is }) => is & kinds.act) && !terms.some(({ is }) => is & kinds.other && !(is & kinds.act));
}

function stepsIn(text: string, lexicon: Lexicon): boolean {
  const terms = lexicon.find(text, fold(text));
  return hasStep(terms) || acts(terms);
}

function lastLines(lead: string): string {
  return lead
    .split("\n")
    .filter((line) => line.trim())
    .slice(-2)
    .join("\n");
}

function linksOf({ text, anchors }: Reading, { links }: FindOptions): Found[] {
  const found = new Map<string, Found>();
  const add = (url: string, label: string, at: number) => {
    const known = found.get(url);
    if (known) {
      known.times += 1;
      if (known.label === "" || known.label === url) known.label = label || known.label;
    } else found.set(url, { url, label, lead: at < 0 ? "" : text.slice(Math.max(0, at - 200), at), times: 1 });
  };
  if (links) {
    for (const { url, text: label } of links) {
      const place = text.indexOf(url);
      // The readable text has a link's words before its address: what leads to it stands before them.
      const shown = place > 0 && label !== "" && label !== url ? text.lastIndexOf(label, place) : -1;
      add(url, label === url ? "" : label, shown >= 0 && place - shown < label.length + 10 ? shown : place);
    }
    return [...found.values()];
  }
  for (const { url, text: label, start } of anchors) add(url, label, start);
  for (const { url, start } of findLinks(text)) add(url, "", start);
  return [...found.values()];
}
