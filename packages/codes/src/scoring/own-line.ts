import type { Candidate } from "../candidate.ts";
import { isUnpronounceable } from "../letter-codes.ts";
import { someOfKind, type Term, wordKinds } from "../text/lexicon.ts";
import { endsInColon, spansStartingIn, textAfter, textBefore } from "../text/sentences.ts";
import {
  type Evidence,
  isAboutMoney,
  isDigits,
  isDigitsOfLength,
  oneTimeEvidence,
  type ScoringInput,
  someNameOtherThing,
} from "./scoring.ts";
import { looksRandom } from "./shape-score.ts";
import type { Surroundings } from "./surroundings.ts";

const OWN_LINE_REASON = "stands alone";
/** The line above is read from this many characters before the candidate. */
const MAX_LINE_ABOVE = 160;
/** About the line above and the line below, in characters. */
const ABOUT_ONE_LINE = 120;

/**
 * Returns evidence for a candidate that begins its line: below a line that asks to type it, if no words follow it on its own line, or
 * else near words of verifying. Letters alone need such a line above: otherwise they are a heading or a name. A label such as
 * `Customer number` right before it or above says that it is no code.
 */
export function matchOwnLine(input: ScoringInput, candidate: Candidate, around: Surroundings): Evidence | undefined {
  if (!around.isAlone || !around.opensLine || around.hasOtherLabel) return undefined;
  const maxMarksAndBlanks = 12;
  const closesLine = /^[^\p{L}\p{N}\n]*(?:\n|$)/u.test(
    textAfter(input.message.textWithoutLinks, candidate.end, maxMarksAndBlanks),
  );
  const above = termsOfLineAbove(input, candidate);
  const isBelowRequest = closesLine && someOfKind(above, wordKinds.enter);
  const requested = isBelowRequest ? matchBelowRequest(input, candidate, above) : undefined;
  if (requested || candidate.shape === "letters") return requested;
  return isDigits(candidate)
    ? matchDigitsNearVerify(input, candidate, closesLine)
    : matchLettersNearVerify(input, candidate, closesLine);
}

/** Returns the known terms of the last line with words above a candidate, which must begin its own line. */
function termsOfLineAbove({ message: { textWithoutLinks }, terms }: ScoringInput, { start }: Candidate): Term[] {
  const lineStart = textWithoutLinks.slice(0, start).trimEnd().lastIndexOf("\n") + 1;
  return spansStartingIn(terms, Math.max(lineStart, start - MAX_LINE_ABOVE), start);
}

/**
 * Returns evidence for a candidate below a line that asks to type something, `Enter this on the website:`. `above`: the known words of
 * that line. Letters below a line that speaks of verifying are always a code, and the only one in mail about money, which is full of
 * other numbers. Elsewhere, letters must be unpronounceable, digits as many as `isRequestedNumber` says, and letters with digits random.
 * Numbers below `Enter your order number:` are none: the reader has that number already.
 */
function matchBelowRequest(input: ScoringInput, candidate: Candidate, above: Term[]): Evidence | undefined {
  const { shape, value } = candidate;
  const isLetters = shape === "letters";
  const requestVerifies = someOfKind(above, wordKinds.verify);
  if (isLetters && requestVerifies) return oneTimeEvidence("belowRequest", OWN_LINE_REASON);
  if (isAboutMoney(input)) return undefined;
  const requestNamesOther = someNameOtherThing(above);
  if (isDigits(candidate) && isRequestedNumber(input, candidate, requestVerifies, requestNamesOther))
    return oneTimeEvidence("digitsBelowRequest", OWN_LINE_REASON);
  const isCode = isLetters ? isUnpronounceable(value) : looksRandom(value) && (requestVerifies || !requestNamesOther);
  return isCode ? oneTimeEvidence("belowRequest", OWN_LINE_REASON) : undefined;
}

/**
 * Whether digits below a request are the code that it asks for. Four are enough if the request speaks of verifying or ends in a colon,
 * as `Enter this on the website:` does; otherwise six. A request that names another thing, such as an order number, must speak of
 * verifying.
 */
function isRequestedNumber(
  { message }: ScoringInput,
  { start, value }: Candidate,
  requestVerifies: boolean,
  requestNamesOther: boolean,
): boolean {
  if (requestVerifies && value.length >= 4) return true;
  const maxColonAndBlanks = 12;
  const minLength = endsInColon(textBefore(message.textWithoutLinks, start, maxColonAndBlanks)) ? 4 : 6;
  return value.length >= minLength && !requestNamesOther;
}

/**
 * Returns evidence for digits at the beginning of a line: six to eight near a word of verifying or expiring, others, of at least four
 * digits, only below words that ask to type something to verify: `Enter this to sign in` above `4821`. Mail about money is full of
 * other numbers. `closesLine`: no words follow on the line. Words may follow if the message says how to treat the code:
 * `482913 (valid 5 minutes)`.
 */
function matchDigitsNearVerify(input: ScoringInput, candidate: Candidate, closesLine: boolean): Evidence | undefined {
  const { terms, signals } = input;
  const { start, value } = candidate;
  const asksForCode = (closesLine && signals.asksToVerify) || signals.givesInstructions;
  if (!asksForCode || isAboutMoney(input)) return undefined;
  if (isDigitsOfLength(candidate, 6, 8))
    return isNearVerifyOrExpire(input, candidate) ? oneTimeEvidence("ownLineDigits", OWN_LINE_REASON) : undefined;
  const termsAbove = spansStartingIn(terms, start - ABOUT_ONE_LINE, start).filter((term) => term.end <= start);
  const asksAbove = someOfKind(termsAbove, wordKinds.enter) && someOfKind(termsAbove, wordKinds.verify);
  const isBelowRequest = value.length >= 4 && closesLine && asksAbove;
  return isBelowRequest ? oneTimeEvidence("digitsBelowRequest", OWN_LINE_REASON) : undefined;
}

/**
 * Returns evidence for random letters and digits on their own line, near a word of verifying or expiring, in a message that asks to
 * verify or says how to treat a code. With a dash, they are usually the number of an order or a licence. `closesLine`: no words follow
 * on their line.
 */
function matchLettersNearVerify(input: ScoringInput, candidate: Candidate, closesLine: boolean): Evidence | undefined {
  const { signals } = input;
  const { value } = candidate;
  const asksForCode = signals.asksToVerify || signals.givesInstructions;
  if (!closesLine || !asksForCode || isAboutMoney(input)) return undefined;
  const isCode = looksRandom(value) && !value.includes("-") && isNearVerifyOrExpire(input, candidate);
  return isCode ? oneTimeEvidence("ownLineLetters", OWN_LINE_REASON) : undefined;
}

/** Whether a word of verifying or expiring is on the candidate's line or about one line from it. */
function isNearVerifyOrExpire({ terms }: ScoringInput, { start, end }: Candidate): boolean {
  return someOfKind(
    spansStartingIn(terms, start - ABOUT_ONE_LINE, end + ABOUT_ONE_LINE),
    wordKinds.verify | wordKinds.expire,
  );
}
