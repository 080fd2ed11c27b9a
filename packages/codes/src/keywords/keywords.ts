import type { Signals } from "../signals.ts";
import { fold } from "../text/letters.ts";
import { codeWordKinds, isOfKind, someOfKind, type Term, wordKinds } from "../text/lexicon.ts";
import { clauseAround, endsInColon, type Span, spansStartingIn, textBefore } from "../text/sentences.ts";
import type { CodeKind } from "../types.ts";
import { type KeywordContext, type KeywordInput, readContext, verifiedWord } from "./keyword-context.ts";
import { findOtherKind, isAboutPayment, namesVerification } from "./keyword-kind.ts";
import { isCompound, isTableRow, labelSpan, unknownQualifier } from "./keyword-label.ts";
import { numberMeaning } from "./number-meaning.ts";
import { isOffer } from "./offer.ts";

/** A word for a code that names one in this message, not in a warning or as a discount. */
export interface Keyword extends Term {
  /** What it says of a candidate beside it. */
  signals: Signals;
  /** The kind of code, by the words beside it. */
  kind: CodeKind;
}

/** No candidate is near enough to a term this many characters after the last one. */
const MAX_DISTANCE_AFTER_LAST = 400;

/**
 * Returns the keywords of a message: the words that name a code, such as "code" or "PIN", each with its kind of code, in order. Leaves out
 * words too far after the last candidate to name one.
 */
export function readKeywords(input: KeywordInput): Keyword[] {
  const { message, terms, candidates } = input;
  const lastCandidate = candidates.at(-1);
  if (!lastCandidate) return [];
  const keywords: Keyword[] = [];
  for (const term of terms) {
    if (term.start > lastCandidate.end + MAX_DISTANCE_AFTER_LAST) break;
    if (!isOfKind(term, codeWordKinds | wordKinds.number | wordKinds.digits)) continue;
    const keyword = readKeyword(input, term, clauseAround(message.textWithoutLinks, term));
    if (keyword) keywords.push(keyword);
  }
  // Beside another code, the number of a "control code" is only to be compared, so its word counts less. Alone it counts fully: in
  // Hungarian, a verification code is called so.
  const hasOtherCode = keywords.some((keyword) => keyword.kind === "one_time" && !isControl(keyword));
  return hasOtherCode ? keywords : keywords.map(withoutControl);
}

/** Whether the keyword names a control code; see `isForControl`. */
function isControl({ signals }: Keyword): boolean {
  return signals.some(([name]) => name === "controlWord");
}

/** Returns the keyword without the signal that makes the word of a control code count less. */
function withoutControl(keyword: Keyword): Keyword {
  return { ...keyword, signals: keyword.signals.filter(([name]) => name !== "controlWord") };
}

/**
 * Returns the keyword that a term is, or `undefined` if it names no code here: a word such as "number" in most labels, a password to keep
 * or one that was changed, or a warning (`Never share your code`). A keyword names a code of another kind if its words say so
 * (`delivery code`), a one-time code if they speak of verifying (`verification code`), and otherwise what `readUnverified` decides. A
 * "control code", which is only to be compared, has the signal `controlWord` whatever its kind. `verifiedWord` returns the signal that a
 * word has beside one of verifying.
 */
function readKeyword(input: KeywordInput, term: Term, clause: Span): Keyword | undefined {
  const { message, terms, candidates, signals: messageSignals } = input;
  const { textWithoutLinks: text, folded } = message;
  const clauseCandidates = spansStartingIn(candidates, clause.start, clause.end);
  const label = labelSpan(text, term, clause, clauseCandidates);
  const isCodeWord = isOfKind(term, codeWordKinds);
  const meaning = isCodeWord ? undefined : numberMeaning(message, terms, messageSignals, term, label);
  if (!isCodeWord && !meaning) return undefined;
  const isKeptOrChanged = isLastingPassword(folded, term) || hasChanged(input, term, clause);
  if (isKeptOrChanged && !isOfKind(term, wordKinds.otp)) return undefined; // "OTP" always means a code
  const context = readContext(input, term, clause, label, clauseCandidates, meaning);
  if (!context) return undefined;
  const control: Signals = isForControl(folded, label) ? [["controlWord", 1]] : [];
  const otherKind = findOtherKind(text, term, context, messageSignals, meaning);
  if (otherKind) return { ...term, signals: [[context.signal, 1], ...control], kind: otherKind };
  if (namesVerification(context, meaning))
    return { ...term, signals: [[verifiedWord(context.signal), 1], ...control], kind: "one_time" };
  return { ...term, ...readUnverified(input, term, label, context, control) };
}

