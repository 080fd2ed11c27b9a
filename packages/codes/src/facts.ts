import { withoutFooter } from "./footer.ts";
import { kinds, namesCode, type Term } from "./lexicon.ts";

/** What a message is about, by the words and marks that stand in it. */
export interface Facts {
  /** Somebody is to verify, sign in or reset something. */
  verifies: boolean;
  /** Something is to be typed, is valid for a time, or must not be told. */
  instructs: boolean;
  /** How many amounts of money stand in it, without those of its footer. */
  amounts: number;
  /** Something was ordered, shipped, booked or won. */
  trades: boolean;
  /** A booking or a meeting is what it is about. */
  books: boolean;
}

const amount = /[€$£¥₹₽₩₺₫฿]\s?\d|\d\s?(?:[€$£¥₹₽₩₺₫฿]|(?:kr|zł|eur|usd|gbp|pln|czk|kč|lei|tl)(?![\p{L}]))/giu;

export function factsOf(text: string, terms: readonly Term[]): Facts {
  const above = withoutFooter(text.slice(0, 4_000));
  let paid = 0;
  let verifies = false;
  let instructs = false;
  let trades = 0;
  let books = 0;
  let share = 0;
  let enter = 0;
  let expire = 0;
  for (const { is, start, end } of terms) {
    // What is printed below every mail says nothing about this one.
    if (start > 2_000) break;
    if (is & kinds.money && /\d\s?$/.test(above.slice(start - 2, start))) paid += 1;
    if (is & kinds.money && /^[.\s]?\d/.test(above.slice(end, end + 2))) paid += 1;
    if (is & kinds.verify) verifies = true;
    if (is & kinds.strong) verifies = true;
    if (is & kinds.share) share += 1;
    if (is & kinds.enter && !(is & kinds.label)) enter += 1;
    if (is & kinds.expire) expire += 1;
    if (is & kinds.booking) books += 1;
    if (is & (kinds.parcel | kinds.goods | kinds.booking) && !(is & namesCode)) trades += 1;
  }
  if (share + expire + enter > 0) instructs = true;
  const amounts = paid + (above.match(amount)?.length ?? 0);
  return { verifies, instructs, amounts, trades: trades > 0, books: books > 1 };
}
