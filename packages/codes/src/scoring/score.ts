import type { Candidate } from "../candidates.ts";
import { isFollowedByOwnNumber, isRecipientName, namesLaterNumber } from "../keywords/keyword-reach.ts";
import type { Keyword } from "../keywords/keywords.ts";
import { findOtherMeaning } from "../keywords/other-meaning.ts";
import { wordKinds } from "../text/lexicon.ts";
import { countStartingIn, countWords, spansStartingIn } from "../text/sentences.ts";
import type { CodeKind } from "../types.ts";
import { scoreWithoutKeyword } from "./score-form.ts";
import type { KeywordMatch, ScoringInput } from "./scoring.ts";
import { looksLikeUserName, looksRandom, shapeScore } from "./shape-score.ts";
import { readSurroundings, type Surroundings } from "./surroundings.ts";

export interface ScoredCandidate extends Candidate {
  /** From 3.5 on more likely a code than not; see `toConfidence`. */
  score: number;
  kind: CodeKind;
  reason: string;
}

/** A keyword with more numbers than this between it and the candidate does not name the candidate. */
const MAX_NUMBERS_BETWEEN = 6;
/** Keywords this far before or after the candidate's sentence may name a candidate that has its own line. */
const MAX_DISTANCE_BEFORE = 600;
const MAX_DISTANCE_AFTER = 160;

/** Scores every candidate by the words around it. Omits candidates for which nothing speaks. */
export function scoreCandidates(input: ScoringInput): ScoredCandidate[] {
  const { message, candidates, terms, keywords, signals } = input;
  const codeLike = candidates.filter(({ shape, value }) => shape === "digits" || looksRandom(value));
  const isOnlyNumber = new Set(codeLike.map(({ value }) => value)).size === 1;
  const numbers = candidates.filter(({ shape }) => shape === "digits" || shape === "spaced");
  return candidates.flatMap((candidate): ScoredCandidate[] => {
    const reason = findOtherMeaning(message.masked, message.folded, candidate, terms, keywords, isOnlyNumber);
    if (reason) return [{ ...candidate, kind: "one_time", score: 0, reason }];
    const match = bestMatch(input, candidate, numbers);
    if (!match) return [];
    const score = match.score + shapeScore(signals, candidate, match);
    return [{ ...candidate, kind: match.kind, reason: match.reason, score }];
  });
}

/** Returns the strongest evidence for a candidate: of all keywords, then of its own form. */
function bestMatch(input: ScoringInput, candidate: Candidate, numbers: Candidate[]): KeywordMatch | undefined {
  const around = readSurroundings(input, candidate);
  let best: KeywordMatch | undefined;
  const consider = (match: KeywordMatch | undefined) => {
    if (match && (!best || match.score > best.score)) best = match;
  };
  const start = around.sentence.start - MAX_DISTANCE_BEFORE;
  const end = around.sentence.end + MAX_DISTANCE_AFTER;
  for (const keyword of spansStartingIn(input.keywords, start, end))
    consider(matchKeyword(input, candidate, numbers, keyword, around));
  for (const match of scoreWithoutKeyword(input, candidate, around, best !== undefined)) consider(match);
  return best;
}

/** Returns how much a keyword speaks for the candidate, or `undefined` if it does not name it. */
function matchKeyword(
  input: ScoringInput,
  candidate: Candidate,
  numbers: Candidate[],
  keyword: Keyword,
  around: Surroundings,
): KeywordMatch | undefined {
  if (keyword.kinds & wordKinds.pin && candidate.value.length > 8) return undefined;
  const isBefore = keyword.end <= candidate.start;
  const numbersBetween = isBefore
    ? countStartingIn(numbers, keyword.end, candidate.start)
    : countStartingIn(numbers, candidate.end, keyword.start);
  if (numbersBetween > MAX_NUMBERS_BETWEEN) return undefined;
  const isInSentence = keyword.start >= around.sentence.start && keyword.end <= around.sentence.end;
  const isAfter = keyword.start >= candidate.end && candidate.shape !== "letters";
  if (isInSentence && isBefore) return matchKeywordBefore(input, candidate, numbers, keyword, around, numbersBetween);
  if (isInSentence) {
    if (!isAfter || isFollowedByOwnNumber(input, keyword)) return undefined;
    return matchKeywordAfter(input, candidate, keyword, around, numbersBetween);
  }
  if (around.isAlone && isBefore) return matchKeywordAbove(input, candidate, keyword, around, numbersBetween);
  if (around.isAlone && isAfter && !around.isLabelledByLineAbove) {
    const score = keyword.score - 1.3 - numbersBetween;
    const reason = `stands alone before ${quoteKeyword(input, keyword)}`;
    return { score, reason, isAdjacent: true, isDelimited: false, kind: keyword.kind };
  }
  return undefined;
}

