import type { Candidate } from "../candidates.ts";
import { isDigit } from "../text/letters.ts";
import { codeWordKinds, type Term, wordKinds } from "../text/lexicon.ts";
import type { MessageSignals } from "../text/message-signals.ts";
import type { NormalizedMessage } from "../text/normalize.ts";
import { clauseAround, type Span, spansStartingIn } from "../text/sentences.ts";
import type { CodeKind } from "../types.ts";
import { isBeside, isCompound, isStatement, isTableRow, labelSpan, unknownQualifier } from "./keyword-label.ts";
import { type NumberMeaning, numberMeaning } from "./number-meaning.ts";

/** A word for a code that names one in this message, not in a warning or as a discount. */
export interface Keyword extends Term {
  /** How strongly it suggests that a candidate beside it is a code; about 5 to 6. */
  score: number;
  /** The kind of code, by the words beside it. */
  kind: CodeKind;
}

interface KeywordInput {
  message: NormalizedMessage;
  terms: Term[];
  candidates: Candidate[];
  signals: MessageSignals;
  /** Folded name of the sender, which may stand before `code`. */
  senderName: string;
}

/** What the words around a keyword say about it. */
interface KeywordContext {
  kind: CodeKind;
  score: number;
  /** A word beside it, or the keyword itself, speaks of verifying. */
  verifies: boolean;
  /** A word in its clause speaks of verifying. */
  clauseVerifies: boolean;
  /** A word near it speaks of goods or parcels. */
  namesGoods: boolean;
  /** "your", "new" and the like stand beside it. */
  isOwned: boolean;
  /** A word such as "account" or "order" stands beside it. */
  isLabelled: boolean;
}

/** No candidate is near enough to a term this many characters after the last one. */
const MAX_DISTANCE_AFTER_LAST = 400;
const CONTEXT_DISTANCE = 160;
const KINDS_BY_QUALIFIER: [wordKinds: number, kind: CodeKind][] = [
  [wordKinds.backup, "backup"],
  [wordKinds.parcel, "delivery"],
  [wordKinds.booking, "booking"],
  [wordKinds.other | wordKinds.goods, "reference"],
];
/** A complete card number before the keyword, which then names the security code on the card. */
const CARD_NUMBER_BEFORE = /\d{4}(?:[ -]?\d{4}){2,3}[^\d.!?]*$/;

/** Returns the keywords of a message in order. */
export function readKeywords(input: KeywordInput): Keyword[] {
  const { message, terms, candidates } = input;
  const keywords: Keyword[] = [];
  const lastCandidateEnd = candidates.at(-1)?.end ?? -1_000;
  for (const term of terms) {
    if (term.start > lastCandidateEnd + MAX_DISTANCE_AFTER_LAST) break;
    if (!(term.kinds & (codeWordKinds | wordKinds.number | wordKinds.digits))) continue;
    const keyword = readKeyword(input, term, clauseAround(message.masked, term));
    if (keyword) keywords.push(keyword);
  }
  return keywords;
}

/** Returns the keyword that a term is in its clause, or `undefined` if it names no code here. */
function readKeyword(input: KeywordInput, term: Term, clause: Span): Keyword | undefined {
  const { message, terms, candidates, signals, senderName } = input;
  const { masked: text, folded } = message;
  const clauseNumbers = spansStartingIn(candidates, clause.start, clause.end);
  const isStrong = (term.kinds & wordKinds.strong) !== 0;
  const label = labelSpan(text, term, clause, clauseNumbers);
  const meaning = term.kinds & codeWordKinds ? undefined : numberMeaning(message, terms, signals, term, label);
  if (!(term.kinds & codeWordKinds || meaning)) return undefined;
  if (!isStrong && isLastingPassword(folded, term)) return undefined;
  const context = readContext(input, term, clause, label, clauseNumbers, meaning);
  if (!context) return undefined;
  const { kind, score, clauseVerifies, isOwned, isLabelled, namesGoods } = context;
  // `account verification code`, `delivery confirmation code`: the first word does not change the kind.
  if (kind !== "one_time" && (!context.verifies || kind === "backup" || kind === "delivery"))
    return { ...term, score, kind };
  const isAboutPayment =
    signals.amounts > 0 && !signals.givesInstructions && (!clauseVerifies || meaning === "checked");
  const followsCardNumber = CARD_NUMBER_BEFORE.test(text.slice(Math.max(0, term.start - 60), term.start));
  if ((meaning && isAboutPayment) || followsCardNumber) return { ...term, score, kind: "reference" };
  const verifies = context.verifies || meaning === "safe" || meaning === "checked";
  // A meeting's passcode or the PIN of a door, for something that was booked.
  const isForBooking = signals.isAboutBooking && !signals.givesInstructions && !clauseVerifies;
  if (isForBooking && (isStrong ? term.kinds & wordKinds.code : !verifies)) return { ...term, score, kind: "booking" };
  if (isStrong || verifies) return { ...term, score: Math.max(score, 5.6), kind: "one_time" };
  const isUnknownCompound = isCompound(folded, terms, term);
  const unknown = unknownQualifier(message, terms, term, label, senderName);
  const hasOccasion = signals.asksToVerify || signals.givesInstructions;
  // Beside amounts, `account code` is a reference; `your code` may still be one to type.
  const isUnownedRow = !hasOccasion && !isOwned && isTableRow(text, term);
  if (isAboutPayment && (unknown || isUnknownCompound || isLabelled || isUnownedRow))
    return { ...term, score, kind: "reference" };
  const isQualified = unknown === "word" || (isUnknownCompound && signals.isAboutPurchase);
  let finalScore = score;
  if (!hasOccasion && isQualified) finalScore -= signals.isAboutPurchase ? 2 : 0.6;
  if (namesGoods && finalScore < 5.6) finalScore = 3;
  return { ...term, score: finalScore, kind: "one_time" };
}

