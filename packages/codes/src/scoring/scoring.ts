import type { Candidate } from "../candidates.ts";
import type { Keyword } from "../keywords/keywords.ts";
import type { SignalName, Signals } from "../signals.ts";
import { type Term, wordKinds } from "../text/lexicon.ts";
import type { MessageSignals } from "../text/message-signals.ts";
import type { NormalizedMessage } from "../text/normalize.ts";
import type { CodeKind } from "../types.ts";

/** The evidence that a candidate is a code: usually a keyword near it. */
export interface KeywordMatch {
  signals: Signals;
  kind: CodeKind;
  reason: string;
  /** Only a delimiter or a joining word separates keyword and candidate, or the candidate has its own line. */
  isAdjacent: boolean;
  /** A delimiter or a joining word precedes the candidate. */
  isDelimited: boolean;
}

export interface ScoringInput {
  message: NormalizedMessage;
  terms: Term[];
  candidates: Candidate[];
  keywords: Keyword[];
  signals: MessageSignals;
}

/** Words of these kinds make the number something else: `Use this order number:`. */
export const OTHER_THINGS =
  wordKinds.label | wordKinds.other | wordKinds.goods | wordKinds.parcel | wordKinds.booking | wordKinds.money;

/** Returns the evidence that a candidate is a one-time code. By default it counts like a candidate right beside a keyword. */
export function oneTimeMatch(signal: SignalName, reason: string, isAdjacent = true): KeywordMatch {
  return { signals: [[signal, 1]], reason, isAdjacent, isDelimited: isAdjacent, kind: "one_time" };
}

/** Whether a term has one of these kinds. */
export function hasKind(terms: Term[], kinds: number): boolean {
  return terms.some((term) => term.kinds & kinds);
}

export function isDigits({ shape }: Candidate): boolean {
  return shape === "digits" || shape === "spaced";
}

export function isAwayFromMoney({ signals }: ScoringInput): boolean {
  return signals.amounts === 0 && !signals.isAboutPurchase;
}

/** Whether no other number could be meant. */
export function isOnlyNumber({ candidates }: ScoringInput, candidate: Candidate): boolean {
  return candidates.every((other) => other === candidate || !isDigits(other));
}
