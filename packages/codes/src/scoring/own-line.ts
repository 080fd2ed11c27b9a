import { type Candidate, isUnpronounceable } from "../candidates.ts";
import { type Term, wordKinds } from "../text/lexicon.ts";
import { spansStartingIn, textAfter, textBefore } from "../text/sentences.ts";
import {
  hasKind,
  isAwayFromMoney,
  isDigits,
  type KeywordMatch,
  OTHER_THINGS,
  oneTimeMatch,
  type ScoringInput,
} from "./scoring.ts";
import { looksRandom } from "./shape-score.ts";
import type { Surroundings } from "./surroundings.ts";

/** The line above is read from this many characters before the candidate. */
const MAX_LINE_ABOVE = 160;
/** Returns evidence for a candidate on its own line, in a message that asks to verify or to type something. */
export function matchOwnLine(input: ScoringInput, candidate: Candidate, around: Surroundings): KeywordMatch[] {
  // No word or number follows on the line: 12 characters are enough for marks and blanks.
  const closesLine = /^[^\p{L}\p{N}\n]*(?:\n|$)/u.test(textAfter(input.message.textWithoutLinks, candidate.end, 12));
  // `Customer number` above `774120` says that it is no code.
  if (!around.isAlone || !around.opensLine || around.isLabelledByLineAbove) return [];
  const above = termsOfLineAbove(input, candidate);
  if (closesLine && hasKind(above, wordKinds.enter)) {
    const requested = matchBelowRequest(input, candidate, above);
    if (requested.length > 0) return requested;
  }
  // Letters alone are a heading or a name unless the line above asks to type them.
  return candidate.shape === "letters" ? [] : matchNearVerify(input, candidate, closesLine);
}

/** Returns the known terms of the last line with words above a candidate, which must begin its own line. */
function termsOfLineAbove({ message: { textWithoutLinks }, terms }: ScoringInput, { start }: Candidate): Term[] {
  const from = Math.max(0, start - MAX_LINE_ABOVE);
  const above = textWithoutLinks.slice(from, start).trimEnd();
  const lineEnd = from + above.length;
  const lineStart = textWithoutLinks.lastIndexOf("\n", lineEnd - 1) + 1;
  return spansStartingIn(terms, Math.max(lineStart, from), start);
}

/**
 * Returns evidence for a candidate on its own line below one that asks to type something: `Enter this on the website:`. If that
 * line does not speak of verifying, the candidate must be long or look random.
 */
function matchBelowRequest(input: ScoringInput, candidate: Candidate, above: Term[]): KeywordMatch[] {
  const { shape, value } = candidate;
  const verifies = hasKind(above, wordKinds.verify);
  // `Enter this to verify your address:` above `HWKRBT`.
  if (shape === "letters" && verifies) return [oneTimeMatch("belowRequest", "stands alone")];
  // Mail about money or goods is full of other numbers with their own line.
  if (!isAwayFromMoney(input)) return [];
  if (isDigits(candidate) && verifies && value.length > 3) return [oneTimeMatch("digitsBelowRequest", "stands alone")];
  // `Enter your order number:` asks for a number that the reader has already.
  const namesOtherThing = above.some(({ kinds }) => kinds & OTHER_THINGS && !(kinds & wordKinds.enter));
  // `Enter this on the website:` asks for a number of four digits too; without a colon, only six digits are surely meant.
  const followsColon = /[:：]\s*$/.test(textBefore(input.message.textWithoutLinks, candidate.start, 12));
  const isLongEnough = isDigits(candidate) && value.length > (followsColon ? 3 : 5);
  if (isLongEnough && !namesOtherThing) return [oneTimeMatch("digitsBelowRequest", "stands alone")];
  // References have digits, so letters alone may follow any request.
  const isRandom =
    shape === "letters" ? isUnpronounceable(value) : looksRandom(value) && (verifies || !namesOtherThing);
  return isRandom ? [oneTimeMatch("belowRequest", "stands alone")] : [];
}

/** Returns evidence for six to eight digits, or random letters and digits, near a word of verifying or expiring. */
function matchNearVerify(input: ScoringInput, candidate: Candidate, closesLine: boolean): KeywordMatch[] {
  const { terms, signals } = input;
  const { start, end, value } = candidate;
  const digits = isDigits(candidate);
  // Words may follow digits on their line, such as `(valid 5 minutes)`, if the message says what to do with them.
  const isOnItsOwn = closesLine || (digits && signals.givesInstructions);
  const hasOccasion = signals.asksToVerify || signals.givesInstructions;
  // Mail about money or goods is full of numbers with their own line.
  if (!isOnItsOwn || !hasOccasion || !isAwayFromMoney(input)) return [];
  // 120 characters: about the line above and the line below.
  const nearTerms = spansStartingIn(terms, start - 120, end + 120);
  // Six to eight digits. With dashes, letters and digits are usually an order's or a licence's number.
  const isUsualForm = digits ? value.length > 5 && value.length < 9 : looksRandom(value) && !value.includes("-");
  if (isUsualForm) {
    const hasHint = hasKind(nearTerms, wordKinds.verify | wordKinds.expire);
    return hasHint ? [oneTimeMatch(digits ? "ownLineDigits" : "ownLineLetters", "stands alone")] : [];
  }
  // Shorter numbers mean many things, unless the text above asks to type something to verify.
  const termsAbove = nearTerms.filter((term) => term.end <= start);
  const asksAbove = hasKind(termsAbove, wordKinds.enter) && hasKind(termsAbove, wordKinds.verify);
  const hasFourDigits = digits && value.length > 3;
  return hasFourDigits && closesLine && asksAbove ? [oneTimeMatch("digitsBelowRequest", "stands alone")] : [];
}
