import type { Candidate } from "../candidate.ts";
import { isUnpronounceable } from "../letter-codes.ts";
import type { SignalName } from "../signals.ts";
import type { MessageSignals } from "../text/message-signals.ts";
import type { Evidence } from "./scoring.ts";

/** How a candidate stands to its keyword; see `Evidence`. */
type Position = Pick<Evidence, "isAdjacent" | "isDelimited">;

/**
 * Returns the signal for or against a candidate by its form; `undefined` for a usual form. Signals whose name ends in `Named` say less
 * against it: a keyword right beside the candidate (`isAdjacent`) makes an unusual code credible. For letters, which are mostly words,
 * that is not enough: their keyword must end in a delimiter or "is" (`isDelimited`), as in `Code: hwkrbt`.
 */
export function shapeSignal(message: MessageSignals, candidate: Candidate, position: Position): SignalName | undefined {
  const { shape, value } = candidate;
  const { isAdjacent, isDelimited } = position;
  if (shape === "spaced") return isAdjacent ? "spacedNamed" : "spaced";
  if (shape === "mixed") return mixedSignal(message, value, position);
  if (shape === "digits") return digitsSignal(value, position);
  if (!isDelimited) return "letters";
  return isUnpronounceable(value) ? "randomLettersNamed" : "lettersNamed";
}

/**
 * Returns the signal of letters and digits: of a user name, of a discount in a message that asks for no code (`WINTER20`), or by whether
 * they look random. Most words of letters and digits are no codes, so these signals lower the confidence; `…Named` hardly does, because
 * a keyword or delimiter right beside the candidate says that it is one.
 */
function mixedSignal(message: MessageSignals, value: string, { isAdjacent, isDelimited }: Position): SignalName {
  if (looksLikeUserName(value)) return isDelimited ? "userNameNamed" : "userName";
  if (looksLikePromoCode(value) && !message.asksToVerify && !message.givesInstructions) return "promotional";
  if (!looksRandom(value)) return isAdjacent ? "plainNamed" : "plain";
  if (isAdjacent) return "randomNamed";
  return message.asksToVerify ? "randomVerified" : "random";
}

/**
 * Returns the signal of digits by their number, or that of a year or date; `undefined` for four, five, seven or eight. `…Named` says less
 * against them, because a keyword is right beside (`isAdjacent`), or a delimiter or "is" precedes them (`isDelimited`): `Code: 2026`.
 */
function digitsSignal(value: string, { isAdjacent, isDelimited }: Position): SignalName | undefined {
  if (value.length === 3) return isAdjacent && isDelimited ? "threeDigitsNamed" : "threeDigits";
  if (isYearOrDate(value)) return isDelimited ? "dateNamed" : "date";
  if (value.length === 6) return "sixDigits";
  return value.length > 8 ? "longNumber" : undefined;
}

/** `2026`, `20260131`. */
function isYearOrDate(value: string): boolean {
  return /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?$/.test(value);
}

/** Whether the value mixes capitals and digits as generated codes do: `A7K2Q9`, but not `A380`, or numbers of orders and parcels. */
export function looksRandom(value: string): boolean {
  const isMixed = /^[A-Z\d-]{5,}$/.test(value) && /\d/.test(value) && /[A-Z]/.test(value);
  // A few letters and many digits: `HB20260131`, `RR123456785DE`.
  const isReferenceNumber = /^[A-Z]{1,3}\d{4,}$|^[A-Z]{2}\d{8,9}[A-Z]{2}$/.test(value);
  return isMixed && !isReferenceNumber;
}

/** Whether the value is a name with a number after it: `ben2001`. In capitals, `BEN2001`, it is more often a code. */
export function looksLikeUserName(value: string): boolean {
  return /^[a-z]{3,}-?\d{1,4}$/i.test(value) && !/^[A-Z]+-?\d+$/.test(value);
}

/** Whether the value is a pronounceable word with a percentage or a year: `WINTER20`, a discount and no code to verify. */
function looksLikePromoCode(value: string): boolean {
  // Percentages end in 0 or 5; years are written as two digits.
  const word = /^([A-Z]{4,})(?:[1-9]?[05]|2\d)$/.exec(value)?.[1] ?? "";
  const hasVowel = /[AEIOUY]/.test(word);
  const isHardToPronounce = /[^AEIOUY]{4}|[AEIOUY]{3}/.test(word);
  return hasVowel && !isHardToPronounce;
}
