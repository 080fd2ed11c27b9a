import type { Candidate } from "../candidate.ts";
import { codeWordKinds, isOfKind, someOfKind, type Term, wordKinds } from "../text/lexicon.ts";
import type { NormalizedMessage } from "../text/normalize.ts";
import { spansStartingIn, textAfter, textBefore } from "../text/sentences.ts";
import { isTooLongForPin } from "./keyword-reach.ts";
import type { Keyword } from "./keywords.ts";

interface MeaningInput {
  message: NormalizedMessage;
  terms: Term[];
  keywords: Keyword[];
}

/** A keyword of the same sentence may stand up to this many characters away. */
const MAX_DISTANCE_TO_KEYWORD = 60;

/**
 * Returns, as a reason for the report, why a candidate is no code by the words directly beside it: a labelled number, an amount,
 * a duration, a short number to write to, a register entry. Returns `undefined` if they say nothing. `isOnlyValue`: the message
 * shows no other value that may be a code.
 */
export function findOtherMeaning(input: MeaningInput, candidate: Candidate, isOnlyValue: boolean): string | undefined {
  const { message, terms } = input;
  const text = message.textWithoutLinks;
  const byWord =
    meaningByWordBefore(input, candidate, isOnlyValue) ?? meaningByWordAfter(message.folded, candidate, terms);
  if (byWord) return byWord;
  if (isWrittenTo(text, candidate)) return "is written to";
  if (isPricedEntry(text, candidate, terms)) return "is an entry with a price";
  const register = registerBefore(text, candidate, terms);
  return register && `is numbered by «${register}»`;
}

/** Whether the text asks to write to the number: `text STOP to 45120`, or a Persian verb for "send" follows it. */
function isWrittenTo(text: string, { start, end }: Candidate): boolean {
  const longestRequest = 80;
  const isAskedBefore = /\b(?:te?xt|send|reply|msg)\b[^.\n]{0,60}\bto\s*$/i.test(
    textBefore(text, start, longestRequest),
  );
  const longestVerb = 8;
  return isAskedBefore || /^\s(?:بفرست|ارسال)/.test(textAfter(text, end, longestVerb));
}

/**
 * Returns why a word before the candidate makes it no code: `Order 774120`, `EUR 4410`. `isOnlyValue`: no other number of the
 * message could be the code, so it is one after all in `Code for your order: 774120`.
 */
function meaningByWordBefore(input: MeaningInput, candidate: Candidate, isOnlyValue: boolean): string | undefined {
  const { textWithoutLinks, folded } = input.message;
  const longestLabel = 40;
  for (const term of spansStartingIn(input.terms, candidate.start - longestLabel, candidate.start)) {
    const { start, end } = term;
    if (end > candidate.start) continue;
    const word = folded.slice(start, end);
    if (isLabelOf(input, term, candidate, isOnlyValue)) return `is called «${word}»`;
    // `Unsubscribe: 080-123-4567 4410`: adverts in Korea end with a telephone number, and the code to enter there.
    if (isOfKind(term, wordKinds.boilerplate) && UNSUBSCRIBE_GAP.test(textWithoutLinks.slice(end, candidate.start)))
      return "ends an advert";
    if (isOfKind(term, wordKinds.money) && /^[ .]*$/.test(folded.slice(end, candidate.start)))
      return `is an amount of «${word}»`;
  }
  return undefined;
}

/** Returns why a unit right after the number makes it no code, also within the candidate: `15 minutes`, `15-minute`, `4410EUR`. */
function meaningByWordAfter(folded: string, { start, end, value }: Candidate, terms: Term[]): string | undefined {
  for (const term of spansStartingIn(terms, start + 1, end + 2)) {
    // In a candidate such as `4410EUR`, all before the unit must be digits.
    const gap = folded.slice(term.start < end ? start : end, term.start);
    const isRightAfter = term.end >= end && !/[^\d -]/.test(gap);
    if (!isRightAfter) continue;
    const word = folded.slice(term.start, term.end);
    if (isOfKind(term, wordKinds.money)) return `is an amount of «${word}»`;
    // Counts are short: nobody writes `482913 minutes`.
    if (isOfKind(term, wordKinds.unit) && value.length < 5) return `counts «${word}»`;
  }
  return undefined;
}

