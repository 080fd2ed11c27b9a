import type { Candidate } from "../candidates.ts";
import { isUnspacedScript } from "../text/letters.ts";
import { wordKinds } from "../text/lexicon.ts";
import { spansStartingIn } from "../text/sentences.ts";
import type { KeywordMatch, ScoringInput } from "./scoring.ts";
import { looksRandom } from "./shape-score.ts";
import type { Surroundings } from "./surroundings.ts";

/** Returns evidence from a candidate's form and place that needs no keyword. `hasKeyword`: a keyword already names it. */
export function scoreWithoutKeyword(
  input: ScoringInput,
  candidate: Candidate,
  around: Surroundings,
  hasKeyword: boolean,
): KeywordMatch[] {
  const prefixed = matchPrefixedCode(input, candidate);
  if (candidate.shape === "letters") return prefixed;
  const typed = matchTyped(input, candidate, around);
  const isFirstEvidence = !hasKeyword && prefixed.length + typed.length === 0;
  return [...prefixed, ...typed, ...(isFirstEvidence ? matchOwnLine(input, candidate, around) : [])];
}

/** `G-123456` */
function matchPrefixedCode({ message }: ScoringInput, { start, end }: Candidate): KeywordMatch[] {
  const isPrefixed = /^[A-Z]-\d{6}$/.test(message.masked.slice(start, end));
  return isPrefixed ? [oneTime(3.6, "is built like a code", false)] : [];
}

/** `Enter 482913 to sign in`: a word beside the candidate asks to type it. */
function matchTyped(input: ScoringInput, candidate: Candidate, around: Surroundings): KeywordMatch[] {
  const { message, terms, keywords, signals } = input;
  const { end, value } = candidate;
  const { sentence, followsEnter } = around;
  const termsAfter = spansStartingIn(terms, end, sentence.end);
  const isFollowedBy = (kind: number) => termsAfter.some(({ kinds }) => kinds & kind);
  if (!isDigits(candidate)) {
    const isRandomAndTyped = looksRandom(value) && followsEnter && isAwayFromMoney(input);
    const verifies = signals.asksToVerify || isFollowedBy(wordKinds.verify);
    return isRandomAndTyped && verifies ? [oneTime(4.8, "is to be typed", true)] : [];
  }
  // Languages with the verb last and without spaces: `482913を入力`.
  const isFollowedByEnter = termsAfter.some(
    ({ kinds, start }) =>
      kinds & wordKinds.enter && start - end < 12 && isUnspacedScript(message.masked.charCodeAt(start)),
  );
  if (!followsEnter && !isFollowedByEnter) return [];
  const hasKeywordInSentence = followsEnter && spansStartingIn(keywords, sentence.start, sentence.end).length > 0;
  const isSupported = value.length === 6 || hasKeywordInSentence || isFollowedBy(wordKinds.verify | wordKinds.enter);
  return isSupported ? [oneTime(4, "is to be typed", false)] : [];
}

/** The candidate has its own line in a message that asks to verify or to type something. */
function matchOwnLine(input: ScoringInput, candidate: Candidate, around: Surroundings): KeywordMatch[] {
  const { message, terms, signals } = input;
  const { start, end, value } = candidate;
  const closesLine = /^[^\p{L}\p{N}\n]*(?:\n|$)/u.test(message.masked.slice(end, end + 12));
  const hasOwnLine = around.isAlone && around.opensLine && !around.isLabelledByLineAbove;
  const digits = isDigits(candidate);
  const isOnItsOwn = closesLine || (digits && signals.givesInstructions);
  const hasOccasion = signals.asksToVerify || signals.givesInstructions;
  // Mail about money or goods is full of numbers with their own line.
  if (!hasOwnLine || !isOnItsOwn || !hasOccasion || !isAwayFromMoney(input)) return [];
  const nearTerms = spansStartingIn(terms, start - 120, end + 120);
  const isUsualForm = digits ? value.length > 5 && value.length < 9 : looksRandom(value) && !value.includes("-");
  if (isUsualForm) {
    const hasHint = nearTerms.some(({ kinds }) => kinds & (wordKinds.verify | wordKinds.expire));
    return hasHint ? [oneTime(digits ? 3.6 : 3.9, "stands alone", true)] : [];
  }
  // Shorter numbers mean many things, unless the line above asks to type something to verify.
  const termsAbove = nearTerms.filter((term) => term.end <= start);
  const isAbove = (kind: number) => termsAbove.some(({ kinds }) => kinds & kind);
  const asksAbove = isAbove(wordKinds.enter) && isAbove(wordKinds.verify);
  const isShortCode = digits && closesLine && asksAbove && value.length > 3;
  return isShortCode ? [oneTime(4.2, "stands alone", true)] : [];
}

function isDigits({ shape }: Candidate): boolean {
  return shape === "digits" || shape === "spaced";
}

function isAwayFromMoney({ signals }: ScoringInput): boolean {
  return signals.amounts === 0 && !signals.isAboutPurchase;
}

function oneTime(score: number, reason: string, isAdjacent: boolean): KeywordMatch {
  return { score, reason, isAdjacent, isDelimited: isAdjacent, kind: "one_time" };
}
