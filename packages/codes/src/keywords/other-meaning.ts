import type { Candidate } from "../candidates.ts";
import { codeWordKinds, type Term, wordKinds } from "../text/lexicon.ts";
import { spansStartingIn, textAfter, textBefore } from "../text/sentences.ts";
import type { Keyword } from "./keywords.ts";

/** A keyword of the same sentence may stand up to this many characters away. */
const KEYWORD_REACH = 60;
/** A label begins at most this many characters before its number. */
const LABEL_REACH = 40;

/**
 * Returns, as a reason for the report, why a candidate is no code by the words directly beside it: a labelled number, an amount,
 * a duration, a short number to write to, a register entry. Returns `undefined` if they say nothing. `isOnlyNumber`: the message
 * has no other number.
 */
export function findOtherMeaning(
  text: string,
  folded: string,
  candidate: Candidate,
  terms: Term[],
  keywords: Keyword[],
  isOnlyNumber: boolean,
): string | undefined {
  // A label begins within 40 characters before the number. A unit or a currency follows within two: `5 minutes`.
  for (const term of spansStartingIn(terms, candidate.start - LABEL_REACH, candidate.end + 3)) {
    const { kinds, start, end } = term;
    const word = folded.slice(start, end);
    if (end <= candidate.start) {
      if (isLabelOf(folded, term, candidate, terms, keywords, isOnlyNumber)) return `is called «${word}»`;
      // `Unsubscribe: 080-123-4567 4410`
      if (kinds & wordKinds.boilerplate && UNSUBSCRIBE_GAP.test(text.slice(end, candidate.start)))
        return "ends an advert";
      const isMoney = kinds & wordKinds.money;
      if (isMoney && /^[ .]*$/.test(folded.slice(end, candidate.start))) return `is an amount of «${word}»`;
    } else if (start >= candidate.end && /^[ -]?$/.test(folded.slice(candidate.end, start))) {
      if (kinds & wordKinds.money) return `is an amount of «${word}»`;
      // Counts are short: nobody writes `482913 minutes`.
      if (kinds & wordKinds.unit && candidate.value.length < 5) return `counts «${word}»`;
    }
  }
  // Enough for the patterns below: `text`, up to 60 characters, and `to`.
  const before = textBefore(text, candidate.start, 80);
  // `text STOP to 45120`, or a Persian verb for "send" after the number
  const isWrittenTo = /\b(?:te?xt|send|reply|msg)\b[^.\n]{0,60}\bto\s*$/i.test(before);
  if (isWrittenTo || /^\s(?:بفرست|ارسال)/.test(textAfter(text, candidate.end, 8))) return "is written to";
  if (isPricedEntry(text, candidate, terms)) return "is an entry with a price";
  const register = registerBefore(before, candidate, terms);
  return register && `is numbered by «${register}»`;
}

/** `무료수신거부 080-123-4567 인증번호 4410`: a telephone number, and perhaps one more word. */
const UNSUBSCRIBE_GAP = /^[\s:()-]*\d[\d\s()-]{5,14}\p{L}{0,8}[\s:]*$/u;

