import type { Candidate } from "../candidates.ts";
import type { MessageSignals } from "../text/message-signals.ts";

/** How a candidate stands to its keyword; see `KeywordMatch`. */
interface Match {
  isAdjacent: boolean;
  isDelimited: boolean;
}

/** Returns what the form of a candidate adds to its score. */
export function shapeScore(
  signals: MessageSignals,
  { shape, value }: Candidate,
  { isAdjacent, isDelimited }: Match,
): number {
  if (shape === "spaced") return isAdjacent ? 0.2 : -1;
  if (shape === "letters") return isDelimited ? -0.9 : -5;
  if (shape === "mixed") {
    if (looksLikeUserName(value)) return isDelimited ? -1 : -5;
    if (looksLikePromoCode(value) && !signals.asksToVerify && !signals.givesInstructions) return -3;
    if (!looksRandom(value)) return isAdjacent ? -0.4 : -4;
    if (isAdjacent) return 0.1;
    return signals.asksToVerify ? -0.9 : -3;
  }
  if (value.length === 3) return isAdjacent && isDelimited ? -1.2 : -4;
  if (isYearOrDate(value)) return isDelimited ? -0.6 : -3;
  if (value.length === 6) return 0.4;
  return value.length > 8 ? -0.6 : 0;
}

/** `2026`, `20260131`. */
function isYearOrDate(value: string): boolean {
  return /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?$/.test(value);
}

/** Capitals mixed with digits as machines generate them: `A7K2Q9`. */
export function looksRandom(value: string): boolean {
  if (value.length < 5 || !/^[A-Z\d-]+$/.test(value)) return false;
  // Orders, parcels and registers have numbers of a few letters and many digits.
  const isReferenceNumber = /^[A-Z]{1,3}\d{4,}$|^[A-Z]{2}\d{8,9}[A-Z]{2}$/.test(value);
  return /\d/.test(value) && /[A-Z]/.test(value) && !isReferenceNumber;
}

/** A name with a number after it: `ben2001`. */
export function looksLikeUserName(value: string): boolean {
  return /^[a-z]{3,}-?\d{1,4}$/i.test(value) && !/^[A-Z]+-?\d+$/.test(value);
}

/** A pronounceable word with a percentage or a year: `WINTER20`. */
function looksLikePromoCode(value: string): boolean {
  const word = /^([A-Z]{4,})(?:[1-9]?[05]|2\d)$/.exec(value)?.[1] ?? "";
  return /[AEIOUY]/.test(word) && !/[^AEIOUY]{4}|[AEIOUY]{3}/.test(word);
}
