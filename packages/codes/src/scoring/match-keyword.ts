import type { Candidate } from "../candidate.ts";
import { isFollowedByOwnNumber, isRecipientName, namesLaterNumber } from "../keywords/keyword-reach.ts";
import type { Keyword } from "../keywords/keywords.ts";
import { isOfKind, wordKinds } from "../text/lexicon.ts";
import { countStartingIn, countWords, sentenceAround, spansStartingIn } from "../text/sentences.ts";
import type { Evidence, ScoringInput } from "./scoring.ts";
import { looksLikeUserName } from "./shape-score.ts";
import type { Surroundings } from "./surroundings.ts";

/** A keyword with more numbers than this between it and the candidate does not name the candidate. */
export const MAX_NUMBERS_BETWEEN = 6;
/** A PIN has at most this many digits, so the word "PIN" does not name a longer number. */
const MAX_PIN_DIGITS = 8;

/** Returns the evidence of a keyword before, after, above or below the candidate; `undefined` if it does not name it. */
export function matchKeyword(
  input: ScoringInput,
  candidate: Candidate,
  keyword: Keyword,
  around: Surroundings,
): Evidence | undefined {
  // A longer number is not a PIN, so the word does not name it.
  if (isOfKind(keyword, wordKinds.pin) && candidate.value.length > MAX_PIN_DIGITS) return undefined;
  const isBefore = keyword.end <= candidate.start;
  const numbersBetween = isBefore
    ? countStartingIn(input.numbers, keyword.end, candidate.start)
    : countStartingIn(input.numbers, candidate.end, keyword.start);
  if (numbersBetween > MAX_NUMBERS_BETWEEN) return undefined;
  const { sentence, isAlone } = around;
  const isInSentence = keyword.start >= sentence.start && keyword.end <= sentence.end;
  if (isBefore && isInSentence) return matchKeywordBefore(input, candidate, keyword, around, numbersBetween);
  // A keyword of another sentence names only a candidate that is a sentence of its own, such as one on its own line.
  if (isBefore) return isAlone ? matchKeywordAbove(input, candidate, keyword, around, numbersBetween) : undefined;
  // Letters before a keyword are ordinary words: `Here is your code`.
  const isAfter = keyword.start >= candidate.end && candidate.shape !== "letters";
  if (!isAfter) return undefined;
  if (isInSentence) return matchKeywordAfter(input, candidate, keyword, around, numbersBetween);
  return isAlone ? matchKeywordBelow(input, keyword, around, numbersBetween) : undefined;
}

/**
 * Returns the evidence of a keyword before the candidate in its sentence: `Your code is 123456`. Each word between them costs
 * little after a delimiter, more at the end of a sentence, most elsewhere.
 */
function matchKeywordBefore(
  input: ScoringInput,
  candidate: Candidate,
  keyword: Keyword,
  around: Surroundings,
  numbersBetween: number,
): Evidence | undefined {
  const text = input.message.textWithoutLinks;
  // `Reset the password for 20014410` names the user. In `TAN (reference 774120): 482913` the keyword names the later number.
  if (isRecipientName(text, candidate) || namesLaterNumber(input, keyword, candidate)) return undefined;
  // Numbers between, which the keyword may name instead.
  const rivals = numbersBetween > 0 ? countRivals(input, candidate, keyword) : 0;
  const words = countWords(text, keyword.end, candidate.start);
  // `Code: 482913`, `Code = "482913"`, `[Code] 482913`
  const followsDelimiter = /[:=>\]】」-][\s"'`“”„«»*([「【『]*$/.test(text.slice(keyword.end, candidate.start));
  const isDelimited = around.followsJoiningWord || followsDelimiter;
  // `Code number 482913`: one short word between. Not if small letters make the candidate look like a user name.
  const isNextWord = words === 1 && candidate.start - keyword.end < 16 && !around.mayBeUserName;
  const isAdjacent = words === 0 || isDelimited || isNextWord;
  // Less than one: letters of a script without spaces count as a third of a word each.
  const signalElsewhere = around.wordsAfter < 1 ? "wordBeforeLastWord" : "wordBetween";
  // `Your code, Bob7: 482913`: what looks like a user name is probably one.
  const isProbablyUserName = words > 0 && !around.followsJoiningWord && looksLikeUserName(candidate.value);
  return {
    signals: [
      ...keyword.signals,
      [isAdjacent ? "wordBeforeDelimiter" : signalElsewhere, words],
      ["numberBetween", rivals],
    ],
    reason: `follows ${quoteKeyword(input, keyword)}`,
    isAdjacent,
    isDelimited: isDelimited && !isProbablyUserName,
    kind: keyword.kind,
  };
}

