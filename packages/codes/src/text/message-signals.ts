import { blankFooter } from "./footer.ts";
import { codeWordKinds, type Term, wordKinds } from "./lexicon.ts";
import { textAfter } from "./sentences.ts";

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

const AMOUNT = /[€$£¥₹₽₩₺₫฿]\s?\d|\d\s?(?:[€$£¥₹₽₩₺₫฿]|(?:kr|zł|eur|usd|gbp|pln|czk|kč|lei|tl)(?![\p{L}]))/giu;
/** `14/11/2025 10:40`, `14.11. о 10:40`: an appointment has a date and an hour. */
const DATE_AND_HOUR = /\d[./-]\d\d?[./]?(?:\d{4})?[^\d\n]{1,12}\d?\d[:.]\d\d(?!\d)/;
/** Words after this many characters belong to the footer that is the same in every mail. */
const MAX_TERM_START = 2_000;

/**
 * Reads what the message is about. Words count in its first 2,000 characters, signs of money in its first 4,000: further down
 * stand footers, which are alike in all mails.
 */
export function readSignals(text: string, terms: readonly Term[]): MessageSignals {
  const withoutFooter = blankFooter(text.slice(0, 4_000));
  let amounts = withoutFooter.match(AMOUNT)?.length ?? 0;
  let bookingWords = 0;
  const signals = { asksToVerify: false, givesInstructions: false, isAboutPurchase: false };
  for (const { kinds, start, end } of terms) {
    if (start > MAX_TERM_START) break;
    if (kinds & wordKinds.money) {
      // A word for a currency counts beside a digit only: `12 kr`, `kr 12`.
      if (/\d\s?$/.test(withoutFooter.slice(start - 2, start))) amounts += 1;
      if (/^[.\s]?\d/.test(textAfter(withoutFooter, end, 2))) amounts += 1;
    }
    // `strong` words, such as "OTP", only mean a code to verify with.
    if (kinds & (wordKinds.verify | wordKinds.strong)) signals.asksToVerify = true;
    // Words for "type", "share" and "valid until". A word for "type" that may also be a label asks for nothing.
    const isInstruction = kinds & wordKinds.enter && !(kinds & wordKinds.label);
    if (kinds & (wordKinds.share | wordKinds.expire) || isInstruction) signals.givesInstructions = true;
    // `Meeting ID: 812 3345 6671` counts as two words of a booking, which are enough.
    if (kinds & wordKinds.booking) bookingWords += /^ ?(?:id|no|nr)? ?[:#]/i.test(textAfter(text, end, 6)) ? 2 : 1;
    // A word that also names a code says nothing about a purchase.
    const namesGoods = kinds & (wordKinds.parcel | wordKinds.goods | wordKinds.booking);
    if (namesGoods && !(kinds & codeWordKinds)) signals.isAboutPurchase = true;
  }
  const hasAppointment = bookingWords > 0 && DATE_AND_HOUR.test(withoutFooter);
  return { ...signals, amounts, isAboutBooking: bookingWords > 1 || hasAppointment };
}
