import type { Candidate } from "../candidate.ts";
import { codeWordKinds, isOfKind, type Term, wordKinds } from "../text/lexicon.ts";
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

/** Whether `term` is a word for a PIN, and so does not name `value`, which is longer than PINs are. */
export function isTooLongForPin(value: string, term: Term): boolean {
  const longestPin = 8;
  return isOfKind(term, wordKinds.pin) && value.length > longestPin;
}

/** Whether the keyword names the number directly after it, and so none before it: `Check value 774120, code 482913`. */
export function isFollowedByOwnNumber(
  { message: { textWithoutLinks }, candidates, terms }: ReachInput,
  keyword: Keyword,
): boolean {
  let { end } = keyword;
  // `TAN-code`, `رمز التأكيد`: several words within 24 characters form one keyword. At most three characters separate two of them.
  for (const term of spansStartingIn(terms, end, end + 24))
    if (isOfKind(term, codeWordKinds | wordKinds.verify) && term.start - end < 4) end = term.end;
  const next = nextNumber(candidates, end, MAX_SEPARATOR_LENGTH);
  return next !== undefined && KEYWORD_SEPARATOR.test(textWithoutLinks.slice(end, next.start));
}

/**
 * Whether a keyword before `candidate` names the number after it instead: in `TAN (reference 774120): 482913` and
 * `TAN (774120) is 482913`, the candidate `774120` has a label or a bracket, and a colon or "is" leads to the next number.
 */
export function namesLaterNumber(
  { message: { textWithoutLinks: text }, candidates, terms }: ReachInput,
  keyword: Keyword,
  candidate: Candidate,
): boolean {
  const longestIs = 24;
  const later = nextNumber(candidates, candidate.end, longestIs);
  const hasLabelOrBracket = /[\p{L}([]/u.test(text.slice(keyword.end, candidate.start));
  if (!later || !hasLabelOrBracket) return false;
  const followsColon = /^[)\]]?\s*[:=]\s*$/.test(text.slice(candidate.end, later.start));
  const followsIs = spansStartingIn(terms, candidate.end, later.start).some(
    (term) =>
      isOfKind(term, wordKinds.is) &&
      /^[)\]]?\s*$/.test(text.slice(candidate.end, term.start)) &&
      /^\s*$/.test(text.slice(term.end, later.start)),
  );
  return followsColon || followsIs;
}

const RECIPIENT_PREPOSITION =
  /(?<!\p{L})(?:[Ff]or|für|pour|para|per|voor|för|dla|для|pro|pre|za|untuk|cho|עבור)\s+["'“„«(]*(?:\S{1,24}[._-])?$/u;

/** Whether the number is the user's name: `Reset the password for 20014410`. */
export function isRecipientName(text: string, { start }: Span): boolean {
  return RECIPIENT_PREPOSITION.test(textBefore(text, start, 48));
}

/** Returns the first candidate with digits that begins from `start` to less than `distance` characters after it. */
function nextNumber(candidates: Candidate[], start: number, distance: number): Candidate | undefined {
  return spansStartingIn(candidates, start, start + distance).find(({ shape }) => shape !== "letters");
}
