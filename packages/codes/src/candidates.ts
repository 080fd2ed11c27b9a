import { isDigit, isWordLetter } from "./text/letters.ts";
import { codeWordKinds, type Term, wordKinds } from "./text/lexicon.ts";
import type { NormalizedMessage } from "./text/normalize.ts";
import { textAfter, textBefore } from "./text/sentences.ts";

/** `spaced` is one character at a time: `4 0 7 1`. Letters alone and three digits need more evidence than six digits. */
export type Shape = "digits" | "mixed" | "letters" | "spaced";

/** A part of the message that has the form of a code. */
export interface Candidate {
  start: number;
  end: number;
  shape: Shape;
  /** What a person types: without spaces, and without dashes between digits. */
  value: string;
}

const MAX_CANDIDATES = 200;

const WORD_WITH_DASHES = /[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*/g;
/** Groups of digits with spaces between, or `123 - 456`. */
const DIGIT_GROUPS = /\d{1,4}(?: \d{1,4}){1,8}(?![\d-])|\d{3} - \d{3}(?![\d-])/y;
const DIGITS_AND_SPACES = /[\d ]+/y;
const SPACED_CHARACTERS = /[A-Za-z0-9](?:[ \t]{1,2}[A-Za-z0-9]){3,9}(?![A-Za-z0-9])/y;
/** A number with a unit, an ordinal or a mask: `20min`, `1st`, `41xx`. */
const NUMBER_WITH_UNIT = /^\d+(?:st|[nr]d|th|mins?|secs?|hrs?|[ap]m|k[gm]|[gmkt]b|px|ml|[cm]m|pts|xx+)$/i;

/** Returns the first 200 parts of the message that have the form of a code; no dates, amounts and parts of longer numbers. */
export function findCandidates({ textWithoutLinks }: NormalizedMessage, terms: Term[]): Candidate[] {
  const candidates: Candidate[] = [];
  WORD_WITH_DASHES.lastIndex = 0;
  while (candidates.length < MAX_CANDIDATES) {
    const match = WORD_WITH_DASHES.exec(textWithoutLinks);
    if (!match) break;
    const { index, 0: word } = match; // where a candidate may start; it may be longer, or end inside the word
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
  const isRepeatedLetters = !/\d/.test(value) && new Set(value).size < 3;
  return isRepeatedLetters ? undefined : { start, end: start + shown.length, shape: "spaced", value };
}

/** Reads a code in groups of digits: `123 456`, `12 34 56`. Returns `longNumber` for a card or phone number: no part is a code. */
function groupedDigitsAt(text: string, start: number): Candidate | "longNumber" | undefined {
  if (!isDigit(text.charCodeAt(start))) return undefined;
  DIGIT_GROUPS.lastIndex = start;
  const shown = DIGIT_GROUPS.exec(text)?.[0];
  if (!shown || !standsAlone(text, start, start + shown.length)) return undefined;
  const groups = shown.split(/ - | /);
  const groupLength = groups[0]?.length ?? 0;
  const hasEqualGroups = groups.every(({ length }) => length === groupLength);
  const value = groups.join("");
  // Fewer than six digits are mostly separate numbers. Nine are a phone number, except that three groups of three may be a code.
  const isThreeTimesThree = groupLength === 3 && groups.length === 3;
  const isCodeLength = value.length >= 6 && (value.length <= 8 || isThreeTimesThree);
  const isGrouped = (hasEqualGroups && groupLength > 1) || isFourAndTwo(groups, text.slice(start + shown.length));
  if (isGrouped && isCodeLength) return { start, end: start + shown.length, shape: "digits", value };
  // Two groups may be a code and another number beside it, which are then read one by one.
  const isCardOrPhone = value.length > 8 && groups.length > 2;
  return isCardOrPhone ? "longNumber" : undefined;
}

/**
 * Whether four and two digits are one code: `0042 91`, `4419 02.`. A leading zero, or a sentence that ends after them, shows
 * that the groups are not two separate numbers.
 */
function isFourAndTwo(groups: string[], after: string): boolean {
  const shown = groups.join(" ");
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
  if (!shown || !/(?:^|\n)[ \t]*$/.test(textBefore(text, start, 12))) return undefined; // 12: no deep indentation
  const [first = "", ...others] = shown.split(" ");
  const isOfOneLength = others.every(({ length }) => length === first.length);
  const value = shown.replaceAll(" ", "");
  return isOfOneLength && value.length >= 6 ? { start, end: start + shown.length, shape: "mixed", value } : undefined;
}

/** Returns the end of the digits and spaces at `start`. The search goes on there, so no part of a phone number is a candidate. */
function endOfLongNumber(text: string, start: number): number {
  DIGITS_AND_SPACES.lastIndex = start;
  return start + (DIGITS_AND_SPACES.exec(text)?.[0].length ?? 0);
}

/** Reads a code without spaces: `123456`, `OTP123456`, `A7K2Q9`, `HWKRBT`. `terms`: the known words of the message. */
function unspacedAt(text: string, start: number, shown: string, terms: Term[]): Candidate | undefined {
  const end = start + shown.length;
  if (/^\d+$/.test(shown)) {
    const isCodeLength = shown.length >= 3 && shown.length <= 10; // fewer are a count, more an account or a phone number
    return isCodeLength && standsAlone(text, start, end) ? { start, end, shape: "digits", value: shown } : undefined;
  }
  // Most words have no digits, and `lettersOnly` rejects nearly all of them cheaply. So it runs before `standsAlone`.
  if (!/\d/.test(shown)) {
    const letters = lettersOnly(text, start, shown);
    return letters && standsAlone(text, start, end) ? letters : undefined;
  }
  const gluedDigits = digitsGluedToWord(text, start, shown, terms);
  if (gluedDigits) return gluedDigits;
  return standsAlone(text, start, end) ? mixedCharacters(start, shown) : undefined;
}

/** Reads digits that touch a word, but not `1500ml`: `123456is`, `123456-BANK`, or `OTP123456` if the word means "code" or "is". */
function digitsGluedToWord(text: string, start: number, shown: string, terms: Term[]): Candidate | undefined {
  const digitsFirst = /^(\d{4,10})(?:-[A-Za-z-]{2,}|[a-z]{2,}|[A-Z][a-z]+)$/.exec(shown)?.[1];
  if (digitsFirst && !NUMBER_WITH_UNIT.test(shown)) {
    const end = start + digitsFirst.length;
    if (standsAlone(text, start, end, { isGlued: true })) return { start, end, shape: "digits", value: digitsFirst };
  }
  const word = /^[A-Za-z]+(?=\d{4,10}$)/.exec(shown)?.[0];
  if (!word) return undefined;
  const digitsStart = start + word.length;
  const end = start + shown.length;
  const wordNamesCode = terms.some(
    (term) => term.end === digitsStart && term.kinds & (codeWordKinds | wordKinds.joining),
  );
  return wordNamesCode && standsAlone(text, digitsStart, end, { isGlued: true })
    ? { start: digitsStart, end, shape: "digits", value: shown.slice(word.length) }
    : undefined;
}

/** Reads a code of digits with dashes or letters: `123-456`, `G-123456`, `A7K2-Q9`. */
function mixedCharacters(start: number, shown: string): Candidate | undefined {
  const end = start + shown.length;
  if (/^[\d-]+$/.test(shown)) {
    return isDashedCode(shown) ? { start, end, shape: "digits", value: shown.replaceAll("-", "") } : undefined;
  }
  // The form beside `G-123456` asks for the digits only.
  if (/^[A-Z]{1,3}-\d{4,8}$/.test(shown)) return { start, end, shape: "digits", value: shown.replace(/.*-/, "") };
  const { length } = shown.replaceAll("-", ""); // four to twelve in codes with letters
  if (length < 4 || length > 12 || NUMBER_WITH_UNIT.test(shown)) return undefined;
  // No codes: `xxx1234` is masked, `route-66` and `12-month` are a word with a short number. `482-KRT` is a code.
  const isTriples = /^\d{3}-[A-Z]{3}$/.test(shown);
  if (!isTriples && /^(?:xx+\d+|[a-z]{3,}-\d\d?|\d{1,3}-[a-z]+)$/i.test(shown)) return undefined;
  return { start, end, shape: "mixed", value: shown };
}

/** `123-456`, `54-234-3` or `123-456-789`, but neither a date nor a phone number. */
function isDashedCode(shown: string): boolean {
  const groups = shown.split("-");
  const digits = shown.length - groups.length + 1;
  // `31-12-2026`, `12-31-26`, `2026-12-31`
  const isDate = /^(?:3[01]|[0-2]?\d)-(?:3[01]|[0-2]?\d)-(?:\d\d){1,2}$|^\d{4}-[01]?\d-[0-3]?\d$/.test(shown);
  // A group of one digit is usual only among three or more groups.
  const hasUsualGroups = groups.length <= 4 && groups.every(({ length }) => length > 1 || groups.length > 2);
  const isThreeTimesThree = groups.length === 3 && groups.every(({ length }) => length === 3);
  const hasUsualLength = digits >= 5 && (digits <= 8 || isThreeTimesThree); // more are a phone number
  return hasUsualLength && hasUsualGroups && !isDate;
}

/** Four groups of five letters with dashes. */
const MAX_LETTERS = 23;
/** Capitals, small letters, groups of capitals, or capitals within small letters: not `Hello`, which is a word. */
const LETTERS_OF_CODE = /^(?:[A-Z]{4,10}|[a-z]{5,8}|[A-Z]{2,5}(?:-[A-Z]{2,5}){1,3}|[A-Za-z]*[a-z][A-Z][A-Za-z]*)$/;

/** `WDJB-MJHT`, which a device shows to be typed on another: consonants in two groups (RFC 8628, section 6.1). */
export const DEVICE_CODE = /^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/;

/**
 * Reads a code of letters without digits. Most letters are ordinary words, so they count only where codes stand: after a
 * delimiter (`Code: hwkrbt`), in capitals after a short word (`is HWKRBT`), or in groups on their own line (`PKRW-NTJH`).
 */
function lettersOnly(text: string, start: number, shown: string): Candidate | undefined {
  if (shown.length > MAX_LETTERS || !LETTERS_OF_CODE.test(shown)) return undefined;
  // A small word after another one: the usual case, decided first.
  const followsWord = text[start - 1] === " " && isWordLetter(text.charCodeAt(start - 2));
  if (followsWord && /^[a-z]/.test(shown) && !isUnpronounceable(shown)) return undefined;
  const end = start + shown.length;
  if (DEVICE_CODE.test(shown)) return { start, end, shape: "mixed", value: shown }; // as random as letters and digits
  // Enough for a delimiter with quotes and line ends, and for the start of the next word.
  const before = textBefore(text, start, 12);
  const after = textAfter(text, end, 24);
  const isOnOwnLine = /\n\s*$/.test(before) && /^[ \t]*(?:\n|$)/.test(after);
  const isGrouped = /^[A-Z]{3,5}(?:-[A-Z]{3,5}){1,2}$/.test(shown);
  const isRandom = isUnpronounceable(shown);
  const followsDelimiter = /[:=>»「『"'`*][ \t\n"'`“„«*]*$/.test(before);
  const isCapitalsAfterShortWord = shown === shown.toUpperCase() && /\b\w{2,4} ["'`]?$/.test(before);
  // `token is vbnkpw`: small letters that are no word.
  const isRandomAfterShortWord = isRandom && /(?<!\p{L})\p{L}{1,5} ["'`]?$/u.test(before);
  const standsAlone = isOnOwnLine && (isGrouped || isRandom);
  const isIntroduced = followsDelimiter || isCapitalsAfterShortWord || isRandomAfterShortWord;
  if (!standsAlone && !isIntroduced) return undefined;
  // Before more words, letters are the first of them: `Code: please enter`.
  const endsPhrase = /^["'`»」』*]*(?:\s*$|\s*\n|[.,;!]|\s+\p{Lu}\p{Ll})/u.test(after);
  return endsPhrase ? { start, end, shape: "letters", value: shown } : undefined;
}

/** Whether letters hardly form a word: no vowel, or five consonants in a row. Four letters or fewer may be an abbreviation. */
export function isUnpronounceable(letters: string): boolean {
  return letters.length > 4 && (!/[aeiouy]/i.test(letters) || /[^aeiouy-]{5}/i.test(letters));
}

/** `€12`, `1.`, `+49`, `a/`, `x*`: what comes next continues an amount, a number, a path or a mask. */
const CONTINUES_BEFORE = /\p{Sc}\s?$|[%°•●]$|\d[.,:/'’+-]$|[+_&?~@]$|[\p{L}\d][/\\]$|[^*\s]\*$/u;
/** `is Tulip!` before `4821`: the end of a password, whose digits alone are worth nothing. */
const CONTINUES_PASSWORD = /(?:[:=]\s?|\s(?:is|ist|es|est|è|é)\s)\S*\p{L}[!#$^*?~]$/u;
/** A number of minutes, in the languages where the word begins so. */
export const MINUTES = /(?<!\d)\d{1,2}\s?(?:min|мин|хв|dak|λεπτ|分|분)/iu;
/** `12€`, `12%`, `12.5`, `12**3`: what came before is continued. */
const CONTINUES_AFTER = /^\s?\p{Sc}|^[%°•●@]|^[.,:/'’+]\d|^\*\*?\d|^\*\*\*/u;

/** Returns false if the text beside a range makes it part of a longer number, amount, date, mask or, unless `isGlued`, of a word. */
function standsAlone(text: string, start: number, end: number, { isGlued } = { isGlued: false }): boolean {
  if (!isGlued && (joinsWord(text.charCodeAt(start - 1)) || joinsWord(text.charCodeAt(end)))) return false;
  const before = textBefore(text, start, 3); // as many characters as the patterns look at
  const after = textAfter(text, end, 3);
  const isUserName = end - start < 5 && /[a-z]\.$/.test(before); // `ben.2001`: a short number, often a year, after a name
  if (isUserName || CONTINUES_BEFORE.test(before)) return false;
  // `482913,5分钟`: the comma separates the code, of four digits or more, from the minutes for which it is valid.
  const isBeforeValidity =
    end - start > 3 && text[end] === "," && MINUTES.exec(textAfter(text, end + 1, 8))?.index === 0;
  if (CONTINUES_AFTER.test(after) && !isBeforeValidity) return false;
  const followsMark = /[!#$^*?~]$/.test(before); // `is Tulip!4821`: the end of a password
  return !followsMark || !CONTINUES_PASSWORD.test(textBefore(text, start, 40));
}

/** Whether a digit or a letter beside a number makes both one word. */
function joinsWord(codeUnit: number): boolean {
  if (isDigit(codeUnit)) return true;
  return codeUnit < 0x590 && isWordLetter(codeUnit); // from Hebrew on, languages attach words to a code or have no spaces
}