/** `무료수신거부 080-123-4567 인증번호 4410`: a telephone number, and perhaps one more word. */
const UNSUBSCRIBE_GAP = /^[\s:()-]*\d[\d\s()-]{5,14}\p{L}{0,8}[\s:]*$/u;

/** A label, perhaps with "no." or "id", and punctuation before the number: `Order no. 774120`. */
const LABEL_GAP = /^[\s:#.*/()-]*(?:no|nr|num|number|id|in)?[\s:#.*(-]*$/;
/** `ending with 4821`, but not `confirm the payment with 482913`. */
const ENDING_GAP = /^\s(?:with|in)\s$/;

/** `Número de tarea 774120`: languages that put the thing after the word for a number. */
const THING_GAP = /^(?:\s\p{L}{1,20}){1,3}[\s:#]{1,3}$/u;
/** Words of these kinds make such a number a code (`Número de verificación`) or begin another statement about it. */
const NOT_IN_THING_GAP = codeWordKinds | wordKinds.verify | wordKinds.enter | wordKinds.is;

/**
 * Whether `term` is a label such as "order" that makes the number after it no code: `Order 774120`. It does not if
 * - it is a keyword itself: "number" is one in `Security number: 4821`;
 * - it names a person or thing, and a keyword follows the number: `Dear customer: 123456 is your code`;
 * - a word for a code precedes it: `Code for your account: 123456`. Only if the number is the only value that may be a code.
 */
function isLabelOf(input: MeaningInput, term: Term, candidate: Candidate, isOnlyValue: boolean): boolean {
  const { message, terms, keywords } = input;
  const { folded } = message;
  // A word that may also mean a code or "with" does not count as a label.
  const isLabel =
    isOfKind(term, wordKinds.label | wordKinds.otherThing) && !isOfKind(term, codeWordKinds | wordKinds.with);
  const gap = folded.slice(term.end, candidate.start);
  if (!isLabel || !fillsLabelGap(gap, term, candidate, terms)) return false;
  const isKeyword = spansStartingIn(keywords, term.start, term.start + 1).some(({ kind }) => kind === "one_time");
  const isNamedAfter = isOfKind(term, wordKinds.otherThing) && isFollowedByKeyword(folded, candidate, terms, keywords);
  const isNamedBefore = isOnlyValue && gap.includes(":") && isPrecededByCodeWord(folded, term.start, terms);
  return !isKeyword && !isNamedAfter && !isNamedBefore;
}

/**
 * Whether `gap`, the text between the label `term` and a number, shows that the label means the number: only marks and perhaps "no."
 * (`Order no. 774120`), "with" or "in" (`account ending with 4821`), or, after a word for "number", up to three words that name a thing
 * (`Número de tarea 774120`). Words of verifying name a code (`Número de verificación`), others make another statement
 * (`Número para entrar`).
 */
function fillsLabelGap(gap: string, term: Term, candidate: Candidate, terms: Term[]): boolean {
  const isInSameParagraph = !/\.\s*\n|\n\n/.test(gap);
  if (!isInSameParagraph) return false;
  if (LABEL_GAP.test(gap)) return true;
  if (isOfKind(term, wordKinds.label) && ENDING_GAP.test(gap)) return true;
  const isThingGap = isOfKind(term, wordKinds.number) && THING_GAP.test(gap);
  return isThingGap && !someOfKind(spansStartingIn(terms, term.end, candidate.start), NOT_IN_THING_GAP);
}

/** A heading with a colon, and the words between it and the number: `Gas meter reading: code `. Captures the heading. */
const HEADING_BEFORE = /(?:^|[\n.!?])\s*([^\n.!?:\d]{3,40}):\s*[^\n\d:]{2,24}$/;
/** A comma and an amount after a number: `, €45`, `, 45 €`, `, 45 EUR`. Captures the first letter of the currency's name. */
const PRICE_AFTER = /^\s?[,;،、]\s?(?:\p{Sc}\s?\d|\d[\d.,]*\s?(?:\p{Sc}|(\p{L})))/u;
/** A second word, or a second character of an East Asian script, which has no spaces. */
const SEVERAL_WORDS = /\S[\s\u3040-\ud7af]/;

/**
 * Whether the number is part of a priced entry, as in a bill: a heading of several words and a colon precede it, and an amount follows,
 * as in `Gas meter reading: code 774120, 45 EUR`. A heading of one word, such as `Code:`, may well introduce a code.
 */
function isPricedEntry(text: string, { start, end }: Candidate, terms: Term[]): boolean {
  const longestHeading = 70;
  const heading = HEADING_BEFORE.exec(textBefore(text, start, longestHeading))?.[1] ?? "";
  const longestPrice = 20;
  const [price, firstLetterOfCurrency] = PRICE_AFTER.exec(textAfter(text, end, longestPrice)) ?? [];
  if (!price || !SEVERAL_WORDS.test(heading)) return false;
  const hasCurrencySign = firstLetterOfCurrency === undefined;
  const currencyStart = end + price.length - 1; // the pattern ends with the currency's first letter
  return hasCurrencySign || someOfKind(spansStartingIn(terms, currencyStart, currencyStart + 1), wordKinds.money);
}

/** Two to six capitals and dots, then perhaps a country: `HRB`, `U.S.`, `VAT DE`. */
const REGISTER_ABBREVIATION = /(?:^|[\s(·|,–—])(\p{Lu}[\p{Lu}.]{1,5})[.:]? ?(?:\p{Lu}{2})?$/u;

/**
 * Returns the capitals right before a long number, which is an entry of a register: `HRB` for the commercial register's `HRB 12345678`.
 * Returns `undefined` for shorter numbers, and if the capitals are a word for a code or end one of several words: `OTP 12345678`. "PIN"
 * before a number longer than PINs are counts as a register: the number is then no code either way.
 */
function registerBefore(text: string, { start, value }: Candidate, terms: Term[]): string | undefined {
  const longestAbbreviation = 12;
  const longestCodeWord = 20;
  const shortestEntry = 7;
  const before = textBefore(text, start, longestAbbreviation);
  const register = REGISTER_ABBREVIATION.exec(before)?.[1];
  if (!register || value.length < shortestEntry) return undefined;
  const registerStart = start - before.length + before.lastIndexOf(register);
  const namesCode = spansStartingIn(terms, registerStart - longestCodeWord, registerStart + 1).some(
    (term) => term.end > registerStart && isOfKind(term, codeWordKinds) && !isTooLongForPin(value, term),
  );
  return namesCode ? undefined : register;
}

/** Whether a word such as "is" and a keyword for a one-time code follow the number: `Dear customer: 123456 is your code`. */
function isFollowedByKeyword(folded: string, { end }: Candidate, terms: Term[], keywords: Keyword[]): boolean {
  // Right after one space: `123456 is`.
  const isFollowedByIs = folded[end] === " " && someOfKind(spansStartingIn(terms, end + 1, end + 2), wordKinds.is);
  if (!isFollowedByIs) return false;
  return spansStartingIn(keywords, end, end + MAX_DISTANCE_TO_KEYWORD).some(
    ({ kind, start }) => kind === "one_time" && !/[.\n]/.test(folded.slice(end, start)),
  );
}

/** Whether a word for a code precedes the label in its sentence and names the number instead: `Code for your account: 123456`. */
function isPrecededByCodeWord(folded: string, labelStart: number, terms: Term[]): boolean {
  return spansStartingIn(terms, labelStart - MAX_DISTANCE_TO_KEYWORD, labelStart).some(
    (term) => isOfKind(term, codeWordKinds) && !/[.\n]/.test(folded.slice(term.end, labelStart)),
  );
}
