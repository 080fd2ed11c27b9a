import { isDigit, isWordLetter } from "./text/letters.ts";
import { textAfter, textBefore } from "./text/sentences.ts";

/** `€12`, `1.`, `+49`, `a/`, `x*`: what comes next continues an amount, a number, a path or a mask. */
const CONTINUES_BEFORE = /\p{Sc}\s?$|[%°•●]$|\d[.,:/'’+-]$|[+_&?~@]$|[\p{L}\d][/\\]$|[^*\s]\*$/u;
/** `is Tulip!` before `4821`: the end of a password, whose digits alone are worth nothing. */
const CONTINUES_PASSWORD = /(?:[:=]\s?|\s(?:is|ist|es|est|è|é)\s)\S*\p{L}[!#$^*?~]$/u;
/** A number of minutes, in the languages where the word begins so. */
export const MINUTES = /(?<!\d)\d{1,2}\s?(?:min|мин|хв|dak|λεπτ|分|분)/iu;
/** `12€`, `12%`, `12.5`, `12**3`: what came before is continued. */
const CONTINUES_AFTER = /^\s?\p{Sc}|^[%°•●@]|^[.,:/'’+]\d|^\*\*?\d|^\*\*\*/u;

/** A code as in `482913,5分钟` has at least four digits. */
const MIN_LENGTH_BEFORE_MINUTES = 4;

/**
 * Whether a range of the text is not part of something longer: a number, an amount, a date, a mask, a password or a word. With
 * `isGlued` it may touch the letters of a word, as in `OTP482913`.
 */
export function standsAlone(text: string, start: number, end: number, { isGlued } = { isGlued: false }): boolean {
  const touchesWord = joinsWord(text.charCodeAt(start - 1)) || joinsWord(text.charCodeAt(end));
  if (touchesWord && !isGlued) return false;
  return !isContinuation(text, start, end) && !isContinued(text, start, end);
}

/** Whether what stands before a range belongs to it: `€12`, `ben.2001`, `is Tulip!4821`. */
function isContinuation(text: string, start: number, end: number): boolean {
  const before = textBefore(text, start, 3); // as many characters as the patterns look at
  // `ben.2001`: a short number, often a year, after a name
  const isInUserName = end - start < 5 && /[a-z]\.$/.test(before);
  if (isInUserName || CONTINUES_BEFORE.test(before)) return true;
  // `is Tulip!4821`: most numbers follow no such mark, so the longer search is for few.
  return /[!#$^*?~]$/.test(before) && CONTINUES_PASSWORD.test(textBefore(text, start, 40));
}

/** Whether what stands after a range belongs to it: `12€`, `12.5`. In `482913,5分钟`, the minutes do not: they are its validity. */
function isContinued(text: string, start: number, end: number): boolean {
  if (!CONTINUES_AFTER.test(textAfter(text, end, 3))) return false; // as many characters as the pattern looks at
  const isBeforeMinutes = text[end] === "," && MINUTES.exec(textAfter(text, end + 1, 8))?.index === 0;
  return !isBeforeMinutes || end - start < MIN_LENGTH_BEFORE_MINUTES;
}

/** Whether a digit or a letter beside a number makes both one word. */
function joinsWord(codeUnit: number): boolean {
  if (isDigit(codeUnit)) return true;
  return codeUnit < 0x590 && isWordLetter(codeUnit); // from Hebrew on, languages attach words to a code or have no spaces
}
