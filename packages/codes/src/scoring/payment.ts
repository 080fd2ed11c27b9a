import type { Candidate } from "../candidate.ts";
import { isOfKind, someOfKind, wordKinds } from "../text/lexicon.ts";
import { countWords, endsInColon, spansStartingIn, textAfter } from "../text/sentences.ts";
import { type Evidence, isDigits, oneTimeEvidence, type ScoringInput } from "./scoring.ts";
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
export function matchPayment(input: ScoringInput, candidate: Candidate, around: Surroundings): Evidence | undefined {
  const { message, terms, signals } = input;
  const text = message.textWithoutLinks;
  const { sentence } = around;
  // Banks send six digits, and nothing after them in their sentence.
  const hasForm = isDigits(candidate) && candidate.value.length === 6 && around.wordsAfter === 0;
  // Up to `MAX_AMOUNTS` (2), because an amount with both a sign and a word for its currency counts twice.
  const namesOneAmount = signals.amounts > 0 && signals.amounts <= MAX_AMOUNTS;
  if (!hasForm || !namesOneAmount || !endsInColon(text.slice(sentence.start, candidate.start))) return undefined;
  const termsBefore = spansStartingIn(terms, sentence.start, candidate.start);
  const verify = termsBefore.find((term) => isOfKind(term, wordKinds.verify));
  // `Confirm your booking of 84 EUR: 552901` names a booking, and `was confirmed` reports: both are no request.
  if (!verify || someOfKind(termsBefore, THINGS_WITH_NUMBERS | wordKinds.done)) return undefined;
  // `Confirmed payment of 84 EUR: 552901` reports too.
  if (PARTICIPLE.test(wordFrom(text, verify.start))) return undefined;
  // The sentence begins with its verb: `Confirm the payment …`.
  const isRequest = countWords(text, sentence.start, verify.start) === 0;
  const isSecret = someOfKind(terms, wordKinds.share);
  return isRequest || isSecret ? oneTimeEvidence("payment", "is to approve a payment with") : undefined;
}

/** Returns the word at `start` in small letters, up to 40 characters of it; "" if there is none. */
function wordFrom(text: string, start: number): string {
  return /^\p{L}+/u.exec(textAfter(text, start, 40))?.[0].toLowerCase() ?? "";
}
