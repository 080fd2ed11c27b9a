import type { Candidate } from "../candidate.ts";
import { isOfKind, purchaseWordKinds, someOfKind, wordKinds } from "../text/lexicon.ts";
import { countWords, endsInColon, spansStartingIn, textAfter } from "../text/sentences.ts";
import { type Evidence, isSixDigits, oneTimeEvidence, type ScoringInput } from "./scoring.ts";
import type { Surroundings } from "./surroundings.ts";

/** "confirmed", "bestätigt", "confirmado", "подтверждено": then the number is of a receipt. */
const PARTICIPLE = /^\p{L}*(?:ed|igt|iert|ad[oa]|at[oa]|ée?|ено|ена|ен)(?!\p{L})/iu;

/**
 * Returns evidence for six digits after a colon that approve the payment of one amount. Their sentence begins with a verb of verifying,
 * `Confirm the payment of 84.99 EUR: 552901`, or the message warns of sharing them:
 * `Payment authentication for 84.99 EUR: 552901. Share it with nobody.` In `Confirm your booking: 552901`, they are the booking's number,
 * and in `Confirmed payment of …` that of a receipt.
 */
export function matchPayment(input: ScoringInput, candidate: Candidate, around: Surroundings): Evidence | undefined {
  const { message, terms, signals } = input;
  const text = message.textWithoutLinks;
  const { sentence } = around;
  // An amount counts twice if both a sign and a word name its currency.
  const namesOneAmount = signals.amounts === 1 || signals.amounts === 2;
  const endsSentence = around.wordsAfter === 0 && endsInColon(text.slice(sentence.start, candidate.start));
  if (!isSixDigits(candidate) || !namesOneAmount || !endsSentence) return undefined;
  const termsBefore = spansStartingIn(terms, sentence.start, candidate.start);
  const verify = termsBefore.find((term) => isOfKind(term, wordKinds.verify));
  if (!verify || someOfKind(termsBefore, purchaseWordKinds | wordKinds.changed)) return undefined;
  const longestParticiple = 40;
  const isReport = PARTICIPLE.test(textAfter(text, verify.start, longestParticiple));
  const opensWithVerb = countWords(text, sentence.start, verify.start) === 0;
  const isSecret = someOfKind(terms, wordKinds.sharing);
  return !isReport && (opensWithVerb || isSecret)
    ? oneTimeEvidence("payment", "is to approve a payment with")
    : undefined;
}
