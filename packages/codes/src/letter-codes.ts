import { type Candidate, createCandidate } from "./candidate.ts";
import { isWordLetter } from "./text/letters.ts";
import { textAfter, textBefore } from "./text/sentences.ts";

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
export function letterCodeAt(text: string, start: number, shown: string): Candidate | undefined {
  if (shown.length > MAX_LETTERS || !LETTERS_OF_CODE.test(shown)) return undefined;
  const isRandom = isUnpronounceable(shown);
  // Most words are small and follow another one, so they are sorted out first.
  const followsWord = text[start - 1] === " " && isWordLetter(text.charCodeAt(start - 2));
  if (followsWord && /^[a-z]/.test(shown) && !isRandom) return undefined;
  // A device code, such as `WDJB-MJHT`, is as random as letters and digits, and so may stand anywhere.
  if (DEVICE_CODE.test(shown)) return createCandidate("mixed", start, shown);
  // Enough for a delimiter with quotes and line ends, and for the start of the next word.
  const before = textBefore(text, start, 12);
  const after = textAfter(text, start + shown.length, 24);
  const isOnOwnLine = /\n\s*$/.test(before) && /^[ \t]*(?:\n|$)/.test(after);
  const isGrouped = /^[A-Z]{3,5}(?:-[A-Z]{3,5}){1,2}$/.test(shown);
  const isCodeLine = isOnOwnLine && (isGrouped || isRandom);
  if (!isCodeLine && !isIntroduced(before, shown, isRandom)) return undefined;
  // Before more words, letters are the first of them: `Code: please enter`. The end of the line, a mark, or a word that
  // begins a sentence may follow a code: `Code: HWKRBT Thanks`.
  const endsPhrase = /^["'`»」』*]*(?:\s*$|\s*\n|[.,;!]|\s+\p{Lu}\p{Ll})/u.test(after);
  return endsPhrase ? createCandidate("letters", start, shown) : undefined;
}

/** Whether the text before letters introduces a code: `Code: hwkrbt`, `is HWKRBT`, `token is vbnkpw`. */
function isIntroduced(before: string, letters: string, isRandom: boolean): boolean {
  const followsDelimiter = /[:=>»「『"'`*][ \t\n"'`“„«*]*$/.test(before);
  const isCapitalsAfterShortWord = letters === letters.toUpperCase() && /\b\w{2,4} ["'`]?$/.test(before);
  // Small letters are a code only if they are no word.
  const isRandomAfterShortWord = isRandom && /(?<!\p{L})\p{L}{1,5} ["'`]?$/u.test(before);
  return followsDelimiter || isCapitalsAfterShortWord || isRandomAfterShortWord;
}

/** Whether letters hardly form a word: no vowel, or five consonants in a row. Four letters or fewer may be an abbreviation. */
export function isUnpronounceable(letters: string): boolean {
  return letters.length > 4 && (!/[aeiouy]/i.test(letters) || /[^aeiouy-]{5}/i.test(letters));
}