/** `Your code is 123456`: each word between costs little after a delimiter, more at the end of a sentence, most elsewhere. */
function matchKeywordBefore(
  input: ScoringInput,
  candidate: Candidate,
  numbers: Candidate[],
  keyword: Keyword,
  around: Surroundings,
  numbersBetween: number,
): KeywordMatch | undefined {
  const text = input.message.masked;
  if (isRecipientName(text, candidate) || namesLaterNumber(input, keyword, candidate)) return undefined;
  const rivals =
    numbersBetween &&
    spansStartingIn(numbers, keyword.end, candidate.start).filter((other) => !namesLaterNumber(input, keyword, other))
      .length;
  const words = countWords(text, keyword.end, candidate.start);
  const followsDelimiter = /[:=>\]】」-][\s"'`“”„«»*([「【『]*$/.test(text.slice(keyword.end, candidate.start));
  const isDelimited = around.followsJoiningWord || followsDelimiter;
  const isNextWord = !around.mayBeUserName && words === 1 && candidate.start - keyword.end < 16;
  const isAdjacent = words === 0 || isDelimited || isNextWord;
  const costPerWord = isAdjacent ? 0.08 : around.wordsAfter < 1 ? 0.2 : 0.45;
  return {
    score: keyword.score - words * costPerWord - rivals * 1.5,
    reason: `follows ${quoteKeyword(input, keyword)}`,
    isAdjacent,
    isDelimited: isDelimited && (words === 0 || around.followsJoiningWord || !looksLikeUserName(candidate.value)),
    kind: keyword.kind,
  };
}

/** `123456 is your code`; languages with the verb last always put the code first. */
function matchKeywordAfter(
  input: ScoringInput,
  candidate: Candidate,
  keyword: Keyword,
  around: Surroundings,
  numbersBetween: number,
): KeywordMatch {
  const text = input.message.masked;
  const words = countWords(text, candidate.end, keyword.start);
  const fillsSentence = around.wordsBefore === 0 && countWords(text, keyword.end, around.sentence.end) === 0;
  const isStrongWithoutComma =
    (keyword.kinds & wordKinds.strong) !== 0 && !/[,;、]/.test(text.slice(candidate.end, keyword.start));
  const isStated = around.isStatedAsCode || isStrongWithoutComma;
  const costPerWord = fillsSentence ? 0.15 : around.opensClause ? 0.25 : 0.5;
  return {
    score: keyword.score - 0.3 - words * costPerWord - numbersBetween * 3,
    reason: `stands before ${quoteKeyword(input, keyword)}`,
    isAdjacent: words <= 6 && around.opensClause && isStated,
    isDelimited: around.opensClause && words < 4 && isStated,
    kind: keyword.kind,
  };
}

/** The candidate has its own line, and the keyword stands in a sentence above. */
function matchKeywordAbove(
  input: ScoringInput,
  candidate: Candidate,
  keyword: Keyword,
  { opensLine }: Surroundings,
  numbersBetween: number,
): KeywordMatch {
  const followsColon = /[:：]\s*$/.test(input.message.masked.slice(keyword.end, candidate.start));
  return {
    score: keyword.score - (followsColon ? 0.6 : 1.2) - numbersBetween * 0.4,
    reason: `stands alone after ${quoteKeyword(input, keyword)}`,
    isAdjacent: opensLine,
    isDelimited: opensLine,
    kind: keyword.kind,
  };
}

function quoteKeyword({ message }: ScoringInput, { start, end }: Keyword): string {
  return `«${message.masked.slice(start, end)}»`;
}
