import { type Candidate, MINUTES } from "../candidates.ts";
import { isOffer } from "../keywords/offer.ts";
import { wordKinds } from "../text/lexicon.ts";
import { spansStartingIn, textAfter } from "../text/sentences.ts";
import {
  hasKind,
  isAwayFromMoney,
  isDigits,
  isOnlyNumber,
  type KeywordMatch,
  OTHER_THINGS,
  oneTimeMatch,
  type ScoringInput,
} from "./scoring.ts";
import type { Surroundings } from "./surroundings.ts";
import { PURPOSE } from "./typed.ts";

const USUAL_DIGITS = 6;
/** Longer messages say more than one thing. */
const MAX_MESSAGE_CHARACTERS = 240;
/** Characters before a number in which a word may label it: `Your application 551920`. */
const LABEL_REACH = 24;

/**
 * Returns evidence for the only number of a short message that says how to treat it: `Copper login 482913, share it with nobody`,
 * `[Copper] 482913 (valid 5 minutes)`.
 */
export function matchLoneNumber(input: ScoringInput, candidate: Candidate, around: Surroundings): KeywordMatch[] {
  const { message, terms, signals } = input;
  // Without a word for "code", only the usual length of a code is evidence enough. Longer messages say more than one thing.
  const isSixDigits = isDigits(candidate) && candidate.value.length === USUAL_DIGITS;
  if (!isSixDigits || message.textWithoutLinks.length > MAX_MESSAGE_CHARACTERS) return [];
  // Only codes last for minutes. A word of verifying is no instruction: what is verified has numbers too, as in
  // `Registration 551203 is confirmed.`
  const isShortLived = hasKind(terms, wordKinds.expire) && MINUTES.test(message.textWithoutLinks);
  const isSecret = hasKind(terms, wordKinds.share);
  const isInstruction = isShortLived || isSecret;
  // A number that does not begin its clause needs a word of verifying: `Copper login 482913`.
  if (!isInstruction || !(signals.asksToVerify || around.opensClause)) return [];
  if (!isOnlyLongNumber(input, candidate) || !isAwayFromMoney(input) || signals.isAboutBooking) return [];
  // `Gift card 551203` or `Case 662910`; below, `482913 was changed`, which reports, and `440275 people joined`.
  const isSomethingElse = isOffer(message.textWithoutLinks, terms, candidate) || isLabelled(input, candidate);
  if (isSomethingElse || hasKind(terms, wordKinds.done) || !isUncounted(input, candidate)) return [];
  return [oneTimeMatch("loneNumber", "is the only number of a message that says how to treat it")];
}

/** Whether nothing else in the message has four digits, not even a year or a phone number: that would show a footer or a bill. */
function isOnlyLongNumber(input: ScoringInput, candidate: Candidate): boolean {
  return isOnlyNumber(input, candidate) && (input.message.textWithoutLinks.match(/\d{4,}/g)?.length ?? 0) <= 1;
}

/** Whether a word just before says what the number is: `Case 662910`. */
function isLabelled({ message, terms }: ScoringInput, { start }: Candidate): boolean {
  return spansStartingIn(terms, start - LABEL_REACH, start).some(
    ({ kinds, end }) => kinds & OTHER_THINGS && !/[.!?\n]/.test(message.textWithoutLinks.slice(end, start)),
  );
}

/** Whether the number is not a count of the word after it, unlike in `440275 people joined`. */
function isUncounted({ message, terms }: ScoringInput, { end }: Candidate): boolean {
  const rest = textAfter(message.textWithoutLinks, end, LABEL_REACH);
  // No word follows.
  if (!/^[ \u00a0]?\p{L}/u.test(rest)) return true;
  // Else the next word must be like "is" or "expires", or one of the next two like "to": `482913 to sign in`.
  const [next] = spansStartingIn(terms, end, end + 2);
  const isVerbOrLink = next !== undefined && next.kinds & (wordKinds.joining | wordKinds.verify | wordKinds.expire);
  return Boolean(isVerbOrLink) || PURPOSE.test(rest.split(/\s/).slice(0, 2).join(" "));
}
