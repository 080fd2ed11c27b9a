import { findTerms } from "./lexicon.ts";
import { weighLinks } from "./links.ts";
import { ranked } from "./ranked.ts";
import { normalise, read } from "./reading.ts";
import { findPieces } from "./shapes.ts";
import type { CodeCandidate, FindOptions, LinkCandidate } from "./types.ts";
import { enough, weigh } from "./weigh.ts";

export type { CodeCandidate, FindOptions, LinkCandidate } from "./types.ts";

const threshold = 0.5;
const originLine = /(?:^|\n)@[a-z0-9.-]+ #([A-Za-z0-9-]{3,12})(?=\s|$)/;

/** Finds everything in a message that may be its one-time code, best first. */
export function findCodes(text: string, options: FindOptions = {}): CodeCandidate[] {
  const reading = read(text, options);
  const bound = originLine.exec(reading.text)?.[1];
  const terms = findTerms(reading.plain, reading.folded);
  const found: CodeCandidate[] = [];
  if (bound) found.push({ value: bound, shown: bound, confidence: 0.99, reason: "is bound to its site" });
  const whole = wholeCode(options.subject) ?? wholeCode(options.format === "html" ? reading.plain : text);
  if (whole) found.push({ ...whole, confidence: 0.6, reason: "is all there is" });
  const pieces = findPieces(reading, terms);
  const senderDigits = options.sender ? normalise(options.sender).replace(/[^A-Za-z0-9]+/g, " ") : "";
  for (const { start, end, value, weight, reason } of weigh(reading, pieces, terms)) {
    if (senderDigits && ` ${senderDigits} `.includes(` ${value} `)) continue;
    found.push({ value, shown: reading.plain.slice(start, end), confidence: toConfidence(weight), reason });
  }
  return ranked(found, ({ value }) => value);
}

/** The message's one-time code, or null when it holds none. */
export function extractCode(text: string, options: FindOptions = {}): string | null {
  const best = findCodes(text, options)[0];
  return best && best.confidence >= threshold ? best.value : null;
}

/** Finds the links of a message that verify, confirm, reset or sign in, best first. */
export function findLinks(text: string, options: FindOptions = {}): LinkCandidate[] {
  return weighLinks(read(text, options));
}

/** The message's verify, confirm, reset or sign-in link, or null when it holds none. */
export function extractLink(text: string, options: FindOptions = {}): string | null {
  const best = findLinks(text, options)[0];
  return best && best.confidence >= threshold ? best.url : null;
}

function toConfidence(weight: number): number {
  return weight <= 0 ? 0 : Math.round(100 / (1 + Math.exp(-1.4 * (weight - enough)))) / 100;
}

function wholeCode(text: string | undefined): { value: string; shown: string } | undefined {
  if (!text || text.length > 40) return undefined;
  const shown = normalise(text).trim();
  if (!/^(?!(?:19|20)\d\d$)(?:\d{4,8}|\d{3}[ -]\d{3}|[A-Z]{1,3}-\d{4,8})$/.test(shown)) return undefined;
  return { value: shown.replace(/^[A-Z]+-|[ -]/g, ""), shown };
}
