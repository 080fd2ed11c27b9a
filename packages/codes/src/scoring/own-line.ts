import type { Candidate } from "../candidate.ts";
import { isUnpronounceable } from "../letter-codes.ts";
import { isOfKind, someOfKind, type Term, wordKinds } from "../text/lexicon.ts";
import { endsInColon, spansStartingIn, textAfter, textBefore } from "../text/sentences.ts";
import { type Evidence, isAboutMoney, isDigits, OTHER_THINGS, oneTimeEvidence, type ScoringInput } from "./scoring.ts";
import { looksRandom } from "./shape-score.ts";
import type { Surroundings } from "./surroundings.ts";

const REASON = "stands alone";
/** The line above is read from this many characters before the candidate. */
const MAX_LINE_ABOVE = 160;
/** About the line above and the line below, in characters. */
const NEAR = 120;

/** Returns evidence for a candidate on its own line, in a message that asks to verify or to type something. */
export function matchOwnLine(input: ScoringInput, candidate: Candidate, around: Surroundings): Evidence | undefined {
  // `Customer number` above `774120` says that it is no code.
  if (!around.isAlone || !around.opensLine || around.isBelowLabel) return undefined;
  // No word or number follows on the line: 12 characters are enough for marks and blanks.
  const closesLine = /^[^\p{L}\p{N}\n]*(?:\n|$)/u.test(textAfter(input.message.textWithoutLinks, candidate.end, 12));
  const above = termsOfLineAbove(input, candidate);
  const isBelowRequest = closesLine && someOfKind(above, wordKinds.enter);
  const requested = isBelowRequest ? matchBelowRequest(input, candidate, above) : undefined;
  // Letters alone are a heading or a name unless the line above asks to type them.
  if (requested || candidate.shape === "letters") return requested;
  return isDigits(candidate)
    ? matchDigitsNearVerify(input, candidate, closesLine)
    : matchLettersNearVerify(input, candidate, closesLine);
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
 * Returns evidence for a candidate below a line that asks to type something: `Enter this on the website:`. Digits must be long enough,
 * all others look random, except letters below a line that speaks of verifying. `above`: the known words of that line.
 */
function matchBelowRequest(input: ScoringInput, candidate: Candidate, above: Term[]): Evidence | undefined {
  const { shape, value } = candidate;
  const verifies = someOfKind(above, wordKinds.verify);
  // `Enter this to verify your address:` above `HWKRBT`.
  if (shape === "letters" && verifies) return oneTimeEvidence("belowRequest", REASON);
  // Mail about money or goods is full of other numbers with their own line.
  if (isAboutMoney(input)) return undefined;
  // `Enter your order number:` asks for a number that the reader has already. A word for "enter" may be another thing in another
  // language: `टाका`, in Marathi, has the letters of Bengali money.
  const namesOtherThing = above.some((term) => isOfKind(term, OTHER_THINGS) && !isOfKind(term, wordKinds.enter));
  if (isDigits(candidate) && isLongEnoughBelowRequest(input, candidate, verifies, namesOtherThing))
    return oneTimeEvidence("digitsBelowRequest", REASON);
  // References have digits, so letters alone may follow any request.
  const isRandomLetters = shape === "letters" && isUnpronounceable(value);
  const isRandomMix = shape !== "letters" && looksRandom(value) && (verifies || !namesOtherThing);
  return isRandomLetters || isRandomMix ? oneTimeEvidence("belowRequest", REASON) : undefined;
}

/**
 * Whether digits below a request have enough digits for a code: four if the request speaks of verifying or ends in a colon, or six.
 * A request that names another thing, such as an order number, must speak of verifying.
 */
function isLongEnoughBelowRequest(
  { message }: ScoringInput,
  { start, value }: Candidate,
  verifies: boolean,
  namesOtherThing: boolean,
): boolean {
  if (verifies && value.length >= 4) return true;
  // `Enter this on the website:` asks for a number of four digits too; without a colon, only six digits are surely meant. 12 characters
  // are enough for the colon and the line ends.
  const minLength = endsInColon(textBefore(message.textWithoutLinks, start, 12)) ? 4 : 6;
  return value.length >= minLength && !namesOtherThing;
}

/**
 * Returns evidence for six to eight digits near a word of verifying or expiring, or for any four or more below a request to verify.
 * `closesLine`: no words follow them on their line.
 */
function matchDigitsNearVerify(input: ScoringInput, candidate: Candidate, closesLine: boolean): Evidence | undefined {
  const { terms, signals } = input;
  const { start, end, value } = candidate;
  // Words may follow digits on their line, such as `(valid 5 minutes)`, if the message says what to do with them.
  const isOnItsOwn = (closesLine && signals.asksToVerify) || signals.givesInstructions;
  // Mail about money or goods is full of numbers with their own line.
  if (!isOnItsOwn || isAboutMoney(input)) return undefined;
  if (value.length >= 6 && value.length <= 8) {
    const nearTerms = spansStartingIn(terms, start - NEAR, end + NEAR);
    const hasHint = someOfKind(nearTerms, wordKinds.verify | wordKinds.expire);
    return hasHint ? oneTimeEvidence("ownLineDigits", REASON) : undefined;
  }
  // Shorter and longer numbers mean many things, unless the text above asks to type something to verify.
  const termsAbove = spansStartingIn(terms, start - NEAR, start).filter((term) => term.end <= start);
  const asksAbove = someOfKind(termsAbove, wordKinds.enter) && someOfKind(termsAbove, wordKinds.verify);
  return value.length >= 4 && closesLine && asksAbove ? oneTimeEvidence("digitsBelowRequest", REASON) : undefined;
}

/** Returns evidence for random letters and digits near a word of verifying or expiring. `closesLine`: no words follow on their line. */
function matchLettersNearVerify(
  input: ScoringInput,
  { start, end, value }: Candidate,
  closesLine: boolean,
): Evidence | undefined {
  const { terms, signals } = input;
  // The message gives an occasion for a code: it asks to verify, or says what to do with a code.
  const hasOccasion = signals.asksToVerify || signals.givesInstructions;
  if (!closesLine || !hasOccasion || isAboutMoney(input)) return undefined;
  // With dashes, letters and digits are usually an order's or a licence's number.
  const isCodeLike = looksRandom(value) && !value.includes("-");
  const nearTerms = spansStartingIn(terms, start - NEAR, end + NEAR);
  const hasHint = someOfKind(nearTerms, wordKinds.verify | wordKinds.expire);
  return isCodeLike && hasHint ? oneTimeEvidence("ownLineLetters", REASON) : undefined;
}
