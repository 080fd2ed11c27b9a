import type { Candidate } from "../candidates.ts";
import { codeWordKinds, type Term, wordKinds } from "../text/lexicon.ts";
import type { NormalizedMessage } from "../text/normalize.ts";
import { type Span, spansStartingIn, textBefore } from "../text/sentences.ts";
import type { Keyword } from "./keywords.ts";

interface ReachInput {
  message: NormalizedMessage;
  terms: Term[];
  candidates: Candidate[];
}

/** Characters between a keyword and its number. */
const MAX_SEPARATOR_LENGTH = 8;
/** Blanks, a colon, quotes and the like; before them an apostrophe or `ь`, with which some keywords end. */
const KEYWORD_SEPARATOR = /^[ь'’]?[\s:=>"'`*]*$/;

/** Whether the keyword names the number directly after it, and so none before it: `Check value 774120, code 482913`. */
export function isFollowedByOwnNumber(
  { message: { textWithoutLinks }, candidates, terms }: ReachInput,
  keyword: Keyword,
): boolean {
  let { end } = keyword;
  // `TAN-code`, `رمز التأكيد`: several words within 24 characters form one keyword. At most three separate two of them.
  for (const term of spansStartingIn(terms, end, end + 24))
    if (term.kinds & (codeWordKinds | wordKinds.verify) && term.start - end < 4) end = term.end;
  const [next] = numbersWithin(candidates, end, MAX_SEPARATOR_LENGTH);
  return next !== undefined && KEYWORD_SEPARATOR.test(textWithoutLinks.slice(end, next.start));
}

/** Whether the keyword names a number after `candidate`, which has its own label: `TAN (reference value 774120): 482913`. */
export function namesLaterNumber(
  { message: { textWithoutLinks }, candidates, terms }: ReachInput,
  keyword: Keyword,
  candidate: Candidate,
): boolean {
  // Its next number, after a bracket and a word such as "is" at most.
  const [next] = numbersWithin(candidates, candidate.end, 24);
  // The words or the bracket of a label of its own.
  const hasWordsBetween = /[\p{L}([]/u.test(textWithoutLinks.slice(keyword.end, candidate.start));
  if (!next || !hasWordsBetween) return false;
  if (/^[)\]]?\s*[:=]\s*$/.test(textWithoutLinks.slice(candidate.end, next.start))) return true;
  // `TAN (reference 774120) is 482913`
  return spansStartingIn(terms, candidate.end, next.start).some(
    ({ kinds, start, end }) =>
      kinds & wordKinds.joining &&
      /^[)\]]?\s*$/.test(textWithoutLinks.slice(candidate.end, start)) &&
      /^\s*$/.test(textWithoutLinks.slice(end, next.start)),
  );
}

const RECIPIENT_PREPOSITION =
  /(?<!\p{L})(?:[Ff]or|für|pour|para|per|voor|för|dla|для|pro|pre|za|untuk|cho|עבור)\s+["'“„«(]*(?:\S{1,24}[._-])?$/u;

/** Whether the number is the user's name: `Reset the password for 20014410`. */
export function isRecipientName(text: string, { start }: Span): boolean {
  return RECIPIENT_PREPOSITION.test(textBefore(text, start, 48));
}

/** Returns the candidates with digits that begin from `start` to less than `distance` characters after it. */
function numbersWithin(candidates: Candidate[], start: number, distance: number): Candidate[] {
  return spansStartingIn(candidates, start, start + distance).filter(({ shape }) => shape !== "letters");
}
