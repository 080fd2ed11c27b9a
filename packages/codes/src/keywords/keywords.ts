import type { Signals } from "../signals.ts";
import { fold } from "../text/letters.ts";
import { codeWordKinds, type Term, wordKinds } from "../text/lexicon.ts";
import { clauseAround, type Span, spansStartingIn, textBefore } from "../text/sentences.ts";
import type { CodeKind } from "../types.ts";
import { type KeywordInput, readContext, verifiedWord } from "./keyword-context.ts";
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
/** A complete card number before the keyword, which then names the security code on the card. */
const CARD_NUMBER_BEFORE = /\d{4}(?:[ -]?\d{4}){2,3}[^\d.!?]*$/;

/** Returns the keywords of a message: the words that name a code, such as "code" or "PIN", each with its kind of code, in order. */
export function readKeywords(input: KeywordInput): Keyword[] {
  const { message, terms, candidates } = input;
  const keywords: Keyword[] = [];
  // Without candidates, so far before the text that no term is near.
  const lastCandidateEnd = candidates.at(-1)?.end ?? -1_000;
  for (const term of terms) {
    if (term.start > lastCandidateEnd + MAX_DISTANCE_AFTER_LAST) break;
    if (!(term.kinds & (codeWordKinds | wordKinds.number | wordKinds.digits))) continue;
    const keyword = readKeyword(input, term, clauseAround(message.textWithoutLinks, term));
    if (keyword) keywords.push(keyword);
  }
  // Beside another code, the number of a "control code" is only to be compared, so its word counts less. Alone it counts fully: it is
  // Hungarian for "verification code".
  const hasOtherCode = keywords.some((keyword) => keyword.kind === "one_time" && !isControl(keyword));
  return hasOtherCode ? keywords : keywords.map(withoutControl);
}

function isControl({ signals }: Keyword): boolean {
  return signals.some(([name]) => name === "controlWord");
}

function withoutControl(keyword: Keyword): Keyword {
  return { ...keyword, signals: keyword.signals.filter(([name]) => name !== "controlWord") };
}

/**
 * Returns the keyword that a term is: what kind of code it names in its clause, with the signals for and against a one-time code.
 * Returns `undefined` if it names no code here. Earlier conditions take precedence.
 */
