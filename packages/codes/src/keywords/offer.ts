import { someOfKind, type Term, wordKinds } from "../text/lexicon.ts";
import { type Span, sentenceAround, spansStartingIn } from "../text/sentences.ts";

/** A share of the price: `10 %`, `%10`, and `九折`, which is nine tenths. */
const PERCENTAGE = /\d\s?[%٪]|[%٪]\s?\d|[\d一二三四五六七八九]折/;

/** Whether the sentence promises a discount, a gift, or a reward for passing a code on to friends: `10 % off with WINTER20`. */
export function isOffer(text: string, terms: Term[], span: Span): boolean {
  const { start, end } = sentenceAround(text, span);
  return (
    PERCENTAGE.test(text.slice(start, end)) ||
    someOfKind(spansStartingIn(terms, start, end), wordKinds.goods | wordKinds.friend)
  );
}