/** A label, perhaps with "no." or "id", and punctuation before the number: `Order no. 774120`. */
const LABEL_GAP = /^[\s:#.*/()-]*(?:no|nr|num|number|id|in)?[\s:#.*(-]*$/;
/** `ending with 4821`, but not `confirm the payment with 482913`. */
const ENDING_GAP = /^\s(?:with|in)\s$/;

/** `Número de tarea 774120`: languages that put the thing after the word for a number. */
const THING_GAP = /^(?:\s\p{L}{1,20}){1,3}[\s:#]{1,3}$/u;

/** Whether `term` is a label of the candidate, such as "order" or "account", and no keyword claims the number. */
function isLabelOf(
  folded: string,
  { kinds, start, end }: Term,
  candidate: Candidate,
  terms: Term[],
  keywords: Keyword[],
  isOnlyNumber: boolean,
): boolean {
  // A `label` such as "account" names the number after it, an `other` word such as "customer" the kind of a code. Words for a
  // code or for "with" may have a second meaning as a label, which does not count here.
  if (!(kinds & (wordKinds.label | wordKinds.other)) || kinds & (codeWordKinds | wordKinds.with)) return false;
  const gap = folded.slice(end, candidate.start);
  const isInSameParagraph = !/[.!?]\s*\n|\n\n/.test(gap);
  // `Número de tarea 774120`: the thing follows the word for a number.
  const isNumberOfThing =
    kinds & wordKinds.number && THING_GAP.test(gap) && spansStartingIn(terms, end, candidate.start).every(isUnrelated);
  // `account ending with 4821`
  const isLabelWithEnding = kinds & wordKinds.label && ENDING_GAP.test(gap);
  const isNextToLabel = LABEL_GAP.test(gap) || isLabelWithEnding || isNumberOfThing;
  if (!isNextToLabel || !isInSameParagraph) return false;
  const isKeyword = spansStartingIn(keywords, start, start + 1).some(({ kind }) => kind === "one_time");
  if (isKeyword) return false;
  // `Dear customer: 123456 is your code`
  if (kinds & wordKinds.other && isFollowedByKeyword(folded, candidate, terms, keywords)) return false;
  // `Code for your account: 123456`: with no other number, the word "code" means this one.
  return !(isOnlyNumber && gap.includes(":") && belongsToKeyword(folded, start, terms));
}

const HEADING_BEFORE = /(?:^|[\n.!?])\s*([^\n.!?:：\d]{3,40})[:：]\s*[^\n\d:：]{2,24}$/;
const PRICE_AFTER = /^\s?[,;،、]\s?(?:\p{Sc}\s?\d|\d[\d.,]*\s?(?:\p{Sc}|(\p{L})))/u;
/** A second word, or a second character of an East Asian script, which has no spaces. */
const SEVERAL_WORDS = /\S[\s\u3040-\ud7af]/;

/** Whether a heading of several words and a colon precedes, and an amount follows: `Gas meter reading: code 774120, 45 EUR`. */
function isPricedEntry(text: string, { start, end }: Candidate, terms: Term[]): boolean {
  // As many characters as the patterns can match.
  const heading = HEADING_BEFORE.exec(textBefore(text, start, 70))?.[1] ?? "";
  const price = PRICE_AFTER.exec(textAfter(text, end, 20));
  // A heading of one word, such as `Code:`, may well introduce a code.
  if (!price || !SEVERAL_WORDS.test(heading)) return false;
  // The text from the candidate's end to the currency, of which only the first letter was matched.
  const [matched, currencyLetter] = price;
  if (currencyLetter === undefined) return true; // a currency sign
  // That letter must begin the name of a currency.
  const currencyStart = end + matched.length - 1;
  return spansStartingIn(terms, currencyStart, currencyStart + 1).some(({ kinds }) => kinds & wordKinds.money);
}

/** Whether a word speaks neither of codes nor of typing them. */
function isUnrelated({ kinds }: Term): boolean {
  return !(kinds & (codeWordKinds | wordKinds.verify | wordKinds.enter | wordKinds.joining));
}

/** Two to six capitals and dots, then perhaps a country: `HRB`, `U.S.`, `VAT DE`. */
const REGISTER_ABBREVIATION = /(?:^|[\s(·|,–—])(\p{Lu}[\p{Lu}.]{1,5})[.:]?[  ]?(?:\p{Lu}{2})?$/u;
/** Shorter numbers are not entries of a register. */
const MIN_REGISTER_DIGITS = 7;
const MAX_PIN_DIGITS = 8;

/** Returns the capitals right before a long number, such as a commercial register's: `HRB 12345678`. */
function registerBefore(before: string, { start, value }: Candidate, terms: Term[]): string | undefined {
  const register = REGISTER_ABBREVIATION.exec(before)?.[1];
  // Shorter numbers are no entries of a register.
  if (!register || value.length < MIN_REGISTER_DIGITS) return undefined;
  const registerStart = start - before.length + before.lastIndexOf(register);
  // `OTP 12345678`: here the capitals are a keyword, or the end of one that began up to 20 characters earlier. "PIN" is none
  // before nine digits or more, because a PIN has at most eight.
  const isKeyword = spansStartingIn(terms, registerStart - 20, registerStart + 1).some((term) => {
    const isTooLongForPin = term.kinds & wordKinds.pin && value.length > MAX_PIN_DIGITS;
    return term.end > registerStart && term.kinds & codeWordKinds && !isTooLongForPin;
  });
  return isKeyword ? undefined : register;
}

/** Whether a joining word and a keyword for a one-time code follow the number: `Dear customer: 123456 is your code`. */
function isFollowedByKeyword(folded: string, { end }: Candidate, terms: Term[], keywords: Keyword[]): boolean {
  const isFollowedByIs = spansStartingIn(terms, end, end + 4).some(
    ({ kinds, start }) => kinds & wordKinds.joining && folded.slice(end, start) === " ",
  );
  return (
    isFollowedByIs &&
    spansStartingIn(keywords, end, end + KEYWORD_REACH).some(
      ({ kind, start }) => kind === "one_time" && !/[.\n]/.test(folded.slice(end, start)),
    )
  );
}

/** Whether a keyword precedes the label in its sentence and names the number instead: `Code for your account: 123456`. */
function belongsToKeyword(folded: string, labelStart: number, terms: Term[]): boolean {
  return spansStartingIn(terms, labelStart - KEYWORD_REACH, labelStart).some(
    ({ kinds, end }) => kinds & codeWordKinds && !/[.\n]/.test(folded.slice(end, labelStart)),
  );
}
