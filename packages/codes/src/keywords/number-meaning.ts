import { isUnspacedScript } from "../text/letters.ts";
import { isOfKind, someOfKind, type Term, wordKinds } from "../text/lexicon.ts";
import type { MessageSignals } from "../text/message-signals.ts";
import type { NormalizedMessage } from "../text/normalize.ts";
import { type Span, sentenceAround, spansStartingIn } from "../text/sentences.ts";
import { SHORT_WORDS } from "./keyword-label.ts";

/** Why a word such as "number" or "digits" names a code. */
export type NumberMeaning =
  /** It is a number of security: `número de segurança`. */
  | "security"
  /** It is a number of a check, in a message that speaks of a code. */
  | "check"
  /** Somebody is asked to type it. */
  | "typed";

/** Characters to each side in which other words show what the message is about. */
const MAX_DISTANCE_TO_TOPIC = 400;

/**
 * Returns why `term`, a word for "number" or "digits", names a code here:
 * - `security`, because "security" stands beside it: `Security number: 4821`;
 * - `check`, because a word such as "authentication" or "check" does, `Authentication number: 4821`, in a message that speaks of a code:
 *   tickets and boilers are checked too;
 * - `typed`, because it means "digits", and these verify something or should be typed: `Confirmation digits: 4821`,
 *   `Enter the digits 4821`. A plain "number" to enter may be that of an order or a card.
 * Returns `undefined` if it names no code: `Order number: 4821`. `label`: the words around `term` up to the next colon or number.
 */
export function numberMeaning(
  { textWithoutLinks: text }: NormalizedMessage,
  terms: Term[],
  signals: MessageSignals,
  term: Term,
  label: Span,
): NumberMeaning | undefined {
  const labelTerms = spansStartingIn(terms, label.start, label.end);
  const securityTerms = labelTerms.filter(
    (other) =>
      isOfKind(other, wordKinds.security | wordKinds.check) &&
      other.start !== term.start &&
      isSamePhrase(text, terms, term, other),
  );
  if (someOfKind(securityTerms, wordKinds.security)) return "security";
  if (securityTerms.length > 0) return isNearTalkOfCode(terms, term) ? "check" : undefined;
  if (!isOfKind(term, wordKinds.digits)) return undefined;
  // A word that also means "number" may name that of an order, and the digits in a mail about money are often those of a card.
  const isAmbiguous = isOfKind(term, wordKinds.number) || signals.amounts > 0;
  const namesVerification = !isAmbiguous && someOfKind(labelTerms, wordKinds.verify);
  return namesVerification || asksToTypeDigits(text, terms, signals, term) ? "typed" : undefined;
}

/**
 * Whether words within 400 characters speak of verifying, sharing or typing, so that `Authentication number` names a code. A word
 * such as "authentication" itself does not count, nor does one that may be a label, such as "entry".
 */
function isNearTalkOfCode(terms: Term[], { start, end }: Term): boolean {
  return spansStartingIn(terms, start - MAX_DISTANCE_TO_TOPIC, end + MAX_DISTANCE_TO_TOPIC).some(
    (other) =>
      isOfKind(other, wordKinds.verify | wordKinds.sharing | wordKinds.enter) &&
      !isOfKind(other, wordKinds.check | wordKinds.label),
  );
}

/**
 * Whether the sentence asks to type its digits: `Enter the digits 4821`. In mail about money, and beside a word for another thing, such as
 * an invoice, it must also say what for: `… to sign in`. A request such as `copy the following number` is itself a term for digits.
 */
function asksToTypeDigits(text: string, terms: Term[], signals: MessageSignals, digits: Term): boolean {
  const sentence = sentenceAround(text, digits);
  const sentenceTerms = spansStartingIn(terms, sentence.start, sentence.end);
  const mayBeOther = signals.amounts > 0 || signals.isAboutPurchase || someOfKind(sentenceTerms, wordKinds.otherThing);
  return someOfKind(sentenceTerms, wordKinds.enter) && (!mayBeOther || someOfKind(sentenceTerms, wordKinds.verify));
}

/** Two short words and a possessive between two terms are no longer. */
const MAX_GAP = 30;

/**
 * Whether at most two short words, and possessives, separate two terms: `número de segurança`, `Numri juaj i sigurisë`,
 * `מספר האבטחה`. In a script without spaces, up to two characters, such as `の`. Possessives (`juaj`: your) are among the `neutral` words,
 * which are left out before the rest is tested.
 */
function isSamePhrase(text: string, terms: Term[], one: Term, other: Term): boolean {
  const gapStart = Math.min(one.end, other.end);
  const gapEnd = Math.max(one.start, other.start);
  if (gapEnd - gapStart > MAX_GAP) return false;
  let gap = text.slice(gapStart, gapEnd);
  if (isUnspacedScript(text.charCodeAt(one.start))) return gap.length < 3;
  for (const term of spansStartingIn(terms, gapStart, gapEnd))
    if (isOfKind(term, wordKinds.neutral)) gap = gap.replace(text.slice(term.start, term.end), "");
  return SHORT_WORDS.test(gap);
}
