import { OTHER_THINGS } from "../scoring/scoring.ts";
import { fold } from "../text/letters.ts";
import {
  codeWordKinds,
  isOfKind,
  type Lexicon,
  purchaseWordKinds,
  someOfKind,
  type Term,
  wordKinds,
} from "../text/lexicon.ts";

/** What the words on a link say. */
export interface LabelTraits {
  /** The label is more than the URL. */
  hasWords: boolean;
  /** It says to verify, sign in and the like. */
  asksToVerify: boolean;
  /** It names an invoice, an order, an account and the like. */
  namesOtherThing: boolean;
  /** It names an invoice, an order and the like, and calls for nothing: `Accept the invitation` does. */
  namesInvoice: boolean;
  /** It only says to go on: `Continue`. */
  isCallToAction: boolean;
  /** `Unsubscribe`, `Privacy`, `Help`. */
  isBoilerplate: boolean;
}

/**
 * Reads what the words of a link's label say. A label that is only the URL has no words. `namesOtherThing`: they name anything that has
 * a number or a price, such as a parcel or an account. `namesInvoice`: they name an invoice, an order or the like, and do not also call
 * to do something, as `Accept the invitation` does.
 */
export function readLabelTraits(label: string, lexicon: Lexicon): LabelTraits {
  const words = /^https?:/i.test(label) ? "" : label;
  const terms = termsIn(words, lexicon);
  const namesInvoiceOrLike = someOfKind(terms, wordKinds.otherThing);
  return {
    hasWords: words !== "",
    asksToVerify: speakOfVerifying(terms),
    namesOtherThing: someOfKind(terms, OTHER_THINGS),
    namesInvoice: namesInvoiceOrLike && !someOfKind(terms, wordKinds.callToAction),
    isCallToAction: hasCallToAction(terms),
    isBoilerplate: someOfKind(terms, wordKinds.boilerplate),
  };
}

export function termsIn(text: string, lexicon: Lexicon): Term[] {
  return lexicon.find(text, fold(text));
}

/**
 * Whether a term speaks of verifying, or of a code to verify with: not of an `order code` or `parcel code`, where the word right before
 * makes it one of another kind.
 */
export function speakOfVerifying(terms: Term[]): boolean {
  return terms.some((term, index) => {
    if (isOfKind(term, wordKinds.verify)) return true;
    if (!isOfKind(term, codeWordKinds)) return false;
    const previous = terms[index - 1];
    const isRightBefore = previous && term.start - previous.end < 3;
    return !isRightBefore || !isOfKind(previous, wordKinds.otherThing | purchaseWordKinds);
  });
}

/** Whether the words only call to go on: `Continue`, but not `Download receipt`. */
function hasCallToAction(terms: Term[]): boolean {
  const namesOtherThing = terms.some(
    (term) => isOfKind(term, wordKinds.otherThing) && !isOfKind(term, wordKinds.callToAction),
  );
  return someOfKind(terms, wordKinds.callToAction) && !namesOtherThing;
}

/** Whether a text asks to verify something, or to go on by its link. */
export function asksToVerifyOrGoOn(text: string, lexicon: Lexicon): boolean {
  const terms = termsIn(text, lexicon);
  return speakOfVerifying(terms) || hasCallToAction(terms);
}