function readKeyword(input: KeywordInput, term: Term, clause: Span): Keyword | undefined {
  const { message, terms, candidates, signals: messageSignals, senderName } = input;
  const { textWithoutLinks: text, folded } = message;
  const clauseNumbers = spansStartingIn(candidates, clause.start, clause.end);
  const isStrong = (term.kinds & wordKinds.strong) !== 0;
  const label = labelSpan(text, term, clause, clauseNumbers);
  const meaning = term.kinds & codeWordKinds ? undefined : numberMeaning(message, terms, messageSignals, term, label);
  if (!(term.kinds & codeWordKinds || meaning)) return undefined;
  // A password to keep, or a report that one was changed, names nothing to type.
  if (!isStrong && (isLastingPassword(folded, term) || hasChanged(input, term, clause))) return undefined;
  const context = readContext(input, term, clause, label, clauseNumbers, meaning);
  if (!context) return undefined;
  const signals: Signals = [[context.word, 1], ...(isForControl(folded, label) ? CONTROL : [])];
  const { kind, clauseVerifies, isOwned, isLabelled, namesGoods } = context;
  // A word of verifying makes it a one-time code again: `account verification code`. Those of a backup list or a delivery
  // remain what they are: `delivery confirmation code`.
  const keepsKind = kind === "backup" || kind === "delivery";
  if (kind !== "one_time" && (keepsKind || !context.verifies)) return { ...term, signals, kind };
  // What is `checked` may be goods or devices.
  const verifiesPerson = clauseVerifies && meaning !== "checked";
  const isAboutPayment = messageSignals.amounts > 0 && !messageSignals.givesInstructions && !verifiesPerson;
  // `Card number …, security number 5308`: in mail about a payment, a security number is that of a card. So is a "code" after a
  // complete card number.
  const followsCardNumber = CARD_NUMBER_BEFORE.test(textBefore(text, term.start, 60));
  if ((meaning && isAboutPayment) || followsCardNumber) return { ...term, signals, kind: "reference" };
  const verifies = context.verifies || meaning === "safe" || meaning === "checked";
  // A meeting's passcode or the PIN of a door, for something that was booked.
  const isForBooking = messageSignals.isAboutBooking && !messageSignals.givesInstructions && !clauseVerifies;
  // A word that only means a one-time code, such as "OTP", names none of these.
  if (isForBooking && (isStrong ? term.kinds & wordKinds.code : !verifies))
    return { ...term, signals, kind: "booking" };
  // Replaces the word's own signal, which is the first, by the stronger one beside a word of verifying.
  if (isStrong || verifies)
    return { ...term, signals: [[verifiedWord(context.word), 1], ...signals.slice(1)], kind: "one_time" };
  // A code for a discount or a gift, or one to pass on to friends.
  if (isOffer(text, terms, term)) return { ...term, signals, kind: "reference" };
  const isUnknownCompound = isCompound(folded, terms, term);
  const unknown = unknownQualifier(message, terms, term, label, senderName);
  const hasOccasion = messageSignals.asksToVerify || messageSignals.givesInstructions;
  // Beside amounts, `account code` is a reference; `your code` may still be one to type.
  const isUnownedRow = !hasOccasion && !isOwned && isTableRow(text, term);
  const belongsToThing = isLabelled || unknown !== undefined || isUnknownCompound;
  if (isAboutPayment && (belongsToThing || isUnownedRow)) return { ...term, signals, kind: "reference" };
  const isQualified = unknown === "word" || (isUnknownCompound && messageSignals.isAboutPurchase);
  // Goods have codes too, so the word says less, unless one of verifying is near.
  if (namesGoods && context.word !== "verifiedWord") return { ...term, signals: [["goodsWord", 1]], kind: "one_time" };
  // `merchant code`: an unknown word counts against the code only in a message that asks for nothing.
  if (hasOccasion || !isQualified) return { ...term, signals, kind: "one_time" };
  const qualifier = messageSignals.isAboutPurchase ? "unknownQualifierOfPurchase" : "unknownQualifier";
  return { ...term, signals: [...signals, [qualifier, 1]], kind: "one_time" };
}

const CONTROL: Signals = [["controlWord", 1]];
/** Words of many languages for a value that is only compared: `control code`, `Kontrollkod`, `ellenőrző kód`. */
const CONTROL_WORDS =
  "kontrol control ellenorz tarkist ελεγχ контрол 確認値 校验值 檢查 확인값 التحكم کنترل नियंत्रण בקרה ควบคุม"
    .split(" ")
    .map(fold);

/** Whether the label says "control code", whose number is usually only compared and not typed. */
function isForControl(folded: string, label: Span): boolean {
  const text = folded.slice(label.start, label.end);
  return CONTROL_WORDS.some((word) => text.includes(word));
}

/** Whether a word says that the password or code was changed, and no number follows it directly. */
function hasChanged(
  { message: { textWithoutLinks }, terms, candidates }: KeywordInput,
  term: Term,
  clause: Span,
): boolean {
  // 12 characters are a word or two. The words that report the change stand up to 24 before the term or 60 after it.
  const isFollowedByNumber = spansStartingIn(candidates, term.end, term.end + 12).length > 0;
  if (isFollowedByNumber) return false;
  const before = spansStartingIn(terms, Math.max(clause.start, term.start - 24), term.start);
  const after = spansStartingIn(terms, term.end, Math.min(clause.end, term.end + 60));
  const saysChanged = [...before, ...after].some(({ kinds }) => kinds & wordKinds.done);
  // `Your password was changed to:` introduces a new password.
  const endsInColon = /[:：]\s*$/.test(textWithoutLinks.slice(term.end, clause.end));
  return saysChanged && !endsInColon;
}

/**
 * Whether the term is a Wi-Fi password or a password that was changed: it is kept, not typed once. Compares the first letters
 * that the words of several languages share.
 */
function isLastingPassword(folded: string, { start, end }: Term): boolean {
  const isPassword = /^(?:passw|kennw|contr|parol|hasl)/.test(folded.slice(start, end));
  // Only the word before it and the two or three after it.
  const textAround = folded.slice(Math.max(0, start - 8), end + 20);
  return isPassword && /wi-?fi|wlan|changed|geand|modif|cambia|zmien|izmen/.test(textAround);
}
