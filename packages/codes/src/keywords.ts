import type { Facts } from "./facts.ts";
import { hasStranger, isBeside, isCompound, isRow, isStated, labelAround } from "./label.ts";
import { isDigit } from "./letters.ts";
import { kinds, namesCode, type Term } from "./lexicon.ts";
import { numberMeant } from "./numbers.ts";
import type { Reading } from "./reading.ts";
import { between, partAround, type Span } from "./sentences.ts";
import type { Piece } from "./shapes.ts";
import type { CodeKind } from "./types.ts";

/** A word for a code that means one here, and how much it speaks for what stands by it. */
export interface Keyword extends Term {
  weight: number;
  /** What the words beside it make of it. */
  kind: CodeKind;
}

interface Message {
  reading: Reading;
  terms: Term[];
  pieces: Piece[];
  facts: Facts;
  /** Names that may stand before `code`: the sender's. */
  sender: string;
}

const renamings: [bits: number, kind: CodeKind][] = [
  [kinds.backup, "backup"],
  [kinds.parcel, "delivery"],
  [kinds.booking, "booking"],
  [kinds.other | kinds.goods, "reference"],
];
/** A card's whole number, before the number that is printed on its back. */
const ofCard = /\d{4}(?:[ -]?\d{4}){2,3}[^\d.!?]*$/;

/** The keywords that speak of a code in this very message: neither in a warning nor a discount's name. */
export function readKeywords(message: Message): Keyword[] {
  const { reading, terms, pieces } = message;
  const found: Keyword[] = [];
  const last = pieces.at(-1)?.end ?? -1_000;
  for (const term of terms) {
    // No piece is near enough to what comes later.
    if (term.start > last + 400) break;
    if (!(term.is & (namesCode | kinds.number | kinds.digits))) continue;
    const part = partAround(reading.plain, term);
    const keyword = readKeyword(message, term, part);
    if (keyword) found.push(keyword);
  }
  return found;
}

function readKeyword({ reading, terms, pieces, facts, sender }: Message, term: Term, part: Span): Keyword | undefined {
  const { plain: text, folded } = reading;
  const held = between(pieces, part.start, part.end);
  const strong = (term.is & kinds.strong) !== 0;
  const label = labelAround(text, term, part, held);
  const number = term.is & namesCode ? undefined : numberMeant(reading, terms, facts, term, label);
  if (!(term.is & namesCode || number)) return undefined;
  const stated = facts.instructs && isStated(text, terms, term, held);
  let weight = strong ? 6 : term.is & kinds.pin ? 5.4 : 5;
  if (!strong && isLasting(folded, term)) return undefined;
  let kind: CodeKind = "one_time";
  let verifies = strong;
  let promises = false;
  let asked = false;
  // `kodunuz`: in Turkish the ending says whose it is.
  let owned = /n[iu]z$/.test(folded.slice(term.start, term.end));
  let labelled = false;
  for (const near of between(terms, term.start - 160, term.end + 160)) {
    if (near.start < term.end && near.end > term.start && near.is === term.is) continue;
    const distance = Math.max(term.start - near.end, near.start - term.end);
    const inPart = near.start >= part.start && near.end <= part.end;
    const inLabel = near.start >= label.start && near.end <= label.end;
    if (near.is & kinds.verify && !(number && near.is & (kinds.safe | kinds.check)) && inPart && distance < 60)
      asked = true;
    if (near.is & kinds.verify && distance < 40) weight = Math.max(weight, 5.6);
    if (near.is & kinds.verify && inLabel && near.start !== term.start) verifies = true;
    if (near.is & kinds.share && inPart && warns(text, held, term, near)) return undefined;
    if (near.is & (kinds.goods | kinds.parcel) && !(near.is & namesCode)) promises = true;
    if (near.start === term.start || !inLabel || !isBeside(text, term, near)) continue;
    if (near.is & kinds.own && !isDigit(text.charCodeAt(near.start))) owned = true;
    else if (near.is & kinds.label) labelled = true;
    if (near.is & kinds.own || (number && near.is & (kinds.safe | kinds.check))) continue;
    // `123456 is the code for your payment`: what it is for.
    if (stated && near.start > term.end) continue;
    for (const [bits, renamed] of renamings) if (near.is & bits && kind === "one_time") kind = renamed;
  }
  if (kind !== "one_time") {
    // `account verification code`, `delivery confirmation code`: what it is for does not rename it.
    if (!verifies || kind === "backup" || kind === "delivery") return { ...term, weight, kind };
  }
  const pays = facts.amounts > 0 && !facts.instructs && (!asked || number === "checked");
  if ((number && pays) || ofCard.test(text.slice(Math.max(0, term.start - 60), term.start)))
    return { ...term, weight, kind: "reference" };
  if (number === "safe" || number === "checked") verifies = true;
  // What opens a door that was booked: a meeting's passcode, a stay's PIN.
  if (facts.books && !facts.instructs && !asked && (!strong || term.is & kinds.code) && (strong || !verifies))
    return { ...term, weight, kind: "booking" };
  if (strong || verifies) return { ...term, weight: Math.max(weight, 5.6), kind: "one_time" };
  const compound = isCompound(folded, terms, term);
  const strange = hasStranger(reading, terms, term, label, sender);
  const occasion = facts.verifies || facts.instructs;
  // Among amounts a code of something is an article's, an account's; «your code» is one to type there too.
  const listed = !occasion && !owned && isRow(text, term);
  if (pays && (strange || compound || labelled || listed)) return { ...term, weight, kind: "reference" };
  if (!occasion && (strange === "word" || (compound && facts.trades))) weight -= facts.trades ? 2 : 0.6;
  if (promises && weight < 5.6) weight = 3;
  return { ...term, weight, kind: "one_time" };
}

/** A network's password, or one that was changed, is kept and not typed once. */
function isLasting(folded: string, { start, end }: Term): boolean {
  return (
    /^(?:passw|kennw|contr|parol|hasl)/.test(folded.slice(start, end)) &&
    /wi-?fi|wlan|changed|geand|modif|cambia|zmien|izmen/.test(folded.slice(Math.max(0, start - 8), end + 20))
  );
}

function warns(text: string, held: Piece[], keyword: Term, share: Term): boolean {
  if (held.length === 0) return true;
  return (
    share.start < keyword.start &&
    !held.some(
      ({ start }) => start >= keyword.end && (start - keyword.end < 12 || /:\s*$/.test(text.slice(keyword.end, start))),
    )
  );
}
