import { blankFooter } from "./footer.ts";
import { codeWordKinds, isOfKind, purchaseWordKinds, someOfKind, type Term, wordKinds } from "./lexicon.ts";
import { spansStartingIn, textAfter, textBefore } from "./sentences.ts";

/** What a whole message is about, judged by its words. */
export interface MessageSignals {
  /** Somebody should verify, sign in or reset something. */
  asksToVerify: boolean;
  /** Something should be typed, expires, or must not be shared. */
  givesInstructions: boolean;
  /** Number of amounts of money, not counting the footer. */
  amounts: number;
  /** Something was ordered, shipped, booked or won. */
  isAboutPurchase: boolean;
  /** A booking or a meeting: at least two words say so, or one beside a date with its hour. */
  isAboutBooking: boolean;
}

export const AMOUNT = /\p{Sc}\s?\d|\d\s?(?:\p{Sc}|(?:kr|zł|eur|usd|gbp|pln|czk|kč|lei|tl)(?!\p{L}))/giu;
/** `14/11/2025 10:40`, `14.11. о 10:40`: an appointment has a date and an hour. */
const DATE_AND_HOUR = /\d[./-]\d\d?[./]?(?:\d{4})?[^\d\n]{1,12}\d?\d[:.]\d\d(?!\d)/;

/**
 * Reads what the message is about from the known words at its beginning and its amounts of money. Reads further for amounts with a sign or
 * an abbreviation such as `€` or `EUR`, because the sum of a bill comes late. Ignores the footer, which is the same in every mail of a
 * sender. A word for a one-time code, such as "OTP", asks to verify too. A word of a purchase that may also mean a code is no sign of a
 * purchase.
 */
export function readSignals(text: string, allTerms: readonly Term[]): MessageSignals {
  const endOfWords = 2_000;
  const endOfAmounts = 4_000;
  const terms = spansStartingIn(allTerms, 0, endOfWords);
  const withoutFooter = blankFooter(text.slice(0, endOfAmounts));
  // A word for "type" that may also be a label, such as "entry", asks for nothing.
  const asksToType = terms.some((term) => isOfKind(term, wordKinds.enter) && !isOfKind(term, wordKinds.label));
  const isAboutPurchase = terms.some((term) => isOfKind(term, purchaseWordKinds) && !isOfKind(term, codeWordKinds));
  return {
    asksToVerify: someOfKind(terms, wordKinds.verify | wordKinds.otp),
    givesInstructions: asksToType || someOfKind(terms, wordKinds.sharing | wordKinds.expire),
    amounts: countAmounts(withoutFooter, terms),
    isAboutPurchase,
    isAboutBooking: isAboutBooking(text, withoutFooter, terms),
  };
}

/** Counts the amounts of money: `€12`, `12 kr`. One with both a sign and a word for its currency counts twice. */
function countAmounts(withoutFooter: string, terms: readonly Term[]): number {
  let amounts = withoutFooter.match(AMOUNT)?.length ?? 0;
  for (const term of terms) {
    if (!isOfKind(term, wordKinds.money)) continue;
    // A word for a currency counts beside a digit only: `12 kr`, `kr 12`, `Rs. 12`.
    if (/\d\s?$/.test(textBefore(withoutFooter, term.start, 2))) amounts += 1;
    if (/^\.?\s?\d/.test(textAfter(withoutFooter, term.end, 3))) amounts += 1;
  }
  return amounts;
}

/** Whether a booking or a meeting is the subject: by two words, by a labelled one, or by one and a date with its hour. */
function isAboutBooking(text: string, withoutFooter: string, terms: readonly Term[]): boolean {
  const bookingTerms = terms.filter((term) => isOfKind(term, wordKinds.booking));
  // `Meeting ID: 812 3345 6671`
  const isLabelled = bookingTerms.some(({ end }) => /^ ?(?:id|no|nr)? ?[:#]/i.test(textAfter(text, end, 6)));
  const hasAppointment = bookingTerms.length > 0 && DATE_AND_HOUR.test(withoutFooter);
  return bookingTerms.length > 1 || isLabelled || hasAppointment;
}
