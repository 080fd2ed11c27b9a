import { isDigit, isWordLetter } from "./text/letters.ts";
import { textAfter, textBefore } from "./text/sentences.ts";

/**
 * `€12`, `1.`, `+49`, `a/`, `x*`: what comes next continues an amount, a number, a path or a mask. After a colon, a quote or a bracket an
 * asterisk masks nothing, but opens bold text: `Code:*4821*`.
 */
const CONTINUES_BEFORE = /\p{Sc}\s?$|[%°•●]$|\d[.,:/'’+-]$|[+_&?~@]$|[\p{L}\d][/\\]$|[^\s"'`“„«:([=>*]\*$/u;
/** `is Tulip!` before `4821`: the end of a password, whose digits alone are worth nothing. */
const CONTINUES_PASSWORD = /(?:[:=]\s?|\s(?:is|ist|es|est|è|é)\s)\S*\p{L}[!#$^*?~]$/u;
/** A number of minutes, in the languages where the word begins so. */
export const MINUTES = /(?<!\d)\d{1,2}\s?(?:min|мин|хв|dak|λεπτ|分|분)/iu;
/** `12€`, `12%`, `12.5`, `12**3`: what came before is continued. */
const CONTINUES_AFTER = /^\s?\p{Sc}|^[%°•●@]|^[.,:/'’+]\d|^\*\*?\d|^\*\*\*/u;

/** A code as in `482913,5分钟` has at least four digits. */
const MIN_LENGTH_BEFORE_MINUTES = 4;

/**
 * Whether a range of the text touches no letter or digit, and is no fragment of an amount or the like (`isFragment`): `123456` in
 * `Code:123456`, but not in `OTP123456`, nor `12` in `12.5`.
 */
export function standsAlone(text: string, start: number, end: number): boolean {
  const touchesWord = joinsWord(text.charCodeAt(start - 1)) || joinsWord(text.charCodeAt(end));
  return !touchesWord && !isFragment(text, start, end);
}

/** Whether a range is part of an amount, a number, a date, a mask or a password: `12` in `€12`, `12%` or `12.5`. */
export function isFragment(text: string, start: number, end: number): boolean {
  return isContinuation(text, start, end) || isContinued(text, start, end);
}

/** `ben.` before `2001`: a user name, which a short number, often a year, may end. */
const CONTINUES_USER_NAME = /[a-z]\.$/;

/**
 * Whether what stands before a range belongs to it: to an amount (`€12`), to a user name that a short number ends (`ben.2001`), or to a
 * password whose last digits it is (`is Tulip!4821`).
 */
function isContinuation(text: string, start: number, end: number): boolean {
  const longestMatch = 3;
  const before = textBefore(text, start, longestMatch);
  const endsUserName = end - start < 5 && CONTINUES_USER_NAME.test(before);
  const longestPassword = 40;
  const endsPassword = CONTINUES_PASSWORD.test(textBefore(text, start, longestPassword));
  return CONTINUES_BEFORE.test(before) || endsUserName || endsPassword;
}

/**
 * Whether what stands after a range belongs to it: `12€`, `12.5`. After a number as long as a code, minutes do not: `482913,5分钟` is
 * a code and how long it is valid, `12,5分钟` is a duration.
 */
function isContinued(text: string, start: number, end: number): boolean {
  const longestMatch = 3;
  if (!CONTINUES_AFTER.test(textAfter(text, end, longestMatch))) return false;
  const isBeforeMinutes = text[end] === "," && MINUTES.exec(textAfter(text, end + 1, 8))?.index === 0;
  const isLongAsCode = end - start >= MIN_LENGTH_BEFORE_MINUTES;
  return !(isBeforeMinutes && isLongAsCode);
}

/** Whether a digit or a letter beside a number makes both one word. */
function joinsWord(codeUnit: number): boolean {
  if (isDigit(codeUnit)) return true;
  return codeUnit < 0x590 && isWordLetter(codeUnit); // from Hebrew on, languages attach words to a code or have no spaces
}
