import type { Candidate } from "../candidates.ts";
import { wordKinds } from "../text/lexicon.ts";
import { countWords, spansStartingIn, textAfter } from "../text/sentences.ts";
import { hasKind, isDigits, type KeywordMatch, oneTimeMatch, type ScoringInput } from "./scoring.ts";
import type { Surroundings } from "./surroundings.ts";

/** Words that say what a number is instead of what to do with it: `Confirm your booking: 552901`. */
const THINGS_WITH_NUMBERS = wordKinds.booking | wordKinds.parcel | wordKinds.goods;
/** Endings of "confirmed", "bestätigt", "confirmado", "подтверждено": then the number is of a receipt. */
const PARTICIPLE = /(?:ed|igt|iert|ad[oa]|at[oa]|ée?|ено|ена|ен)$/u;

/** One amount counts twice if a sign and a word name its currency. */
const MAX_AMOUNTS = 2;

/**
 * Returns evidence for six digits that approve a payment: `Confirm the payment of 84.99 EUR: 552901`, or
 * `Payment authentication for 84.99 EUR: 552901. Tell nobody.`
 */
export function matchPayment(input: ScoringInput, candidate: Candidate, around: Surroundings): KeywordMatch[] {
  const { message, terms, signals } = input;
  const { sentence } = around;
  // Banks send six digits, and nothing after them in their sentence.
  const hasForm = isDigits(candidate) && candidate.value.length === 6 && around.wordsAfter === 0;
  const before = message.textWithoutLinks.slice(sentence.start, candidate.start);
  // A single amount, which counts twice if a sign and a word name its currency.
  const namesAmount = signals.amounts > 0 && signals.amounts <= MAX_AMOUNTS;
  if (!hasForm || !namesAmount || !/[:：]\s*$/.test(before)) return [];
  const termsBefore = spansStartingIn(terms, sentence.start, candidate.start);
  const verify = termsBefore.find(({ kinds }) => kinds & wordKinds.verify);
  // `Confirm your booking of 84 EUR: 552901` names a booking, and `was confirmed` reports: both are no request.
  if (verify === undefined || hasKind(termsBefore, THINGS_WITH_NUMBERS | wordKinds.done)) return [];
  // `Confirmed payment of 84 EUR: 552901` reports too.
  if (PARTICIPLE.test(wordFrom(message.textWithoutLinks, verify.start))) return [];
  // The sentence begins with its verb: `Confirm the payment …`.
  const isRequest = countWords(message.textWithoutLinks, sentence.start, verify.start) === 0;
  const isSecret = hasKind(terms, wordKinds.share);
  return isRequest || isSecret ? [oneTimeMatch("payment", "is to approve a payment with")] : [];
}

/** Returns the word at `start` in small letters, up to 40 characters of it; "" if there is none. */
function wordFrom(text: string, start: number): string {
  return /^\p{L}+/u.exec(textAfter(text, start, 40))?.[0].toLowerCase() ?? "";
}
