import { type Candidate, createCandidate } from "./candidate.ts";
import { textAfter, textBefore } from "./text/sentences.ts";

/** Capitals, small letters, groups of capitals, or capitals within small letters: not `Hello`, which is a word. */
const LETTERS_OF_CODE = /^(?:[A-Z]{4,10}|[a-z]{5,8}|[A-Z]{2,5}(?:-[A-Z]{2,5}){1,3}|[A-Za-z]*[a-z][A-Z][A-Za-z]*)$/;

/** `WDJB-MJHT`, which a device shows to be typed on another: consonants in two groups (RFC 8628, section 6.1). */
export const DEVICE_CODE = /^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/;

/**
 * Reads a code of letters without digits, which `shown` may be. Most letters are ordinary words, so they count only at the end of a
 * phrase, where codes stand: after a delimiter (`Code: hwkrbt`), after a short word (`is HWKRBT`), or on their own line, in groups
 * (`PKRW-NTJH`) or unpronounceable (`hwkrbt`). A device code (`WDJB-MJHT`) is as random as letters and digits, and so may stand anywhere.
 */
export function letterCodeAt(text: string, start: number, shown: string): Candidate | undefined {
  const lengthOfFourGroupsOfFive = 23;
  if (shown.length > lengthOfFourGroupsOfFive || !LETTERS_OF_CODE.test(shown)) return undefined;
  if (DEVICE_CODE.test(shown)) return createCandidate("mixed", start, shown);
  const longestDelimiter = 12;
  const before = textBefore(text, start, longestDelimiter);
  const longestEndOfPhrase = 24;
  const after = textAfter(text, start + shown.length, longestEndOfPhrase);
  const isRandom = isUnpronounceable(shown);
  const isGrouped = /^[A-Z]{3,5}(?:-[A-Z]{3,5}){1,2}$/.test(shown);
  const isOnOwnLine = /\n\s*$/.test(before) && /^[ \t]*(?:\n|$)/.test(after);
  const isCodeOnOwnLine = isOnOwnLine && (isGrouped || isRandom);
  const isPlacedLikeCode = isCodeOnOwnLine || isIntroduced(before, shown, isRandom);
  return isPlacedLikeCode && endsPhrase(after) ? createCandidate("letters", start, shown) : undefined;
}

/** Whether a phrase ends before `after`: `Code: HWKRBT`, `Code: HWKRBT Thanks`, but not `Code: please enter`, which goes on. */
function endsPhrase(after: string): boolean {
  return /^["'`»」』*]*(?:\s*$|\s*\n|[.,;!]|\s+\p{Lu}\p{Ll})/u.test(after);
}

/**
 * Whether the text before letters introduces a code. After a delimiter, any letters may be one: `Code: hwkrbt`. After a short word,
 * such as "is", only capitals or letters that form no word: `is HWKRBT`, `token is vbnkpw`, but not `is ready`.
 */
function isIntroduced(before: string, letters: string, isRandom: boolean): boolean {
  const followsDelimiter = /[:=>»「『"'`*][ \t\n"'`“„«*]*$/.test(before);
  const isCapitalsAfterShortWord = letters === letters.toUpperCase() && /\b\w{2,4} ["'`]?$/.test(before);
  const isRandomAfterShortWord = isRandom && /(?<!\p{L})\p{L}{1,5} ["'`]?$/u.test(before);
  return followsDelimiter || isCapitalsAfterShortWord || isRandomAfterShortWord;
}

/** Whether letters hardly form a word: no vowel, or five consonants in a row. Four letters or fewer may be an abbreviation. */
export function isUnpronounceable(letters: string): boolean {
  return letters.length > 4 && (!/[aeiouy]/i.test(letters) || /[^aeiouy-]{5}/i.test(letters));
}
