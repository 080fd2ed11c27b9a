import { type Candidate, createCandidate } from "./candidate.ts";
import { letterCodeAt } from "./letter-codes.ts";
import { isFragment, standsAlone } from "./stands-alone.ts";
import { isDigit } from "./text/letters.ts";
import { codeWordKinds, isOfKind, type Term, wordKinds } from "./text/lexicon.ts";
import { AMOUNT } from "./text/message-signals.ts";
import type { NormalizedMessage } from "./text/normalize.ts";
import { textBefore } from "./text/sentences.ts";

const MAX_CANDIDATES = 200;

const WORD_WITH_DASHES = /[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*/g;
/** Groups of digits with spaces between, or `123 - 456`. */
const DIGIT_GROUPS = /\d{1,4}(?: \d{1,4}){1,8}(?![\d-])|\d{3} - \d{3}(?![\d-])/y;
const DIGITS_AND_SPACES = /[\d ]+/y;
const SPACED_CHARACTERS = /[A-Za-z0-9](?:[ \t]{1,2}[A-Za-z0-9]){3,9}(?![A-Za-z0-9])/y;
/** A number with a unit, an ordinal or a mask: `20min`, `1st`, `41xx`. */
const NUMBER_WITH_UNIT = /^\d+(?:st|[nr]d|th|mins?|secs?|hrs?|[ap]m|k[gm]|[gmkt]b|px|ml|[cm]m|pts|xx+)$/i;
/** `123-456-789`: may be a code, although nine digits are mostly a phone number. */
const THREE_TIMES_THREE = /^\d{3}-\d{3}-\d{3}$/;

/** Returns the first 200 parts of the message that have the form of a code; no dates, amounts and parts of longer numbers. */
export function findCandidates({ textWithoutLinks }: NormalizedMessage, terms: Term[]): Candidate[] {
  const candidates: Candidate[] = [];
  WORD_WITH_DASHES.lastIndex = 0;
  while (candidates.length < MAX_CANDIDATES) {
    const match = WORD_WITH_DASHES.exec(textWithoutLinks);
    if (!match) break;
    // A candidate may start here. It may be longer than the word, or end inside it.
    const { index, 0: word } = match;
    const candidate =
      (word.length === 1 ? spacedCharactersAt(textWithoutLinks, index) : undefined) ??
      groupedDigitsAt(textWithoutLinks, index) ??
      groupedMixedAt(textWithoutLinks, index) ??
      unspacedAt(textWithoutLinks, index, word, terms);
    if (candidate === "longNumber") {
      WORD_WITH_DASHES.lastIndex = endOfLongNumber(textWithoutLinks, index);
    } else if (candidate) {
      candidates.push(candidate);
      WORD_WITH_DASHES.lastIndex = Math.max(candidate.end, WORD_WITH_DASHES.lastIndex);
    }
  }
  return candidates;
}

/** Reads a code with spaces between all characters: `4 0 7 1 9 2`, `k 3 w p z 7`. Excludes decoration such as `x x x x`. */
function spacedCharactersAt(text: string, start: number): Candidate | undefined {
  if (!standsAlone(text, start, start + 1)) return undefined;
  SPACED_CHARACTERS.lastIndex = start;
  const shown = SPACED_CHARACTERS.exec(text)?.[0];
  if (!shown) return undefined;
  const value = shown.replace(/\s/g, "");
  const isDecoration = !/\d/.test(value) && new Set(value).size < 3;
  return isDecoration ? undefined : createCandidate("spaced", start, shown, value);
}

const THOUSANDS = /^\d{1,3}(?: \d{3})+$/;

/**
 * Reads a code of six to eight digits in groups of one length or of four and two, or of nine in three groups: `123 456`, `12 34 56`,
 * `0042 91`, `123 456 789`. Returns `longNumber` for a card or phone number and for an amount (`12 345 €`), of which no part is a
 * code, and `undefined` for groups that are separate numbers.
 */
function groupedDigitsAt(text: string, start: number): Candidate | "longNumber" | undefined {
  if (!isDigit(text.charCodeAt(start))) return undefined;
  DIGIT_GROUPS.lastIndex = start;
  const shown = DIGIT_GROUPS.exec(text)?.[0];
  if (!shown) return undefined;
  const end = start + shown.length;
  const groups = shown.split(/ - | /);
  const value = groups.join("");
  const groupLength = groups[0]?.length ?? 0;
  const isOfEqualGroups = groupLength > 1 && groups.every(({ length }) => length === groupLength);
  const isGrouped = isOfEqualGroups || isFourAndTwo(shown, text.slice(end));
  if (!standsAlone(text, start, end)) {
    // From `€ ` before it to `,50 EUR` after it.
    const hasCurrency = textBefore(text, end + 7, shown.length + 9).match(AMOUNT);
    return hasCurrency && (isGrouped || THOUSANDS.test(shown)) ? "longNumber" : undefined;
  }
  // Nine digits in equal groups are three times three.
  const isCodeLength = value.length >= 6 && value.length <= 9;
  if (isGrouped && isCodeLength) return createCandidate("digits", start, shown, value);
  // Two groups may be a code and another number beside it, which are then read one by one.
  const isCardOrPhone = value.length > 8 && groups.length > 2;
  return isCardOrPhone ? "longNumber" : undefined;
}

/**
 * Whether four and two digits, in either order, are one code: `0042 91`, `4419 02.`. A leading zero, or a sentence that ends
 * after them, shows that the groups are not two separate numbers.
 */
function isFourAndTwo(shown: string, after: string): boolean {
  const isFourAndTwoDigits = /^(?:\d{4} \d\d|\d\d \d{4})$/.test(shown);
  const hasYear = /\b(?:19|20)\d\d\b/.test(shown); // `2026 12`
  if (!isFourAndTwoDigits || hasYear) return false;
  const hasLeadingZero = /\b0/.test(shown);
  const endsSentence = /^(?:$|\s*\n|[.;!?)\]」](?!\d))/.test(after);
  return hasLeadingZero || endsSentence;
}

