import { isUnspacedScript } from "../text/letters.ts";
import { type Term, wordKinds } from "../text/lexicon.ts";
import type { MessageSignals } from "../text/message-signals.ts";
import type { NormalizedMessage } from "../text/normalize.ts";
import { type Span, sentenceAround, spansStartingIn } from "../text/sentences.ts";

/** Why a word such as "number" or "digits" names a code. */
export type NumberMeaning =
  /** It is a number of security: `número de segurança`. */
  | "safe"
  /** It is a number of a check, in a message that speaks of a code. */
  | "checked"
  /** Somebody is asked to type it. */
  | "typed";

/** Characters to each side in which other words show what the message is about. */
const MESSAGE_REACH = 400;

/** Returns why `term`, a word for "number" or "digits", names a code here, or `undefined` if it does not. */
export function numberMeaning(
  { textWithoutLinks }: NormalizedMessage,
  terms: Term[],
  signals: MessageSignals,
  term: Term,
  label: Span,
): NumberMeaning | undefined {
  const labelTerms = spansStartingIn(terms, label.start, label.end);
  // Words for "security" (`safe`) and "check" in the same phrase: `security number`, `check number`.
  const securityTerms = labelTerms.filter(
    (other) =>
      other.kinds & (wordKinds.safe | wordKinds.check) &&
      other.start !== term.start &&
      isSamePhrase(textWithoutLinks, terms, term, other),
  );
  if (securityTerms.some(({ kinds }) => kinds & wordKinds.safe)) return "safe";
  if (securityTerms.length > 0) {
    // Tickets and boilers are checked too, so the message must speak of a code. A word that also means a check or a label says
    // no more than the term itself.
    const speaksOfCode = spansStartingIn(terms, term.start - MESSAGE_REACH, term.end + MESSAGE_REACH).some(
      ({ kinds }) =>
        kinds & (wordKinds.verify | wordKinds.share | wordKinds.enter) &&
        !(kinds & (wordKinds.check | wordKinds.label)),
    );
    return speaksOfCode ? "checked" : undefined;
  }
  if (!(term.kinds & wordKinds.digits)) return undefined;
  const labelVerifies = labelTerms.some(({ kinds }) => kinds & wordKinds.verify);
  // `Verification digits: 4821`. Ambiguous if the word also means "number", or if the message has amounts.
  if (labelVerifies && !(term.kinds & wordKinds.number) && signals.amounts === 0) return "typed";
  const sentence = sentenceAround(textWithoutLinks, term);
  const otherTerms = spansStartingIn(terms, sentence.start, sentence.end).filter(({ start }) => start !== term.start);
  const sentenceHas = (kind: number) => otherTerms.some(({ kinds }) => kinds & kind);
  const isAboutMoney = signals.amounts > 0 || signals.isAboutPurchase;
  // `Enter the digits 4821 to sign in`; in mail about money the sentence must say what for.
  return sentenceHas(wordKinds.enter) && (sentenceHas(wordKinds.verify) || !isAboutMoney) ? "typed" : undefined;
}

/** Whether only short words and possessives separate two terms: `número de segurança`, `Numri juaj i sigurisë`, `מספר האבטחה`. */
function isSamePhrase(text: string, terms: Term[], one: Term, other: Term): boolean {
  const start = Math.min(one.end, other.end);
  const end = Math.max(one.start, other.start);
  // Longer than two short words and a possessive.
  if (end - start > 30) return false;
  let gap = text.slice(start, end);
  if (isUnspacedScript(text.charCodeAt(one.start))) return gap.length < 3; // such as `の`
  // Possessives do not count, whatever their length.
  for (const term of spansStartingIn(terms, start, end))
    if (term.kinds & wordKinds.own) gap = gap.replace(text.slice(term.start, term.end), "");
  return /^[\s'’-]*(?:\p{L}{1,4}[\s'’-]+){0,2}\p{L}{0,2}$/u.test(gap);
}
