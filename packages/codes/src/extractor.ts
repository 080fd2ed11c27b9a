import { findListItems } from "./backup-lists.ts";
import type { Candidate } from "./candidate.ts";
import { type CodeFilter, createCodeFilter, findAcceptedCandidates } from "./code-filter.ts";
import { scoreLinks } from "./links/links.ts";
import { toConfidence } from "./scoring/confidence.ts";
import { bestOfEachKey, rankByConfidence } from "./scoring/rank.ts";
import { scoreMessage } from "./scoring/score-message.ts";
import { codeWordKinds, createLexicon, type Lexicon, someOfKind, type Term, wordKinds } from "./text/lexicon.ts";
import { type NormalizedMessage, normalizeMessage, normalizeText } from "./text/normalize.ts";
import { spansStartingIn } from "./text/sentences.ts";
import type { CodeCandidate, FindOptions, LinkCandidate } from "./types.ts";
import type { Family } from "./words/kinds.ts";

/** Extracts codes and links with the word lists of some languages. */
export interface Extractor {
  extractCode(text: string | null | undefined, options?: FindOptions): string | null;
  extractCodes(text: string | null | undefined, options?: FindOptions): CodeCandidate[];
  extractLink(text: string | null | undefined, options?: FindOptions): string | null;
  extractLinks(text: string | null | undefined, options?: FindOptions): LinkCandidate[];
}

const DEFAULT_MIN_CONFIDENCE = 0.5;
const MAX_SENDER_LENGTH = 500;
/** How many characters may lie between a word such as "backup codes" and the codes of its list. */
const MAX_DISTANCE_TO_LIST = 800;
/** The last line `@example.com #123456` (WICG "origin-bound one-time codes") of a text, and all above it. */
const UNTIL_ORIGIN_BOUND_CODE = /^(?:.*\n)?@[a-z0-9.-]+ #([A-Za-z0-9-]{3,12})(?=\s|$)/s;

/** Creates the extractor of codes and links for the languages of these families. */
export function createExtractor(families: readonly Family[]): Extractor {
  // Built at the first call, because most programs that import the package never extract a code.
  let builtLexicon: Lexicon | undefined;
  const lexicon = () => {
    builtLexicon ??= createLexicon(families);
    return builtLexicon;
  };

  function extractCodes(text: string | null | undefined, options: FindOptions = {}): CodeCandidate[] {
    const filter = createCodeFilter(options);
    return codesInMessage(normalizeMessage(text ?? "", options), lexicon(), filter, options);
  }

  function extractLinks(text: string | null | undefined, options: FindOptions = {}): LinkCandidate[] {
    return scoreLinks(normalizeMessage(text ?? "", options), lexicon(), options);
  }

  return {
    extractCodes,
    extractLinks,
    /** Returns the one-time code with the highest confidence, or `null` if that is below the minimum. */
    extractCode(text, options) {
      const likeliest = extractCodes(text, options).find(({ kind }) => kind === "one_time");
      return likeliest && isLikely(likeliest, options) ? likeliest.value : null;
    },
    /** Returns the link to follow, or `null` if its confidence is below the minimum. */
    extractLink(text, options) {
      const [likeliest] = extractLinks(text, options);
      return likeliest && isLikely(likeliest, options) ? likeliest.url : null;
    },
  };
}

/** Whether a confidence is at least the minimum: the caller's, or 0.5. */
function isLikely({ confidence }: { confidence: number }, { minConfidence }: FindOptions = {}): boolean {
  return confidence >= (minConfidence ?? DEFAULT_MIN_CONFIDENCE);
}

/** Returns the codes that `filter` accepts: likely one-time codes, then codes of other kinds, then unlikely one-time codes. */
function codesInMessage(
  message: NormalizedMessage,
  lexicon: Lexicon,
  filter: CodeFilter,
  options: FindOptions,
): CodeCandidate[] {
  const terms = lexicon.find(message.textWithoutLinks, message.folded);
  const candidates = findAcceptedCandidates(message, terms, filter, options);
  const listItems = findListItems(message.textWithoutLinks, candidates);
  return sortByUse([
    // `@shop.example #482913`: a form for browsers, which fill the code in at that site only.
    ...originBoundCode(message, filter),
    ...codesWithoutOtherText(message, filter),
    ...backupCodes(message, terms, listItems),
    ...scoredCodes(message, terms, candidates, listItems, options.sender ?? ""),
  ]);
}

/**
 * Returns the code of the last line `@example.com #123456` (WICG "origin-bound one-time codes"), or an empty list. The standard wants it to
 * be the last of the message. With text below it, which may come from an app that forwards SMS, a code that words name is likelier.
 */
function originBoundCode(message: NormalizedMessage, filter: CodeFilter): CodeCandidate[] {
  const [untilCode = "", value] = UNTIL_ORIGIN_BOUND_CODE.exec(message.text) ?? [];
  if (!value || !filter.accepts(value, value)) return [];
  const isLastLine = !message.text.slice(untilCode.length).trimEnd().includes("\n");
  // The form is a standard for programs, so it gets the highest confidence there is.
  const confidence = isLastLine ? 0.99 : 0.75;
  const location = locationOf(message, untilCode.length);
  return [{ value, shown: value, kind: "one_time", confidence, reason: "is bound to its site", location }];
}