const MIXED_GROUPS = /(?:(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{2,4} ){1,3}[A-Z\d]{2,4}(?=[ \t]*(?:\n|$))/y;

/** Reads `K7 P4 Q9` on its own line: six characters or more in groups of one length, all but the last with a letter and a digit. */
function groupedMixedAt(text: string, start: number): Candidate | undefined {
  MIXED_GROUPS.lastIndex = start;
  const shown = MIXED_GROUPS.exec(text)?.[0];
  const opensLine = shown !== undefined && !text.slice(text.lastIndexOf("\n", start) + 1, start).trim();
  if (!opensLine) return undefined;
  const [first = "", ...others] = shown.split(" ");
  const isOfOneLength = others.every(({ length }) => length === first.length);
  const value = shown.replaceAll(" ", "");
  return isOfOneLength && value.length >= 6 ? createCandidate("mixed", start, shown, value) : undefined;
}

/** Returns the end of the digits and spaces at `start`. The search goes on there, so no part of a phone number is a candidate. */
function endOfLongNumber(text: string, start: number): number {
  DIGITS_AND_SPACES.lastIndex = start;
  return start + (DIGITS_AND_SPACES.exec(text)?.[0].length ?? 0);
}

/**
 * Reads a code without spaces: three to ten digits (`123456`), digits that touch a word (`OTP123456`), letters and digits
 * (`A7K2Q9`), or letters (`HWKRBT`). `terms`: the known words of the message.
 */
function unspacedAt(text: string, start: number, shown: string, terms: Term[]): Candidate | undefined {
  const end = start + shown.length;
  if (!/\d/.test(shown)) {
    // Before `standsAlone`, which is slow: nearly all words of a message are letters that are no code.
    const letters = letterCodeAt(text, start, shown);
    return letters && standsAlone(text, start, end) ? letters : undefined;
  }
  const digitsTouchingWord = digitsBeforeWord(text, start, shown) ?? digitsAfterWord(text, start, shown, terms);
  if (digitsTouchingWord) return digitsTouchingWord;
  if (!standsAlone(text, start, end)) return undefined;
  if (/^\d{3,10}$/.test(shown)) return createCandidate("digits", start, shown);
  return dashedOrMixed(start, shown);
}

/** Reads digits that touch the word after them: `123456is`, `123456-BANK`, but not `1500ml`. */
function digitsBeforeWord(text: string, start: number, shown: string): Candidate | undefined {
  const digits = /^(\d{4,10})(?:-[A-Za-z-]{2,}|[a-z]{2,}|[A-Z][a-z]+)$/.exec(shown)?.[1];
  if (!digits || NUMBER_WITH_UNIT.test(shown)) return undefined;
  return isFragment(text, start, start + digits.length) ? undefined : createCandidate("digits", start, digits);
}

/** Reads digits that touch the word before them, if that means "code" or "is": `OTP123456`. */
function digitsAfterWord(text: string, wordStart: number, shown: string, terms: Term[]): Candidate | undefined {
  const word = /^[A-Za-z]+(?=\d{4,10}$)/.exec(shown)?.[0];
  if (!word) return undefined;
  const start = wordStart + word.length;
  const digits = shown.slice(word.length);
  const namesCode = terms.some((term) => term.end === start && isOfKind(term, codeWordKinds | wordKinds.is));
  const isCode = namesCode && !isFragment(text, start, start + digits.length);
  return isCode ? createCandidate("digits", start, digits) : undefined;
}

/** `482-KRT` is a code, although the second part could be a word. */
const DIGITS_AND_CAPITALS = /^\d{3}-[A-Z]{3}$/;
/** `xxx1234`, or a word with a short number: `route-66`, `12-month`. */
const MASK_OR_WORD = /^(?:xx+\d+|[a-z]{3,}-\d\d?|\d{1,3}-[a-z]+)$/i;

/**
 * Reads a code of digits with dashes (`123-456`), or of four to twelve letters and digits, which keeps its dashes (`A7K2-Q9`). From
 * `G-123456` it reads the digits, which are all that a person types. Masks (`xxx1234`), words with a short number (`route-66`) and
 * numbers with a unit (`20min`) are no codes, but `482-KRT` is a code.
 */
function dashedOrMixed(start: number, shown: string): Candidate | undefined {
  const value = shown.replaceAll("-", "");
  if (/^[\d-]+$/.test(shown)) return isDashedCode(shown) ? createCandidate("digits", start, shown, value) : undefined;
  if (/^[A-Z]{1,3}-\d{4,8}$/.test(shown)) return createCandidate("digits", start, shown, value.replace(/\D+/, ""));
  const isCodeLength = value.length >= 4 && value.length <= 12;
  const isMaskOrWord = MASK_OR_WORD.test(shown) && !DIGITS_AND_CAPITALS.test(shown);
  const isCode = isCodeLength && !isMaskOrWord && !NUMBER_WITH_UNIT.test(shown);
  return isCode ? createCandidate("mixed", start, shown) : undefined;
}

/** `31-12-2026`, `12-31-26`, `2026-12-31`. */
const DATE = /^(?:3[01]|[0-2]?\d)-(?:3[01]|[0-2]?\d)-(?:\d\d){1,2}$|^\d{4}-[01]?\d-[0-3]?\d$/;
/** `12-3456`, or three or four groups, one of which may be a single digit: `54-234-3`. */
const USUAL_GROUPS = /^(?:\d\d+-\d\d+|\d+(?:-\d+){2,3})$/;

/** Whether groups of digits are a code, neither a date nor a phone number: `123-456`, `54-234-3`, `123-456-789`. */
function isDashedCode(shown: string): boolean {
  const digitCount = shown.replaceAll("-", "").length;
  const hasCodeLength = digitCount >= 5 && (digitCount <= 8 || THREE_TIMES_THREE.test(shown));
  return hasCodeLength && USUAL_GROUPS.test(shown) && !DATE.test(shown);
}
