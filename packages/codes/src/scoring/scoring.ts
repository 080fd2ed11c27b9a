import type { Candidate } from "../candidate.ts";
import type { Keyword } from "../keywords/keywords.ts";
import type { SignalName, Signals } from "../signals.ts";
import { isOfKind, purchaseWordKinds, type Term, wordKinds } from "../text/lexicon.ts";
import type { MessageSignals } from "../text/message-signals.ts";
import type { NormalizedMessage } from "../text/normalize.ts";
import type { CodeKind } from "../types.ts";

/** The evidence that a candidate is a code: usually a keyword near it. */
export interface Evidence {
  signals: Signals;
  kind: CodeKind;
  reason: string;
  /** Only a delimiter or a word such as "is" separates keyword and candidate, or the candidate has its own line. */
  isAdjacent: boolean;
  /** A delimiter or a word such as "is" precedes the candidate. */
  isDelimited: boolean;
}

export interface ScoringInput {
  message: NormalizedMessage;
  terms: Term[];
  candidates: Candidate[];
  /** The candidates that count as a number; see `isDigits`. */
  numbers: Candidate[];
  keywords: Keyword[];
  signals: MessageSignals;
}

/** Words of these kinds make the number something else: `Use this order number:`. */
export const OTHER_THINGS = wordKinds.label | wordKinds.otherThing | purchaseWordKinds | wordKinds.money;

/**
 * Whether a word names another thing that has numbers, such as an order. A word that may also mean "enter" does not count: `टाका`,
 * "enter" in Marathi, has the letters of Bengali money.
 */
export function someNameOtherThing(terms: readonly Term[]): boolean {
  return terms.some((term) => isOfKind(term, OTHER_THINGS) && !isOfKind(term, wordKinds.enter));
}

/**
 * Returns the evidence that a candidate is a one-time code. By default an unusual form, such as three digits, says little against it, as if
 * it were right beside a keyword and after a delimiter: the evidence is as strong. With `isAdjacent` false it says more, as for a value
 * that is only built like a code.
 */
export function oneTimeEvidence(signal: SignalName, reason: string, isAdjacent = true): Evidence {
  return { signals: [[signal, 1]], reason, isAdjacent, isDelimited: isAdjacent, kind: "one_time" };
}

/** Whether the candidate counts as a number: `482913`, or one character at a time, which are mostly digits: `4 8 2 9 1 3`. */
export function isDigits({ shape }: Candidate): boolean {
  return shape === "digits" || shape === "spaced";
}

/** Whether the candidate is a number of so many digits. */
export function isDigitsOfLength(candidate: Candidate, min: number, max: number): boolean {
  const { length } = candidate.value;
  return isDigits(candidate) && length >= min && length <= max;
}

/** Whether the candidate is six digits, as most codes are: these need no word for "code". */
export function isSixDigits(candidate: Candidate): boolean {
  return isDigitsOfLength(candidate, 6, 6);
}

/** Whether the message names amounts or is about a purchase. Such mail is full of numbers that are no codes. */
export function isAboutMoney({ signals }: ScoringInput): boolean {
  return signals.amounts > 0 || signals.isAboutPurchase;
}

/** Whether the message has no other candidate of digits that could be meant. */
export function isOnlyNumber({ numbers }: ScoringInput, candidate: Candidate): boolean {
  return numbers.every((other) => other === candidate);
}
