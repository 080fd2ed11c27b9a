import type { Candidate } from "../candidate.ts";
import { isOffer } from "../keywords/offer.ts";
import { DEVICE_CODE } from "../letter-codes.ts";
import { isUnspacedScript } from "../text/letters.ts";
import { isOfKind, someOfKind, type Term, wordKinds } from "../text/lexicon.ts";
import { endsInColon, spansStartingIn } from "../text/sentences.ts";
import {
  type Evidence,
  isAboutMoney,
  isDigits,
  isOnlyNumber,
  isSixDigits,
  oneTimeEvidence,
  type ScoringInput,
  someNameOtherThing,
} from "./scoring.ts";
import { looksRandom } from "./shape-score.ts";
import { isSurname, type Surroundings } from "./surroundings.ts";

const REASON_TO_TYPE = "is to be typed";

/**
 * Returns evidence if a word beside the candidate asks to type it: `Enter 482913 to sign in`, `482913 girin` (Turkish). Other than six
 * digits, a number needs further evidence.
 */
export function matchTyped(input: ScoringInput, candidate: Candidate, around: Surroundings): Evidence | undefined {
  const { message, terms } = input;
  const text = message.textWithoutLinks;
  const { end } = candidate;
  const termsAfter = spansStartingIn(terms, end, around.sentence.end);
  const isFollowedByEnter = termsAfter.some(
    (term) => isOfKind(term, wordKinds.enter) && comesSoonAfter(text, end, term.start),
  );
  const isToBeTyped = around.followsEnter || isFollowedByEnter || isRequestedBeforeColon(input, candidate, around);
  if (!isToBeTyped || isOffer(text, terms, candidate)) return undefined;
  if (!isDigits(candidate)) return matchTypedLetters(input, candidate, termsAfter);
  const isSupported =
    isSixDigits(candidate) ||
    saysWhatFor(input, candidate, around, termsAfter) ||
    beginsWithRequest(input, candidate, around);
  // Only a code is written as `4 0 7 1`, so it counts like one right beside the word "code"; `407` or `2026` may be anything.
  const isAdjacent = candidate.shape === "spaced";
  return isSupported ? oneTimeEvidence("typedDigits", REASON_TO_TYPE, isAdjacent) : undefined;
}

/**
 * Returns evidence for letters, or letters and digits, that the message asks to type: `Enter A7K2Q9 to verify your phone`. They must
 * be a device code (`WDJB-MJHT`), or look random in a message that speaks of verifying. `termsAfter`: the known words after them.
 */
function matchTypedLetters(input: ScoringInput, { value }: Candidate, termsAfter: Term[]): Evidence | undefined {
  const speaksOfVerifying = input.signals.asksToVerify || someOfKind(termsAfter, wordKinds.verify);
  const isCode = DEVICE_CODE.test(value) || (speaksOfVerifying && looksRandom(value));
  const mayBeVoucher = isAboutMoney(input); // `Enter A7K2Q9 at the checkout`
  return isCode && !mayBeVoucher ? oneTimeEvidence("typedLetters", REASON_TO_TYPE) : undefined;
}

/**
 * Whether the sentence of a number to type says what it is for, `Enter the code 3390`, `To sign in, enter 3390`, or asks to type it
 * after the number, as languages whose verbs come last do: `3390 girin` (Turkish).
 */
function saysWhatFor(
  { terms, keywords }: ScoringInput,
  { start }: Candidate,
  { sentence, followsEnter }: Surroundings,
  termsAfter: Term[],
): boolean {
  const hasKeyword = spansStartingIn(keywords, sentence.start, sentence.end).length > 0;
  const verifiesBefore = someOfKind(spansStartingIn(terms, sentence.start, start), wordKinds.verify);
  const asksAfter = someOfKind(termsAfter, wordKinds.verify | wordKinds.enter);
  return (followsEnter && hasKeyword) || verifiesBefore || asksAfter;
}

/** Whether the sentence begins with a word for "enter" and the number, and no other number can be meant: `Type 5521 at the door`. */
function beginsWithRequest(
  input: ScoringInput,
  candidate: Candidate,
  { followsEnter, wordsBefore }: Surroundings,
): boolean {
  const onlyEnterIsBefore = followsEnter && wordsBefore <= 1;
  return onlyEnterIsBefore && isOnlyNumber(input, candidate) && !isAboutMoney(input);
}

/**
 * Whether a term that starts at `termStart` comes soon after a number that ends at `end`: `482913 санын териңиз` (Kyrgyz). Between them
 * may be an ending such as `-et`, one short word, or a few words of a script without spaces. A word with a capital begins a name.
 */
function comesSoonAfter(text: string, end: number, termStart: number): boolean {
  const distance = termStart - end;
  if (isUnspacedScript(text.charCodeAt(termStart))) return distance < 12;
  return distance < 5 || /^\s(?!\p{Lu})\p{L}{2,6}\s$/u.test(text.slice(end, termStart));
}

/** Whether the sentence asks to type the six characters after its colon: `Write this in the app to go on: 482913`. */
function isRequestedBeforeColon({ message, terms }: ScoringInput, candidate: Candidate, around: Surroundings): boolean {
  const text = message.textWithoutLinks;
  const { sentence, wordsBefore, wordsAfter } = around;
  const followsColon = endsInColon(text.slice(sentence.start, candidate.start));
  // `Entry number: 482913`
  const followsLabel = wordsBefore < 3;
  const endsSentence = wordsAfter === 0;
  if (!followsColon || followsLabel || !endsSentence || candidate.value.length !== 6) return false;
  const before = spansStartingIn(terms, sentence.start, candidate.start);
  const asksToType = before.some((term) => isOfKind(term, wordKinds.enter) && !isSurname(text, term, terms));
  return asksToType && !someNameOtherThing(before);
}
