import type { Candidate } from "../candidates.ts";
import { isFollowedByOwnNumber, isRecipientName, namesLaterNumber } from "../keywords/keyword-reach.ts";
import type { Keyword } from "../keywords/keywords.ts";
import { findOtherMeaning } from "../keywords/other-meaning.ts";
import { type Signals, sumSignals } from "../signals.ts";
import { wordKinds } from "../text/lexicon.ts";
import { countStartingIn, countWords, sentenceAround, spansStartingIn } from "../text/sentences.ts";
import type { CodeKind } from "../types.ts";
import { scoreWithoutKeyword } from "./score-form.ts";
import type { KeywordMatch, ScoringInput } from "./scoring.ts";
import { looksLikeUserName, looksRandom, shapeSignal } from "./shape-score.ts";
import { readSurroundings, type Surroundings } from "./surroundings.ts";

export interface ScoredCandidate extends Candidate {
  /** `toConfidence` says how likely it is a code. */
  score: number;
  /** Why, in numbers: the score is their sum. */
  signals: Signals;
  kind: CodeKind;
  reason: string;
}

/** A keyword with more numbers than this between it and the candidate does not name the candidate. */
const MAX_NUMBERS_BETWEEN = 6;
/** Keywords this far before or after the candidate's sentence may name a candidate that has its own line. */
const MAX_DISTANCE_BEFORE = 600;
const MAX_DISTANCE_AFTER = 160;

/**
 * Scores every candidate by the words around it. Omits candidates without evidence. One with another meaning, such as an amount
 * of money, scores 0 and is listed with the reason.
 */
export function scoreCandidates(input: ScoringInput): ScoredCandidate[] {
  const { message, candidates, terms, keywords, signals } = input;
  // Other candidates are usually words or names.
  const codeLike = candidates.filter(({ shape, value }) => shape === "digits" || looksRandom(value));
  // A message may show one code several times.
  const isOnlyNumber = new Set(codeLike.map(({ value }) => value)).size === 1;
  const numbers = candidates.filter(({ shape }) => shape === "digits" || shape === "spaced");
  return candidates.flatMap((candidate): ScoredCandidate[] => {
    const reason = findOtherMeaning(message.textWithoutLinks, message.folded, candidate, terms, keywords, isOnlyNumber);
    if (reason) return [{ ...candidate, kind: "one_time", score: 0, signals: [], reason }];
    const match = bestMatch(input, candidate, numbers);
    if (!match) return [];
    const shape = shapeSignal(signals, candidate, match);
    const allSignals: Signals = shape ? [...match.signals, [shape, 1]] : match.signals;
    return [
      { ...candidate, kind: match.kind, reason: match.reason, score: sumSignals(allSignals), signals: allSignals },
    ];
  });
}

/** Returns the strongest evidence for a candidate, from a keyword near it or from its own form. `numbers`: candidates of digits. */
function bestMatch(input: ScoringInput, candidate: Candidate, numbers: Candidate[]): KeywordMatch | undefined {
  const around = readSurroundings(input, candidate);
  let best: KeywordMatch | undefined;
  const keepStronger = (match: KeywordMatch | undefined) => {
    if (match && (!best || sumSignals(match.signals) > sumSignals(best.signals))) best = match;
  };
  const { sentence, isAlone } = around;
  // Spares reading keywords beyond more numbers than `matchKeyword` permits.
  const numbersBefore = countStartingIn(numbers, 0, candidate.start);
  const tooFarBefore = numbers[numbersBefore - MAX_NUMBERS_BETWEEN - 1]?.start ?? 0;
  const tooFarAfter = numbers[numbersBefore + MAX_NUMBERS_BETWEEN + 1]?.end ?? input.message.textWithoutLinks.length;
  // A keyword of another sentence only names a candidate that has its own line.
  const start = Math.max(tooFarBefore, sentence.start - (isAlone ? MAX_DISTANCE_BEFORE : 0));
  const end = Math.min(tooFarAfter, sentence.end + (isAlone ? MAX_DISTANCE_AFTER : 0));
  for (const keyword of spansStartingIn(input.keywords, start, end))
    keepStronger(matchKeyword(input, candidate, numbers, keyword, around));
  // After the keywords, because evidence from the own line counts only if no keyword names the candidate.
  for (const match of scoreWithoutKeyword(input, candidate, around, best !== undefined)) keepStronger(match);
  return best;
}