/** Returns the codes of a subject or a body that consists of nothing but a code. */
function codesWithoutOtherText(message: NormalizedMessage, filter: CodeFilter): CodeCandidate[] {
  const { textWithoutLinks, bodyStart } = message;
  const parts = [
    { text: textWithoutLinks.slice(0, bodyStart), start: 0 },
    { text: textWithoutLinks.slice(bodyStart), start: bodyStart },
  ];
  const codes: CodeCandidate[] = [];
  for (const { text, start } of parts) {
    const code = asBareCode(text);
    if (!code || !filter.accepts(code.value, code.shown)) continue;
    const location = locationOf(message, start);
    // A fixed confidence: there are no words to score.
    codes.push({ ...code, kind: "one_time", confidence: 0.75, reason: "is all there is", location });
  }
  return codes;
}

/** Returns the items of a list below a word such as "backup codes". Other lists of numbers are tables, prices or dates. */
function backupCodes(message: NormalizedMessage, terms: Term[], listItems: Set<Candidate>): CodeCandidate[] {
  const codes: CodeCandidate[] = [];
  for (const { value, start, end } of listItems) {
    const termsAbove = spansStartingIn(terms, start - MAX_DISTANCE_TO_LIST, start);
    if (!someOfKind(termsAbove, codeWordKinds | wordKinds.backup)) continue;
    const shown = message.textWithoutLinks.slice(start, end);
    const location = locationOf(message, start);
    // A fixed confidence: the list and the word above it are all the evidence.
    codes.push({ value, shown, kind: "backup", confidence: 0.9, reason: "is one of a list", location });
  }
  return codes;
}

/**
 * Scores the candidates by the words around them, and returns the best first: by score, because two may both have the highest confidence.
 * Omits list items, which are backup codes or rows of a table, numbers that are part of the sender, and unlikely codes of other kinds: any
 * number beside a word such as "order" is one. Unlikely one-time codes stay, because callers choose the minimum confidence.
 */
function scoredCodes(
  message: NormalizedMessage,
  terms: Term[],
  candidates: Candidate[],
  listItems: Set<Candidate>,
  sender: string,
): CodeCandidate[] {
  const senderWords = normalizeText(sender)
    .slice(0, MAX_SENDER_LENGTH)
    .split(/[^A-Za-z0-9]+/);
  // Compared by their start, because the scored candidates are copies.
  const listItemStarts = [...listItems].map(({ start }) => start);
  const scored = scoreMessage(message, terms, candidates, sender).sort((one, other) => other.score - one.score);
  const codes: CodeCandidate[] = [];
  for (const { start, end, value, kind, score, reason } of scored) {
    if (senderWords.includes(value) || listItemStarts.includes(start)) continue;
    const confidence = toConfidence(score);
    if (kind !== "one_time" && confidence < DEFAULT_MIN_CONFIDENCE) continue;
    const shown = message.textWithoutLinks.slice(start, end);
    codes.push({ value, shown, kind, confidence, reason, location: locationOf(message, start) });
  }
  return codes;
}

/**
 * Puts likely one-time codes first, then codes of other kinds, such as a booking's, then unlikely one-time codes. Each value is listed
 * once, or twice if it is both a likely one-time code and a code of another kind.
 */
function sortByUse(codes: CodeCandidate[]): CodeCandidate[] {
  const codeValue = ({ value }: CodeCandidate) => value;
  const oneTime = rankByConfidence(
    codes.filter(({ kind }) => kind === "one_time"),
    codeValue,
  );
  // `rankByConfidence` lowers the confidence of all but the first, because only one code is to be typed now. Codes of other kinds keep
  // theirs: a message may have several.
  const ofOtherKinds = bestOfEachKey(
    codes.filter(({ kind }) => kind !== "one_time"),
    codeValue,
  );
  const valuesOfOtherKinds = ofOtherKinds.map(codeValue);
  const unlikely = oneTime.filter((code) => !isLikely(code) && !valuesOfOtherKinds.includes(code.value));
  return [...oneTime.filter((code) => isLikely(code)), ...ofOtherKinds, ...unlikely];
}

/** Returns where an offset is, for users. A subject is always one line. */
function locationOf({ textWithoutLinks, bodyStart }: NormalizedMessage, index: number): CodeCandidate["location"] {
  if (index < bodyStart) return { in: "subject", line: 1 };
  return { in: "text", line: lineNumberAt(textWithoutLinks, bodyStart, index) };
}

/** Returns the number of the line that contains the offset `end`. Line 1 begins at the offset `start`. */
function lineNumberAt(text: string, start: number, end: number): number {
  let line = 1;
  let lineBreak = text.indexOf("\n", start);
  while (lineBreak >= 0 && lineBreak < end) {
    line += 1;
    lineBreak = text.indexOf("\n", lineBreak + 1);
  }
  return line;
}

/** Returns the code if the text is nothing but a code such as `123456`, `123-456` or `G-123456`. A year is not a code. */
function asBareCode(text: string): { value: string; shown: string } | undefined {
  const shown = text.trim();
  const isYear = /^(?:19|20)\d\d$/.test(shown);
  if (isYear || !/^(?:\d{4,8}|\d{3}[ -]\d{3}|[A-Z]{1,3}-\d{4,8})$/.test(shown)) return undefined;
  // Nobody types the prefix `G-`, or what separates two groups.
  return { value: shown.replace(/^[A-Z]+-|[ -]/g, ""), shown };
}
