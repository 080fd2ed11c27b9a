import type { Candidate } from "../candidate.ts";
import type { SignalName } from "../signals.ts";
import { isDigit } from "../text/letters.ts";
import { codeWordKinds, isOfKind, someOfKind, type Term, wordKinds } from "../text/lexicon.ts";
import type { MessageSignals } from "../text/message-signals.ts";
import type { NormalizedMessage } from "../text/normalize.ts";
import { endsInColon, overlap, type Span, spansStartingIn } from "../text/sentences.ts";
import type { CodeKind } from "../types.ts";
import { followsNumberAndIs, isBeside } from "./keyword-label.ts";
import type { NumberMeaning } from "./number-meaning.ts";

/** What is known of a message when its keywords are read. */
export interface KeywordInput {
  message: NormalizedMessage;
  terms: Term[];
  candidates: Candidate[];
  signals: MessageSignals;
  /** Name of the sender in the form of `fold`. It may stand before `code` without changing what the code is for. */
  senderName: string;
}

/** What the words around a keyword say about it. */
export interface KeywordContext {
  kind: CodeKind;
  /** The signal of the word itself, or `verifiedWord` if a word of verifying is near. */
  signal: SignalName;
  /** A word of its label, or a keyword such as "OTP" itself, speaks of verifying. */
  labelVerifies: boolean;
  /** A word in its clause speaks of verifying. */
  clauseVerifies: boolean;
  /** A word near it speaks of goods or parcels. */
  namesGoods: boolean;
  /** "your", "new" and the like stand beside it. */
  isOwned: boolean;
  /** A word such as "account" or "order" stands beside it. */
  isLabelled: boolean;
}

/** Words further away from a keyword, in characters, say nothing about it. */
const MAX_CONTEXT_DISTANCE = 160;
/** Words of verifying further away are usually about something else. Both distances were found by trial with `codes:score`. */
const VERIFIED_WORD_DISTANCE = 40;
const VERIFIED_CLAUSE_DISTANCE = 60;
const KINDS_BY_QUALIFIER: [wordKinds: number, kind: CodeKind][] = [
  [wordKinds.backup, "backup"],
  [wordKinds.parcel, "delivery"],
  [wordKinds.booking, "booking"],
  [wordKinds.otherThing | wordKinds.goods, "reference"],
];

/**
 * Reads what the words around a keyword say about it. Words right beside it name its kind (`kindWords`), as in `Your delivery code`, but
 * not after `123456 is the code` (`isStatedCode`): those say what it is used for (`… for your payment`). A word of verifying in the label
 * makes the code one to verify with (`verification code`); one in the clause says that it is not that of a bill; one near it makes it a
 * likelier code. Words for goods near it make it less likely; `account code`, beside amounts, is one of a bill, and `your code` may still
 * be one to type (`readOwner`).
 * Returns `undefined` if the keyword is part of a warning: `Never share your code`.
 *
 * @param clauseCandidates the candidates in the keyword's clause
 * @param label the words that say what the keyword's number is, as in `Your delivery code: 774120`
 * @param meaning why a word such as "number" names a code: in "number of security", "security" says so, and nothing more; `undefined`
 * for words such as "code", which always do
 */
export function readContext(
  { message, terms, signals }: KeywordInput,
  keyword: Term,
  clause: Span,
  label: Span,
  clauseCandidates: Candidate[],
  meaning: NumberMeaning | undefined,
): KeywordContext | undefined {
  const text = message.textWithoutLinks;
  const neighbours = neighboursOf(keyword, terms);
  const warnings = neighbours.filter((other) => isOfKind(other, wordKinds.sharing) && isWithin(other, clause));
  if (warnings.some((warning) => isInWarning(text, clauseCandidates, keyword, warning))) return undefined;
  const distanceTo = (other: Term) => Math.max(keyword.start - other.end, other.start - keyword.end);
  const onlyNamesCode = (other: Term) => meaning !== undefined && isOfKind(other, wordKinds.security | wordKinds.check);
  const labelWords = neighbours.filter((other) => isWithin(other, label) && other.start !== keyword.start);
  const qualifiers = labelWords.filter((other) => isBeside(text, keyword, other));
  const isStatedCode = signals.givesInstructions && followsNumberAndIs(text, terms, keyword, clauseCandidates);
  const namesUse = (other: Term) => isStatedCode && other.start > keyword.end;
  const kindWords = qualifiers.filter((other) => !onlyNamesCode(other) && !namesUse(other));
  const verifyTerms = neighbours.filter((other) => isOfKind(other, wordKinds.verify));
  const isNearVerify = verifyTerms.some((other) => distanceTo(other) < VERIFIED_WORD_DISTANCE);
  return {
    kind: kindByQualifiers(kindWords),
    signal: isNearVerify ? verifiedWord(signalOfWord(keyword)) : signalOfWord(keyword),
    labelVerifies: isOfKind(keyword, wordKinds.otp) || someOfKind(labelWords, wordKinds.verify),
    clauseVerifies: verifyTerms.some(
      (other) => !onlyNamesCode(other) && isWithin(other, clause) && distanceTo(other) < VERIFIED_CLAUSE_DISTANCE,
    ),
    namesGoods: neighbours.some((other) => isOnlyGoods(other) && isInParagraph(text, keyword, other)),
    ...readOwner(message, keyword, qualifiers),
  };
}