/** Returns the evidence of a keyword before, after, above or below the candidate; `undefined` if it does not name it. */
function matchKeyword(
  input: ScoringInput,
  candidate: Candidate,
  numbers: Candidate[],
  keyword: Keyword,
  around: Surroundings,
): KeywordMatch | undefined {
  // A PIN has at most eight digits.
  if (keyword.kinds & wordKinds.pin && candidate.value.length > 8) return undefined;
  const isBefore = keyword.end <= candidate.start;
  const numbersBetween = isBefore
    ? countStartingIn(numbers, keyword.end, candidate.start)
    : countStartingIn(numbers, candidate.end, keyword.start);
  if (numbersBetween > MAX_NUMBERS_BETWEEN) return undefined;
  const isInSentence = keyword.start >= around.sentence.start && keyword.end <= around.sentence.end;
  // Letters before a keyword are ordinary words: `Here is your code`.
  const isAfter = keyword.start >= candidate.end && candidate.shape !== "letters";
  if (isInSentence && isBefore) return matchKeywordBefore(input, candidate, numbers, keyword, around, numbersBetween);
  if (isInSentence) {
    if (!isAfter || isFollowedByOwnNumber(input, keyword)) return undefined;
    return matchKeywordAfter(input, candidate, keyword, around, numbersBetween);
  }
  if (around.isAlone && isBefore) return matchKeywordAbove(input, candidate, keyword, around, numbersBetween);
  // A number on its own line above the keyword, unless a label above it, such as "Customer number", names it.
  if (around.isAlone && isAfter && !around.isLabelledByLineAbove) {
    const signals: Signals = [...keyword.signals, ["lineAbove", 1], ["numberBelow", numbersBetween]];
    const reason = `stands alone before ${quoteKeyword(input, keyword)}`;
    // No delimiter precedes it, so a year or three digits remain doubtful.
    return { signals, reason, isAdjacent: true, isDelimited: false, kind: keyword.kind };
  }
  return undefined;
}

/**
 * Returns the evidence of a keyword before the candidate in its sentence: `Your code is 123456`. Each word between them costs
 * little after a delimiter, more at the end of a sentence, most elsewhere.
 */
function matchKeywordBefore(
  input: ScoringInput,
  candidate: Candidate,
  numbers: Candidate[],
  keyword: Keyword,
  around: Surroundings,
  numbersBetween: number,
): KeywordMatch | undefined {
  const text = input.message.textWithoutLinks;
  // `Reset the password for 20014410` names the user. In `TAN (reference 774120): 482913` the keyword names the later number.
  if (isRecipientName(text, candidate) || namesLaterNumber(input, keyword, candidate)) return undefined;
  // A number with its own label does not compete for the keyword. Without numbers there is nothing to search: 0.
  const rivals =
    numbersBetween &&
    spansStartingIn(numbers, keyword.end, candidate.start).filter((other) => !namesLaterNumber(input, keyword, other))
      .length;
  const words = countWords(text, keyword.end, candidate.start);
  // `Code: 482913`, `Code = "482913"`, `[Code] 482913`
  const followsDelimiter = /[:=>\]】」-][\s"'`“”„«»*([「【『]*$/.test(text.slice(keyword.end, candidate.start));
  const isDelimited = around.followsJoiningWord || followsDelimiter;
  // `Your code, Bob7: 482913`: what looks like a user name is probably one.
  const mayBeName = words > 0 && !around.followsJoiningWord && looksLikeUserName(candidate.value);
  // `Code number 482913`: one short word between.
  const isNextWord = !around.mayBeUserName && words === 1 && candidate.start - keyword.end < 16;
  const isAdjacent = words === 0 || isDelimited || isNextWord;
  // Less than one: letters of a script without spaces count as a third of a word each.
  const wordsElsewhere = around.wordsAfter < 1 ? "wordBeforeLastWord" : "wordBetween";
  return {
    signals: [
      ...keyword.signals,
      [isAdjacent ? "wordBeforeDelimiter" : wordsElsewhere, words],
      ["numberBetween", rivals],
    ],
    reason: `follows ${quoteKeyword(input, keyword)}`,
    isAdjacent,
    isDelimited: isDelimited && !mayBeName,
    kind: keyword.kind,
  };
}

