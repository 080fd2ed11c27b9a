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

/**
 * Scores every candidate by the words around it. Omits candidates without evidence. One with another meaning, such as an amount
 * of money, scores 0 and is listed with the reason.
 */
export function scoreCandidates(input: ScoringInput): ScoredCandidate[] {
  // Other candidates are usually words or names.
  const codeLike = input.candidates.filter(({ shape, value }) => shape === "digits" || looksRandom(value));
  // If the message has no other value for its word "code", a label before this one may be a part of `Code for your account: 123456`.
  // Values are counted, because a message may show one code several times.
  const isOnlyValue = new Set(codeLike.map(({ value }) => value)).size === 1;
  const scored: ScoredCandidate[] = [];
  for (const candidate of input.candidates) {
    const otherMeaning = findOtherMeaning(input, candidate, isOnlyValue);
    if (otherMeaning) {
      // As `one_time`, because codes of this kind are listed even with a score of 0.
      scored.push({ ...candidate, kind: "one_time", score: 0, signals: [], reason: otherMeaning });
      continue;
    }
    const evidence = strongestEvidence(input, candidate);
    if (!evidence) continue;
    const shape = shapeSignal(input.signals, candidate, evidence);
    // A signal comes with the number of times that it applies.
    const signals: Signals = shape ? [...evidence.signals, [shape, 1]] : evidence.signals;
    const { kind, reason } = evidence;
    scored.push({ ...candidate, kind, reason, score: sumSignals(signals), signals });
  }
  return scored;
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

/** Returns where keywords start that may name a candidate: in its sentence, or farther away if it has its own line. */
function keywordRange({ message, numbers }: ScoringInput, candidate: Candidate, around: Surroundings): Span {
  const { sentence, isAlone } = around;
  const start = sentence.start - (isAlone ? MAX_DISTANCE_BEFORE : 0);
  const end = sentence.end + (isAlone ? MAX_DISTANCE_AFTER : 0);
  // Spares reading keywords beyond more numbers than `matchKeyword` permits.
  // At this index of `numbers` is the candidate itself, if it is a number.
  const numbersBefore = countStartingIn(numbers, 0, candidate.start);
  const tooFarBefore = numbers[numbersBefore - MAX_NUMBERS_BETWEEN - 1]?.start ?? 0;
  const tooFarAfter = numbers[numbersBefore + MAX_NUMBERS_BETWEEN + 1]?.end ?? message.textWithoutLinks.length;
  return { start: Math.max(tooFarBefore, start), end: Math.min(tooFarAfter, end) };
}