/** Whether a word names goods or a parcel, and has no second meaning as a word for a code. */
function isOnlyGoods(term: Term): boolean {
  return isOfKind(term, wordKinds.goods | wordKinds.parcel) && !isOfKind(term, codeWordKinds);
}

/** The ending of `kodunuz`, "your code". */
const TURKISH_YOUR = /n[iu]z$/;

/**
 * Reads whose a code is (`isOwned`: `your code`) and of what (`isLabelled`: `account code`). A word that may mean either counts as
 * "your". `qualifiers`: the words right beside the keyword.
 */
function readOwner(
  { textWithoutLinks, folded }: NormalizedMessage,
  keyword: Term,
  qualifiers: Term[],
): Pick<KeywordContext, "isOwned" | "isLabelled"> {
  // `6-digit` is neutral too, as it names no kind of code, but it does not say whose the code is.
  const saysWhose = (word: Term) =>
    isOfKind(word, wordKinds.neutral) && !isDigit(textWithoutLinks.charCodeAt(word.start));
  const hasTurkishYour = TURKISH_YOUR.test(folded.slice(keyword.start, keyword.end));
  return {
    isOwned: hasTurkishYour || qualifiers.some(saysWhose),
    isLabelled: qualifiers.some((word) => isOfKind(word, wordKinds.label) && !saysWhose(word)),
  };
}

/**
 * Returns the known terms near a keyword, without the keyword itself and a longer or shorter form of it. Terms of other kinds may
 * overlap it: the parts of a compound word.
 */
function neighboursOf(keyword: Term, terms: Term[]): Term[] {
  return spansStartingIn(terms, keyword.start - MAX_CONTEXT_DISTANCE, keyword.end + MAX_CONTEXT_DISTANCE).filter(
    (other) => !(overlap(other, keyword) && other.kinds === keyword.kinds),
  );
}

/** Returns the signal of a keyword as such: a word for a one-time code, for a PIN, or for a code of any kind. */
function signalOfWord(keyword: Term): SignalName {
  if (isOfKind(keyword, wordKinds.otp)) return "strongWord";
  return isOfKind(keyword, wordKinds.pin) ? "pinWord" : "codeWord";
}

/** Returns the signal of a word for a code beside one of verifying. A word such as "OTP" has a stronger signal of its own. */
export function verifiedWord(word: SignalName): SignalName {
  return word === "strongWord" ? word : "verifiedWord";
}

/**
 * Returns the kind of code by the words beside its keyword, of which the first that names a kind decides: `delivery` for `delivery code`,
 * `reference` for `customer code`. Without one, it is a one-time code.
 */
function kindByQualifiers(qualifiers: Term[]): CodeKind {
  for (const qualifier of qualifiers)
    for (const [kinds, kind] of KINDS_BY_QUALIFIER) if (isOfKind(qualifier, kinds)) return kind;
  return "one_time";
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/**
 * Whether a word precedes the keyword in the same paragraph, or follows it on the same line. Only then may it say what the keyword's
 * code is for: further below, an advert may speak of parcels.
 */
function isInParagraph(text: string, keyword: Term, word: Span): boolean {
  if (word.start < keyword.start) return !/\n\s*\n/.test(text.slice(word.end, keyword.start));
  return !text.slice(keyword.end, word.start).includes("\n");
}

/**
 * Whether the keyword only warns: its clause has no number, or has the word of warning, such as "share", before the keyword and no
 * number closely after it, as in `Never share your code`. `Do not share code 123456` names a code all the same.
 */
function isInWarning(text: string, clauseCandidates: Candidate[], keyword: Term, warning: Term): boolean {
  if (clauseCandidates.length === 0) return true;
  // Closely: after at most a word such as "is", or after any words that end in a colon.
  const namesNumber = clauseCandidates.some(
    ({ start }) => start >= keyword.end && (start - keyword.end < 12 || endsInColon(text.slice(keyword.end, start))),
  );
  return warning.start < keyword.start && !namesNumber;
}
