import type { Candidate } from "../candidates.ts";
import type { SignalName } from "../signals.ts";
import { isDigit } from "../text/letters.ts";
import { codeWordKinds, type Term, wordKinds } from "../text/lexicon.ts";
import type { MessageSignals } from "../text/message-signals.ts";
import type { NormalizedMessage } from "../text/normalize.ts";
import { type Span, spansStartingIn } from "../text/sentences.ts";
import type { CodeKind } from "../types.ts";
import { isBeside, isStatement } from "./keyword-label.ts";
import type { NumberMeaning } from "./number-meaning.ts";

/** What is known of a message when its keywords are read. */
export interface KeywordInput {
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
  /** The signal of the word itself. */
  word: SignalName;
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

/** Words further away from a keyword, in characters, say nothing about it. */
const CONTEXT_DISTANCE = 160;
const KINDS_BY_QUALIFIER: [wordKinds: number, kind: CodeKind][] = [
  [wordKinds.backup, "backup"],
  [wordKinds.parcel, "delivery"],
  [wordKinds.booking, "booking"],
  [wordKinds.other | wordKinds.goods, "reference"],
];

/**
 * Reads what the words around the keyword `term` say about it. Returns `undefined` if the keyword is part of a warning.
 *
 * @param label the words of the clause that say what the keyword's number is, as in `Your delivery code: 774120`
 * @param meaning why a word such as "number" names a code; `undefined` for words such as "code", which always do
 */
export function readContext(
  { message: { textWithoutLinks: text, folded }, terms, signals }: KeywordInput,
  term: Term,
  clause: Span,
  label: Span,
  clauseNumbers: Candidate[],
  meaning: NumberMeaning | undefined,
): KeywordContext | undefined {
  const neighbours = spansStartingIn(terms, term.start - CONTEXT_DISTANCE, term.end + CONTEXT_DISTANCE).filter(
    (other) => {
      const overlaps = other.start < term.end && other.end > term.start;
      const isKeywordItself = overlaps && other.kinds === term.kinds;
      return !isKeywordItself;
    },
  );
  const warns = neighbours.some(
    (other) =>
      other.kinds & wordKinds.share && isWithin(other, clause) && isInWarning(text, clauseNumbers, term, other),
  );
  if (warns) return undefined;
  const isStrong = (term.kinds & wordKinds.strong) !== 0;
  const isAfterNumber = signals.givesInstructions && isStatement(text, terms, term, clauseNumbers);
  const context: KeywordContext = {
    kind: "one_time",
    word: isStrong ? "strongWord" : term.kinds & wordKinds.pin ? "pinWord" : "codeWord",
    verifies: isStrong,
    clauseVerifies: false,
    namesGoods: neighbours.some(
      ({ kinds, ...span }) =>
        kinds & (wordKinds.goods | wordKinds.parcel) && !(kinds & codeWordKinds) && isInParagraph(text, term, span),
    ),
    // Turkish says "your" by an ending: `kodunuz`.
    isOwned: /n[iu]z$/.test(folded.slice(term.start, term.end)),
    isLabelled: false,
  };
  for (const other of neighbours) {
    const has = (kinds: number) => (other.kinds & kinds) !== 0;
    const isPartOfLabel = isWithin(other, label) && other.start !== term.start;
    // "number of security" already counts by its meaning.
    const isPartOfMeaning = meaning !== undefined && has(wordKinds.safe | wordKinds.check);
    if (has(wordKinds.verify)) {
      const distance = Math.max(term.start - other.end, other.start - term.end);
      // Both distances were tried with `codes:score`: further away, a word of verifying is usually about something else.
      if (!isPartOfMeaning && isWithin(other, clause) && distance < 60) context.clauseVerifies = true;
      if (distance < 40) context.word = verifiedWord(context.word);
      if (isPartOfLabel) context.verifies = true;
    }
    // Only words right beside the keyword, in its label, say what it is for.
    if (isPartOfLabel && isBeside(text, term, other)) addLabelWord(other, has, isPartOfMeaning);
  }
  return context;

  /** Adds what a word of the label says about the keyword: whose it is, and of which kind. */
  function addLabelWord(word: Term, has: (kinds: number) => boolean, isPartOfMeaning: boolean): void {
    // "own" also has the 6 of "6-digit code", which says nothing about whose it is.
    if (has(wordKinds.own) && !isDigit(text.charCodeAt(word.start))) context.isOwned = true;
    else if (has(wordKinds.label)) context.isLabelled = true;
    // "your" does not change the kind.
    if (has(wordKinds.own) || isPartOfMeaning) return;
    // `123456 is the code for your payment`: the words after it only say what it is for.
    if (isAfterNumber && word.start > term.end) return;
    // The first word that changes the kind decides.
    for (const [qualifierKinds, kind] of KINDS_BY_QUALIFIER)
      if (has(qualifierKinds) && context.kind === "one_time") context.kind = kind;
  }
}

/** The signal of a word for a code beside one of verifying. */
export function verifiedWord(word: SignalName): SignalName {
  return word === "strongWord" ? word : "verifiedWord";
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** Whether `other` precedes `term` in its paragraph or follows it on its line: an offer further below is another matter. */
function isInParagraph(text: string, term: Term, other: Span): boolean {
  if (other.start < term.start) return !/\n\s*\n/.test(text.slice(other.end, term.start));
  return !text.slice(term.end, other.start).includes("\n");
}

/** Whether the keyword only warns: `Never share your code`. A number right after it is still a code. */
function isInWarning(text: string, clauseNumbers: Candidate[], keyword: Term, share: Term): boolean {
  // Without a number in its clause, it can only warn.
  if (clauseNumbers.length === 0) return true;
  // At most a word such as "is", or any words and a colon, separate the keyword from its number.
  const namesNumber = clauseNumbers.some(
    ({ start }) => start >= keyword.end && (start - keyword.end < 12 || /:\s*$/.test(text.slice(keyword.end, start))),
  );
  return share.start < keyword.start && !namesNumber;
}