/** Counts the numbers between keyword and candidate that the keyword may name instead. One with its own label does not compete. */
function countRivals(input: ScoringInput, candidate: Candidate, keyword: Keyword): number {
  const between = spansStartingIn(input.numbers, keyword.end, candidate.start);
  return between.filter((other) => !namesLaterNumber(input, keyword, other)).length;
}

/**
 * Returns the evidence of a keyword after the candidate in its sentence: `123456 is your code`. Usual in languages whose verbs
 * come last.
 */
function matchKeywordAfter(
  input: ScoringInput,
  candidate: Candidate,
  keyword: Keyword,
  around: Surroundings,
  numbersBetween: number,
): Evidence | undefined {
  const text = input.message.textWithoutLinks;
  // `Case 774120: your password …`. In `Check value 774120, code 482913` the keyword names the number after it.
  if (isHeading(text, candidate, keyword, around) || isFollowedByOwnNumber(input, keyword)) return undefined;
  const words = countWords(text, candidate.end, keyword.start);
  // `482913 is your code.` and nothing else.
  const fillsSentence = around.wordsBefore === 0 && countWords(text, keyword.end, around.sentence.end) === 0;
  // Words between say less against a candidate that begins its clause.
  const signalElsewhere = around.opensClause ? "wordOfClause" : "wordBetweenAfter";
  // A word such as "OTP" names the number without "is", but not across a comma: `482913 Harbor OTP`.
  const hasComma = /[,;、]/.test(text.slice(candidate.end, keyword.start));
  const isStated = around.isStatedAsCode || (isOfKind(keyword, wordKinds.strong) && !hasComma);
  const opensStatement = around.opensClause && isStated;
  return {
    signals: [
      ...keyword.signals,
      ["wordAfter", 1],
      [fillsSentence ? "wordOfStatement" : signalElsewhere, words],
      ["numberBetweenAfter", numbersBetween],
    ],
    reason: `stands before ${quoteKeyword(input, keyword)}`,
    // Several words may qualify the keyword: `482913 is your one-time verification code`.
    isAdjacent: opensStatement && words <= 6,
    // `2026 is your code`: before few words even a short number or a year is a code, as after a delimiter.
    isDelimited: opensStatement && words < 4,
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
  if (!hasColon || isOfKind(keyword, wordKinds.strong)) return false;
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
): Evidence {
  const text = input.message.textWithoutLinks;
  const sentence = sentenceAround(text, keyword);
  const isRightBelow = !/[\p{L}\p{N}]/u.test(text.slice(sentence.end, candidate.start));
  // In a sentence, unlike in a label of up to three words, an unknown word says little: `Here is the password you asked for.`
  const isBelowSentence = isRightBelow && countWords(text, sentence.start, sentence.end) >= 4;
  const keywordSignals = isBelowSentence
    ? keyword.signals.filter(([name]) => name !== "unknownQualifier")
    : keyword.signals;
  return {
    signals: [...keywordSignals, [isRightBelow ? "lineRightBelow" : "lineBelow", 1], ["numberAbove", numbersBetween]],
    reason: `stands alone after ${quoteKeyword(input, keyword)}`,
    // The beginning of a line counts as a delimiter before the candidate.
    isAdjacent: opensLine,
    isDelimited: opensLine,
    kind: keyword.kind,
  };
}

/** Returns the evidence of a keyword below a candidate that has its own line, unless a label such as "Customer number" is above it. */
function matchKeywordBelow(
  input: ScoringInput,
  keyword: Keyword,
  { isBelowLabel }: Surroundings,
  numbersBetween: number,
): Evidence | undefined {
  if (isBelowLabel) return undefined;
  return {
    // `lineAbove`: the candidate's line is above the keyword's.
    signals: [...keyword.signals, ["lineAbove", 1], ["numberBelow", numbersBetween]],
    reason: `stands alone before ${quoteKeyword(input, keyword)}`,
    isAdjacent: true,
    // No delimiter precedes it, so a year or three digits remain doubtful.
    isDelimited: false,
    kind: keyword.kind,
  };
}

function quoteKeyword({ message }: ScoringInput, { start, end }: Keyword): string {
  return `«${message.textWithoutLinks.slice(start, end)}»`;
}