/** Reads the terms around a keyword. Returns `undefined` if the keyword is part of a warning. */
function readContext(
  { message: { masked: text, folded }, terms, signals }: KeywordInput,
  term: Term,
  clause: Span,
  label: Span,
  clauseNumbers: Candidate[],
  meaning: NumberMeaning | undefined,
): KeywordContext | undefined {
  const isStrong = (term.kinds & wordKinds.strong) !== 0;
  const isAfterNumber = signals.givesInstructions && isStatement(text, terms, term, clauseNumbers);
  const context: KeywordContext = {
    kind: "one_time",
    score: baseScore(term),
    verifies: isStrong,
    clauseVerifies: false,
    namesGoods: false,
    // Turkish says "your" by an ending: `kodunuz`.
    isOwned: /n[iu]z$/.test(folded.slice(term.start, term.end)),
    isLabelled: false,
  };
  for (const other of spansStartingIn(terms, term.start - CONTEXT_DISTANCE, term.end + CONTEXT_DISTANCE)) {
    const overlaps = other.start < term.end && other.end > term.start;
    if (overlaps && other.kinds === term.kinds) continue;
    const has = (kinds: number) => (other.kinds & kinds) !== 0;
    const distance = Math.max(term.start - other.end, other.start - term.end);
    const isInClause = isWithin(other, clause);
    const isInLabel = isWithin(other, label);
    const isSameWord = other.start === term.start;
    // "number of security" already counts by its meaning.
    const isPartOfMeaning = meaning !== undefined && has(wordKinds.safe | wordKinds.check);
    if (has(wordKinds.verify)) {
      if (!isPartOfMeaning && isInClause && distance < 60) context.clauseVerifies = true;
      if (distance < 40) context.score = Math.max(context.score, 5.6);
      if (isInLabel && !isSameWord) context.verifies = true;
    }
    if (has(wordKinds.share) && isInClause && isInWarning(text, clauseNumbers, term, other)) return undefined;
    if (has(wordKinds.goods | wordKinds.parcel) && !has(codeWordKinds)) context.namesGoods = true;
    if (isSameWord || !isInLabel || !isBeside(text, term, other)) continue;
    if (has(wordKinds.own) && !isDigit(text.charCodeAt(other.start))) context.isOwned = true;
    else if (has(wordKinds.label)) context.isLabelled = true;
    if (has(wordKinds.own) || isPartOfMeaning) continue;
    // `123456 is the code for your payment`: the words after it only say what it is for.
    if (isAfterNumber && other.start > term.end) continue;
    for (const [qualifierKinds, kind] of KINDS_BY_QUALIFIER)
      if (has(qualifierKinds) && context.kind === "one_time") context.kind = kind;
  }
  return context;
}

function baseScore({ kinds }: Term): number {
  if (kinds & wordKinds.strong) return 6;
  return kinds & wordKinds.pin ? 5.4 : 5;
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** Whether it is a Wi-Fi password, or a password that was changed: it is kept, not typed once. */
function isLastingPassword(folded: string, { start, end }: Term): boolean {
  return (
    /^(?:passw|kennw|contr|parol|hasl)/.test(folded.slice(start, end)) &&
    /wi-?fi|wlan|changed|geand|modif|cambia|zmien|izmen/.test(folded.slice(Math.max(0, start - 8), end + 20))
  );
}

/** Whether the keyword only warns: `Never share your code`. A number right after it is still a code. */
function isInWarning(text: string, clauseNumbers: Candidate[], keyword: Term, share: Term): boolean {
  if (clauseNumbers.length === 0) return true;
  const namesNumber = clauseNumbers.some(
    ({ start }) => start >= keyword.end && (start - keyword.end < 12 || /:\s*$/.test(text.slice(keyword.end, start))),
  );
  return share.start < keyword.start && !namesNumber;
}
