import type { Candidate } from "../candidate.ts";
import {
  isFollowedByOwnNumber,
  isRecipientName,
  isTooLongForPin,
  namesLaterNumber,
} from "../keywords/keyword-reach.ts";
import type { Keyword } from "../keywords/keywords.ts";
import { isOfKind, wordKinds } from "../text/lexicon.ts";
import { countStartingIn, countWords, sentenceAround, spansStartingIn } from "../text/sentences.ts";
import type { Evidence, ScoringInput } from "./scoring.ts";
import { looksLikeUserName } from "./shape-score.ts";
import type { Surroundings } from "./surroundings.ts";

/** A keyword with more numbers than this between it and the candidate does not name the candidate. */
export const MAX_NUMBERS_BETWEEN = 6;

/** `Code: 482913`, `Code = "482913"`, `[Code] 482913`: a delimiter, and quotes or brackets that open after it. */
const ENDS_IN_DELIMITER = /[:=>\]】」-][\s"'`“”„«»*([「【『]*$/;

/**
 * Returns the evidence of a keyword before, after, above or below the candidate; `undefined` if it does not name it. A keyword of
 * another sentence names only a candidate that is alone, such as one on its own line.
 */
export function matchKeyword(
  input: ScoringInput,
  candidate: Candidate,
  keyword: Keyword,
  around: Surroundings,
): Evidence | undefined {
  if (isTooLongForPin(candidate.value, keyword)) return undefined;
  const gapStart = Math.min(keyword.end, candidate.end);
  const gapEnd = Math.max(keyword.start, candidate.start);
  const numbersBetween = countStartingIn(input.numbers, gapStart, gapEnd);
  const { sentence, isAlone } = around;
  const isInSentence = keyword.start >= sentence.start && keyword.end <= sentence.end;
  const isInReach = isInSentence || isAlone;
  if (!isInReach || numbersBetween > MAX_NUMBERS_BETWEEN) return undefined;
  const isBefore = keyword.end <= candidate.start;
  if (isBefore)
    return isInSentence
      ? matchKeywordBefore(input, candidate, keyword, around)
      : matchKeywordAbove(input, candidate, keyword, around, numbersBetween);
  const overlaps = keyword.start < candidate.end;
  // Letters before a keyword are ordinary words: `Here is your code`.
  if (overlaps || candidate.shape === "letters") return undefined;
  return isInSentence
    ? matchKeywordAfter(input, candidate, keyword, around, numbersBetween)
    : matchKeywordBelow(input, keyword, around, numbersBetween);
}

/**
 * Returns the evidence of a keyword before the candidate in its sentence: `Your code is 123456`. Each word between them costs little
 * if a delimiter or a word such as "is" precedes the candidate, more if the candidate ends its sentence, most elsewhere. A single short
 * word between counts as "is", which it often is in a language that no list knows, but not before what may be a user name. A
 * delimiter does not count before a user name that other words separate from the keyword: `Code for the user: ben2001`.
 */
function matchKeywordBefore(
  input: ScoringInput,
  candidate: Candidate,
  keyword: Keyword,
  around: Surroundings,
): Evidence | undefined {
  const text = input.message.textWithoutLinks;
  if (isRecipientName(text, candidate) || namesLaterNumber(input, keyword, candidate)) return undefined;
  const textBetween = text.slice(keyword.end, candidate.start);
  const words = countWords(text, keyword.end, candidate.start);
  const isDelimited = around.followsIs || ENDS_IN_DELIMITER.test(textBetween);
  const mayFollowIs = words === 1 && textBetween.length < 16 && !around.mayBeUserName;
  const isAdjacent = words === 0 || isDelimited || mayFollowIs;
  const endsSentence = around.wordsAfter < 1;
  const signalElsewhere = endsSentence ? "wordBeforeLastWord" : "wordBetween";
  const isProbablyUserName = words > 0 && !around.followsIs && looksLikeUserName(candidate.value);
  return {
    ...describeKeyword(input, keyword, "follows"),
    signals: [
      ...keyword.signals,
      [isAdjacent ? "wordBeforeDelimiter" : signalElsewhere, words],
      ["numberBetween", countRivals(input, candidate, keyword)],
    ],
    isAdjacent,
    isDelimited: isDelimited && !isProbablyUserName,
  };
}

/**
 * Counts the numbers between keyword and candidate that the keyword may name instead: not `774120` in `TAN (reference 774120): 482913`,
 * where the keyword names a later one.
 */
function countRivals(input: ScoringInput, candidate: Candidate, keyword: Keyword): number {
  const between = spansStartingIn(input.numbers, keyword.end, candidate.start);
  return between.filter((other) => !namesLaterNumber(input, keyword, other)).length;
}

/**
 * Returns the evidence of a keyword after the candidate in its sentence: `123456 is your code`. Usual in languages whose verbs come
 * last. Words between them cost less if nothing else is in the sentence, or if the candidate begins its clause. A statement, with the
 * candidate at the beginning of its clause and at most six words between, counts like a keyword right beside. With at most three, it
 * counts like a delimiter too, so that even a year may be a code: `2026 is your code`. `Bob7 has a new code` is no statement: what looks
 * like a user name needs "is" or a dash after it. There is no evidence if the number is part of a heading (`Case 774120: your password …`),
 * or if the keyword names the number after itself.
 */
function matchKeywordAfter(
  input: ScoringInput,
  candidate: Candidate,
  keyword: Keyword,
  around: Surroundings,
  numbersBetween: number,
): Evidence | undefined {
  const text = input.message.textWithoutLinks;
  if (isHeading(text, candidate, keyword, around) || isFollowedByOwnNumber(input, keyword)) return undefined;
  const words = countWords(text, candidate.end, keyword.start);
  const fillsSentence = around.wordsBefore === 0 && countWords(text, keyword.end, around.sentence.end) === 0;
  const signalElsewhere = around.opensClause ? "wordOfClause" : "wordBetweenAfter";
  // `482913 Harbor OTP`: a word such as "OTP" names the number without "is", but not across a comma.
  const hasComma = /[,;、]/.test(text.slice(candidate.end, keyword.start));
  const needsNoIs = isOfKind(keyword, wordKinds.otp) && !hasComma;
  const isNamed = !around.mayBeUserName || around.precedesIs || needsNoIs;
  const isStatement = around.opensClause && isNamed && words <= 6;
  const isShortStatement = isStatement && words < 4;
  return {
    ...describeKeyword(input, keyword, "stands before"),
    signals: [
      ...keyword.signals,
      ["wordAfter", 1],
      [fillsSentence ? "wordOfSentence" : signalElsewhere, words],
      ["numberBetweenAfter", numbersBetween],
    ],
    isAdjacent: isStatement,
    isDelimited: isShortStatement,
  };
}

/**
 * Whether the number is part of a heading, so that the keyword after the colon does not name it: `Case 774120: your password …`.
 * A number alone before the colon is named: `482913: your code`.
 */
function isHeading(text: string, candidate: Candidate, keyword: Keyword, around: Surroundings): boolean {
  const charactersToColon = text.slice(candidate.end, keyword.start).indexOf(":");
  const hasColon = charactersToColon >= 0;
  // A word that only means a one-time code, such as "OTP", names a number before its colon too.
  if (!hasColon || isOfKind(keyword, wordKinds.otp)) return false;
  const wordsToColon = countWords(text, candidate.end, candidate.end + charactersToColon);
  return around.wordsBefore > 0 || wordsToColon > 0;
}

/**
 * Returns the evidence of a keyword in an earlier sentence or a label above a candidate that is alone in its sentence. One that also
 * begins a line counts as if it were right beside the keyword, after a delimiter.
 */
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
  // A sentence right above introduces the candidate, and an unknown word in it says little: `Here is the password you asked for.` In a
  // label, of up to three words, it says what the code is for.
  const isBelowSentence = isRightBelow && countWords(text, sentence.start, sentence.end) >= 4;
  const keywordSignals = isBelowSentence
    ? keyword.signals.filter(([name]) => name !== "unknownQualifier")
    : keyword.signals;
  return {
    ...describeKeyword(input, keyword, "stands alone after"),
    signals: [...keywordSignals, [isRightBelow ? "lineRightBelow" : "lineBelow", 1], ["numberAbove", numbersBetween]],
    isAdjacent: opensLine,
    isDelimited: opensLine,
  };
}

/**
 * Returns the evidence of a keyword below a candidate that has its own line, unless a label such as "Customer number" is above it. The
 * score is lower for a line above the keyword (`lineAbove`), and for each number between (`numberBelow`). The candidate counts as
 * adjacent, because its line has nothing else, but not as delimited, so that a year or three digits remain doubtful.
 */
function matchKeywordBelow(
  input: ScoringInput,
  keyword: Keyword,
  { hasOtherLabel }: Surroundings,
  numbersBetween: number,
): Evidence | undefined {
  if (hasOtherLabel) return undefined;
  return {
    ...describeKeyword(input, keyword, "stands alone before"),
    signals: [...keyword.signals, ["lineAbove", 1], ["numberBelow", numbersBetween]],
    isAdjacent: true,
    isDelimited: false,
  };
}

/**
 * Returns the kind of code that a keyword names, and a reason for users: `follows «Your code»`. `position`: how the candidate stands to
 * the keyword.
 */
function describeKeyword(
  { message }: ScoringInput,
  { start, end, kind }: Keyword,
  position: string,
): Pick<Evidence, "kind" | "reason"> {
  return { kind, reason: `${position} «${message.textWithoutLinks.slice(start, end)}»` };
}