/** Returns the evidence of a keyword after the candidate in its sentence: `123456 is your code`. Usual where verbs come last. */
function matchKeywordAfter(
  input: ScoringInput,
  candidate: Candidate,
  keyword: Keyword,
  around: Surroundings,
  numbersBetween: number,
): KeywordMatch | undefined {
  const text = input.message.textWithoutLinks;
  // `Case 774120: your password …`
  if (isHeading(text, candidate, keyword, around)) return undefined;
  const words = countWords(text, candidate.end, keyword.start);
  // `482913 is your code.` and nothing else.
  const fillsSentence = around.wordsBefore === 0 && countWords(text, keyword.end, around.sentence.end) === 0;
  // A word such as "OTP" names the number without "is": `482913 Harbor OTP`.
  const isStrongWithoutComma =
    (keyword.kinds & wordKinds.strong) !== 0 && !/[,;、]/.test(text.slice(candidate.end, keyword.start));
  const isStated = around.isStatedAsCode || isStrongWithoutComma;
  // The signal of the words between them, which say less against a candidate that begins its clause.
  const wordsElsewhere = around.opensClause ? "wordOfClause" : "wordBetweenAfter";
  return {
    signals: [
      ...keyword.signals,
      ["wordAfter", 1],
      [fillsSentence ? "wordOfStatement" : wordsElsewhere, words],
      ["numberBetweenAfter", numbersBetween],
    ],
    reason: `stands before ${quoteKeyword(input, keyword)}`,
    // Several words may qualify the keyword: `482913 is your one-time verification code`. If they are fewer than four, even a
    // short number or a year is a code, as after a delimiter.
    isAdjacent: words <= 6 && around.opensClause && isStated,
    isDelimited: around.opensClause && words < 4 && isStated,
    kind: keyword.kind,
  };
}

/**
 * Whether the number is part of a heading, so that the keyword after the colon does not name it: `Case 774120: your password …`.
 * A number alone before the colon is named: `482913: your code`.
 */
function isHeading(text: string, candidate: Candidate, keyword: Keyword, around: Surroundings): boolean {
  const charactersToColon = text.slice(candidate.end, keyword.start).search(/[:：]/);
  const hasColon = charactersToColon >= 0;
  // A word that only means a one-time code, such as "OTP", names a number before its colon too.
  if (!hasColon || keyword.kinds & wordKinds.strong) return false;
  const wordsToColon = countWords(text, candidate.end, candidate.end + charactersToColon);
  return around.wordsBefore > 0 || wordsToColon > 0;
}

/** Returns the evidence of a keyword in an earlier sentence or a label above a candidate that has its own line. */
function matchKeywordAbove(
  input: ScoringInput,
  candidate: Candidate,
  keyword: Keyword,
  { opensLine }: Surroundings,
  numbersBetween: number,
): KeywordMatch {
  const text = input.message.textWithoutLinks;
  const sentence = sentenceAround(text, keyword);
  const isRightBelow = !/[\p{L}\p{N}]/u.test(text.slice(sentence.end, candidate.start));
  // In a sentence, unlike in a label of up to three words, an unknown word says little: `Here is the password you asked for.`
  const isBelowSentence = isRightBelow && countWords(text, sentence.start, sentence.end) >= 4;
  const keywordSignals = keyword.signals.filter(([name]) => !isBelowSentence || name !== "unknownQualifier");
  return {
    signals: [...keywordSignals, [isRightBelow ? "lineRightBelow" : "lineBelow", 1], ["numberAbove", numbersBetween]],
    reason: `stands alone after ${quoteKeyword(input, keyword)}`,
    // The beginning of a line counts as a delimiter before the candidate.
    isAdjacent: opensLine,
    isDelimited: opensLine,
    kind: keyword.kind,
  };
}

function quoteKeyword({ message }: ScoringInput, { start, end }: Keyword): string {
  return `«${message.textWithoutLinks.slice(start, end)}»`;
}