/**
 * Returns the kind and the signals of a keyword beside which nothing speaks of verifying, such as `Your code`:
 * - The code of an offer is a `reference`, none to type. So is, in mail about a payment, that of a thing (`account code`, or with an
 *   unknown word `lantern code`), and a line such as `Code: 091811` without "your" in a message that asks for no code.
 * - In mail about goods, the word is a weak signal (`goodsWord`), unless a word of verifying stands near it, outside of its label. Then
 *   `context.signal`, which is otherwise the signal of the word itself, is `verifiedWord`.
 * - An unknown word makes the code less likely in a message that asks for none. Unknown letters of a script without spaces say too little
 *   for that, and the beginning of a compound (`Klimacode`) says enough only in a message about a purchase.
 * `control`: the signal of a code that is only to be compared, if the keyword names one.
 */
function readUnverified(
  { message, terms, signals: messageSignals, senderName }: KeywordInput,
  term: Term,
  label: Span,
  context: KeywordContext,
  control: Signals,
): Pick<Keyword, "kind" | "signals"> {
  const { textWithoutLinks: text, folded } = message;
  const signals: Signals = [[context.signal, 1], ...control];
  if (isOffer(text, terms, term)) return { signals, kind: "reference" };
  const isUnknownCompound = isCompound(folded, terms, term);
  const unknownWord = unknownQualifier(message, terms, term, label, senderName);
  const asksForCode = messageSignals.asksToVerify || messageSignals.givesInstructions;
  const belongsToThing = context.isLabelled || unknownWord !== undefined || isUnknownCompound;
  const isUnownedRow = !asksForCode && !context.isOwned && isTableRow(text, term);
  if ((belongsToThing || isUnownedRow) && isAboutPayment(context, messageSignals))
    return { signals, kind: "reference" };
  const isWordOfGoods = context.namesGoods && context.signal !== "verifiedWord";
  if (isWordOfGoods) return { signals: [["goodsWord", 1]], kind: "one_time" };
  const isQualified = unknownWord === "word" || (isUnknownCompound && messageSignals.isAboutPurchase);
  if (asksForCode || !isQualified) return { signals, kind: "one_time" };
  const qualifier = messageSignals.isAboutPurchase ? "unknownQualifierOfPurchase" : "unknownQualifier";
  return { signals: [...signals, [qualifier, 1]], kind: "one_time" };
}

/** Words of many languages for a value that is only compared: `control code`, `Kontrollkod`, `ellenőrző kód`. */
const CONTROL_WORDS =
  "kontrol control ellenorz tarkist ελεγχ контрол 確認値 校验值 檢查 확인값 التحكم کنترل नियंत्रण בקרה ควบคุม"
    .split(" ")
    .map(fold);

/** Whether the label says "control code", whose number is usually only compared and not typed. */
function isForControl(folded: string, label: Span): boolean {
  const labelText = folded.slice(label.start, label.end);
  return CONTROL_WORDS.some((word) => labelText.includes(word));
}

/**
 * Whether the message reports that the password or code was changed, `Your code was changed`, and does not tell the new one: by a number
 * right after the term, or below a line such as `Your code was changed to:`. The word "changed" stands in the same clause, shortly before
 * the term or up to 60 characters after it.
 */
function hasChanged({ message, terms, candidates }: KeywordInput, term: Term, clause: Span): boolean {
  const isFollowedByNumber = spansStartingIn(candidates, term.end, term.end + 12).length > 0;
  if (isFollowedByNumber) return false;
  const before = spansStartingIn(terms, Math.max(clause.start, term.start - 24), term.start);
  const after = spansStartingIn(terms, term.end, Math.min(clause.end, term.end + 60));
  const saysChanged = someOfKind(before, wordKinds.changed) || someOfKind(after, wordKinds.changed);
  const introducesNewOne = endsInColon(message.textWithoutLinks.slice(term.end, clause.end));
  return saysChanged && !introducesNewOne;
}

/**
 * Whether the term is a Wi-Fi password or a password that was changed: it is kept, not typed once. Compares the first letters
 * that the words of several languages share.
 */
function isLastingPassword(folded: string, { start, end }: Term): boolean {
  const isPassword = /^(?:passw|kennw|contr|parol|hasl)/.test(folded.slice(start, end));
  // Only the word before it and the two or three after it.
  const textAround = textBefore(folded, start, 8) + folded.slice(start, end + 20);
  return isPassword && /wi-?fi|wlan|changed|geand|modif|cambia|zmien|izmen/.test(textAround);
}
