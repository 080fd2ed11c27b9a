import type { Candidate } from "../candidate.ts";
import { findOtherMeaning } from "../keywords/other-meaning.ts";
import { type Signals, sumSignals } from "../signals.ts";
import { countStartingIn, type Span, spansStartingIn } from "../text/sentences.ts";
import type { CodeKind } from "../types.ts";
import { MAX_NUMBERS_BETWEEN, matchKeyword } from "./match-keyword.ts";
import { matchWithoutKeyword } from "./score-form.ts";
import type { Evidence, ScoringInput } from "./scoring.ts";
import { looksRandom, shapeSignal } from "./shape-score.ts";
import { readSurroundings, type Surroundings } from "./surroundings.ts";

export interface ScoredCandidate extends Candidate {
  /** `toConfidence` says how likely it is a code. */
  score: number;
  /** Why, in numbers: the score is their sum. */
  signals: Signals;
  kind: CodeKind;
  reason: string;
}

/** Keywords this far before or after the candidate's sentence may name a candidate that has its own line. */
const MAX_DISTANCE_BEFORE = 600;
const MAX_DISTANCE_AFTER = 160;

/** Scores every candidate by the words around it. Omits candidates without evidence. */
export function scoreCandidates(input: ScoringInput): ScoredCandidate[] {
  const isOnlyValue = hasOneValue(input.candidates);
  return input.candidates.flatMap((candidate) => scoreCandidate(input, candidate, isOnlyValue) ?? []);
}

/** Whether the message shows only one value that may be a code, perhaps several times. Letters are usually words or names. */
function hasOneValue(candidates: Candidate[]): boolean {
  const codeLike = candidates.filter(({ shape, value }) => shape === "digits" || looksRandom(value));
  return new Set(codeLike.map(({ value }) => value)).size === 1;
}

/**
 * Scores a candidate by the words around it; `undefined` without evidence. One with another meaning, such as an amount of money,
 * scores 0 and is listed with the reason. `isOnlyValue`: the message shows no other value that may be a code, so it is one in
 * `Code for your order: 774120`. An unusual form of the candidate is one more signal (`shapeSignal`).
 */
function scoreCandidate(input: ScoringInput, candidate: Candidate, isOnlyValue: boolean): ScoredCandidate | undefined {
  const otherMeaning = findOtherMeaning(input, candidate, isOnlyValue);
  // As `one_time`, because a code of another kind is listed only from a confidence of 0.5 on.
  if (otherMeaning) return { ...candidate, kind: "one_time", score: 0, signals: [], reason: otherMeaning };
  const evidence = strongestEvidence(input, candidate);
  if (!evidence) return undefined;
  const { kind, reason } = evidence;
  const shape = shapeSignal(input.signals, candidate, evidence);
  const signals: Signals = shape ? [...evidence.signals, [shape, 1]] : evidence.signals;
  return { ...candidate, kind, reason, score: sumSignals(signals), signals };
}

/** Returns the strongest evidence for a candidate, from a keyword near it or from its own form. */
function strongestEvidence(input: ScoringInput, candidate: Candidate): Evidence | undefined {
  const around = readSurroundings(input, candidate);
  let strongest: Evidence | undefined;
  const keepIfStronger = (evidence: Evidence | undefined) => {
    if (evidence && (!strongest || sumSignals(evidence.signals) > sumSignals(strongest.signals))) strongest = evidence;
  };
  const { start, end } = keywordRange(input, candidate, around);
  for (const keyword of spansStartingIn(input.keywords, start, end))
    keepIfStronger(matchKeyword(input, candidate, keyword, around));
  // After the keywords, because evidence from the own line counts only if no keyword names the candidate.
  const hasKeyword = strongest !== undefined;
  for (const evidence of matchWithoutKeyword(input, candidate, around, hasKeyword)) keepIfStronger(evidence);
  return strongest;
}

/**
 * Returns where keywords start that may name a candidate: in its sentence, or farther away if it has its own line. Leaves out those with
 * more numbers between than `matchKeyword` permits, so that they need not be read.
 */
function keywordRange({ numbers }: ScoringInput, candidate: Candidate, around: Surroundings): Span {
  const { sentence, isAlone } = around;
  const start = sentence.start - (isAlone ? MAX_DISTANCE_BEFORE : 0);
  const end = sentence.end + (isAlone ? MAX_DISTANCE_AFTER : 0);
  // The number at this index is the candidate. If that is no number, the range ends one number later than necessary, which does no harm.
  const numbersBefore = countStartingIn(numbers, 0, candidate.start);
  const tooFarBefore = numbers[numbersBefore - MAX_NUMBERS_BETWEEN - 1]?.start ?? start;
  const tooFarAfter = numbers[numbersBefore + MAX_NUMBERS_BETWEEN + 1]?.end ?? end;
  return { start: Math.max(tooFarBefore, start), end: Math.min(tooFarAfter, end) };
}
