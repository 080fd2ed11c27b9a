import { toConfidence } from "./confidence.ts";
import { factsOf } from "./facts.ts";
import { readKeywords } from "./keywords.ts";
import { fold } from "./letters.ts";
import { createLexicon, kinds, type Lexicon, namesCode } from "./lexicon.ts";
import { weighLinks } from "./links.ts";
import { findListed } from "./lists.ts";
import { ranked } from "./ranked.ts";
import { normalise, type Reading, read } from "./reading.ts";
import { between } from "./sentences.ts";
import type { CodeCandidate, FindOptions, LinkCandidate } from "./types.ts";
import { toWanted, type Wanted, wantedPieces } from "./wanted.ts";
import { weigh } from "./weigh.ts";
import type { Family } from "./words/kinds.ts";

/** Finds codes and links by the words of some languages. */
export interface Finder {
  extractCode(text: string | null | undefined, options?: FindOptions): string | null;
  extractCodes(text: string | null | undefined, options?: FindOptions): CodeCandidate[];
  extractLink(text: string | null | undefined, options?: FindOptions): string | null;
  extractLinks(text: string | null | undefined, options?: FindOptions): LinkCandidate[];
}

const sure = 0.5;
/** How far below the word that names them the codes of a list may stand. */
const mostAbove = 800;
const originLine = /(?:^|\n)@[a-z0-9.-]+ #([A-Za-z0-9-]{3,12})(?=\s|$)/;

export function createFinder(families: readonly Family[]): Finder {
  // Most programs that import the finder never ask it.
  let learnt: Lexicon | undefined;
  const lexicon = () => {
    learnt ??= createLexicon(families);
    return learnt;
  };

  function extractCodes(text: string | null | undefined, options: FindOptions = {}): CodeCandidate[] {
    const wanted = toWanted(options);
    return codesOf(read(text ?? "", options), lexicon(), wanted, options);
  }

  function extractLinks(text: string | null | undefined, options: FindOptions = {}): LinkCandidate[] {
    return weighLinks(read(text ?? "", options), lexicon(), options);
  }

  return {
    extractCodes,
    extractLinks,
    extractCode(text, options = {}) {
      const best = extractCodes(text, options).find(({ kind }) => kind === "one_time");
      return best && best.confidence >= (options.minConfidence ?? sure) ? best.value : null;
    },
    extractLink(text, options = {}) {
      const best = extractLinks(text, options)[0];
      return best && best.confidence >= (options.minConfidence ?? sure) ? best.url : null;
    },
  };
}

function codesOf(reading: Reading, lexicon: Lexicon, wanted: Wanted, options: FindOptions): CodeCandidate[] {
  const { plain, folded } = reading;
  const found: CodeCandidate[] = [];
  const bound = originLine.exec(reading.text)?.[1];
  if (bound && wanted.fits(bound, bound)) {
    const place = placeOf(reading, reading.text.lastIndexOf(`#${bound}`));
    found.push({
      value: bound,
      shown: bound,
      kind: "one_time",
      confidence: 0.99,
      reason: "is bound to its site",
      location: place,
    });
  }
  for (const [text, at] of [
    [plain.slice(0, reading.body), 0] as const,
    [plain.slice(reading.body), reading.body] as const,
  ]) {
    const whole = wholeCode(text);
    if (whole && wanted.fits(whole.value, whole.shown))
      found.push({
        ...whole,
        kind: "one_time",
        confidence: 0.75,
        reason: "is all there is",
        location: placeOf(reading, at),
      });
  }
  const terms = lexicon.find(plain, folded);
  const facts = factsOf(plain, terms);
  const sender = fold((options.sender ?? "").slice(0, 500).normalize("NFKC"));
  const senderDigits = ` ${normalise(options.sender ?? "")
    .slice(0, 500)
    .replace(/[^A-Za-z0-9]+/g, " ")} `;
  const pieces = wantedPieces(reading, terms, wanted, options);
  const listed = findListed(plain, pieces);
  const keywords = readKeywords({ reading, terms, pieces, facts, sender });
  for (const piece of listed) {
    // Rows of numbers are many things; codes only where a word says so above them.
    const above = between(terms, piece.start - mostAbove, piece.start);
    if (!above.some(({ is }) => is & (namesCode | kinds.backup))) continue;
    const shown = plain.slice(piece.start, piece.end);
    const place = placeOf(reading, piece.start);
    found.push({
      value: piece.value,
      shown,
      kind: "backup",
      confidence: 0.9,
      reason: "is one of a list",
      location: place,
    });
  }
  const rows = new Set([...listed].map(({ start }) => start));
  for (const weighed of weigh({ reading, terms, pieces, keywords, facts })) {
    const { start, end, value, kind, weight, reason } = weighed;
    if (senderDigits.includes(` ${value} `) || rows.has(start)) continue;
    const confidence = toConfidence(weight);
    // Names other than a code's make no candidate of another kind.
    if (kind !== "one_time" && confidence < sure) continue;
    found.push({ value, shown: plain.slice(start, end), kind, confidence, reason, location: placeOf(reading, start) });
  }
  // What is typed now comes before what is kept for later.
  const oneTime = ranked(
    found.filter(({ kind }) => kind === "one_time"),
    ({ value }) => value,
  );
  const others = bestOfEach(found.filter(({ kind }) => kind !== "one_time"));
  const named = new Set(others.map(({ value }) => value));
  const best = oneTime.filter(({ value, confidence }) => confidence >= sure || !named.has(value));
  return [
    ...best.filter(({ confidence }) => confidence >= sure),
    ...others,
    ...best.filter(({ confidence }) => confidence < sure),
  ];
}

function placeOf({ plain, body }: Reading, at: number): CodeCandidate["location"] {
  const subject = at < body;
  return { in: subject ? "subject" : "text", line: subject ? 1 : plain.slice(body, at).split("\n").length };
}

/** Keeps the best candidate of each value, in order of confidence. */
function bestOfEach(candidates: CodeCandidate[]): CodeCandidate[] {
  const best = new Map<string, CodeCandidate>();
  for (const each of [...candidates].sort((one, other) => other.confidence - one.confidence))
    if (!best.has(each.value)) best.set(each.value, each);
  return [...best.values()];
}

/** A text that is nothing but a code. */
function wholeCode(text: string): { value: string; shown: string } | undefined {
  const shown = text.trim();
  if (shown.length > 40) return undefined;
  if (!/^(?!(?:19|20)\d\d$)(?:\d{4,8}|\d{3}[ -]\d{3}|[A-Z]{1,3}-\d{4,8})$/.test(shown)) return undefined;
  return { value: shown.replace(/^[A-Z]+-|[ -]/g, ""), shown };
}
