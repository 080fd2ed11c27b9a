import type { Candidate } from "../candidate.ts";
import { codeWordKinds, isOfKind, someOfKind, type Term, wordKinds } from "../text/lexicon.ts";
import {
  clauseAround,
  countWords,
  endsInColon,
  type Span,
  sentenceAround,
  spansStartingIn,
  textAfter,
  textBefore,
} from "../text/sentences.ts";
import type { ScoringInput } from "./scoring.ts";

/** How a candidate stands in its sentence and on its line, whatever keywords there are. */
export interface Surroundings {
  sentence: Span;
  wordsBefore: number;
  wordsAfter: number;
  /** The candidate is its whole sentence, except for one word after it, such as a greeting: `482913 Thanks`. */
  isAlone: boolean;
  /** It begins its clause, or follows at most three words that ask to type it or end in a delimiter: `[Harbor] 482913`. */
  opensClause: boolean;
  opensLine: boolean;
  /** A label of something else than a code, such as "Customer number:", stands right before or above it. */
  hasOtherLabel: boolean;
  /** A word such as "enter" stands right before it. */
  followsEnter: boolean;
  /** A word such as "is" stands right before it. */
  followsIs: boolean;
  /** A word such as "with" stands right before it. */
  followsWith: boolean;
  /** Letters and digits with small letters, as in user names: `ben2001`. Nearly all codes with letters are in capitals. */
  mayBeUserName: boolean;
  /** A dash, a bracket or a word such as "is" follows it: `A7k2q9 - your code`, `A7k2q9 is your code`. */
  precedesIs: boolean;
}

/** Blanks, quotes and brackets that open. */
const GAP = /^[\s"'`“„«:([]*$/;
/** `Geben Sie …`: one short word may follow a word for "enter". */
const GAP_AFTER_ENTER = /^(?:\s\p{Ll}{2,6}\s)?[\s"'`“„«:([]*$/u;

/**
 * Reads how a candidate stands in its sentence and on its line, and which words are right beside it: evidence that it is a code depends
 * on that. It is alone if its sentence has nothing else but one word after it, such as a greeting (`482913 Thanks`). It opens its clause
 * after a short request or heading too: `Enter 482913`, `[Harbor] 482913`. Letters and digits with a small letter may be a user name:
 * nearly all codes with letters are in capitals. `hasOtherLabel`: a label of something else, such as `Customer number:`, names it.
 */
export function readSurroundings(input: ScoringInput, candidate: Candidate): Surroundings {
  const text = input.message.textWithoutLinks;
  const { start, end, shape, value } = candidate;
  const sentence = sentenceAround(text, candidate);
  const sentenceBefore = text.slice(sentence.start, start);
  const wordsBefore = countWords(text, sentence.start, start);
  const wordsAfter = countWords(text, end, sentence.end);
  // In scripts without spaces a label of one or two letters is less than a word, but still a label.
  const followsLabel = wordsBefore > 0 && endsInColon(sentenceBefore);
  const isAlone = wordsBefore < 1 && wordsAfter <= 1 && !followsLabel;
  const followsEnter = isPrecededBy(input, start, wordKinds.enter);
  const startsClause = countWords(text, clauseAround(text, candidate).start, start) === 0;
  const followsColonOrBracket = /[:\]】]\s*$/.test(sentenceBefore);
  const followsShortIntroduction = wordsBefore <= 3 && (followsEnter || followsColonOrBracket);
  const hasSmallLetters = shape === "mixed" && /[a-z]/.test(value);
  return {
    sentence,
    wordsBefore,
    wordsAfter,
    isAlone,
    opensClause: startsClause || followsShortIntroduction,
    // The beginning of a text that was cut at 240 characters is none of a line.
    opensLine: /(?:^(?!.{240})|\n)[^\p{L}\p{N}\n]*$/u.test(textBefore(text, start, 240)),
    hasOtherLabel: isAlone && hasOtherLabel(input, candidate),
    followsEnter,
    followsIs: isPrecededBy(input, start, wordKinds.is),
    followsWith: isPrecededBy(input, start, wordKinds.with),
    mayBeUserName: hasSmallLetters,
    precedesIs: isFollowedByDelimiterOrIs(input, end),
  };
}

/** Whether a dash, `=`, a bracket or "is" follows after at most three blanks: `A7k2q9 - your code`, `A7k2q9 is your code`. */
function isFollowedByDelimiterOrIs({ message: { textWithoutLinks }, terms }: ScoringInput, end: number): boolean {
  const reach = 4;
  const isFollowedByDelimiter = /^\s*[-–—=(]/.test(textAfter(textWithoutLinks, end, reach));
  return isFollowedByDelimiter || someOfKind(spansStartingIn(terms, end, end + reach), wordKinds.is);
}

/**
 * Whether a label of something else than a code is all that stands before the number, on its line or on the last one above with words:
 * `Customer number: 482913`. A label has known words only. One that says whose it is also has a word for "number", `Your order number`:
 * `Your order` alone may be a heading above a code.
 */
function hasOtherLabel({ message: { textWithoutLinks: text }, terms }: ScoringInput, { start }: Candidate): boolean {
  const longestLabel = 40;
  const last = spansStartingIn(terms, start - longestLabel, start).at(-1);
  if (!last) return false;
  const lineStart = text.lastIndexOf("\n", last.start) + 1;
  const words = start - lineStart > longestLabel ? [] : spansStartingIn(terms, lineStart, start);
  const namesOther = words.some(
    (term) => isOfKind(term, wordKinds.label | wordKinds.otherThing) && !isOfKind(term, wordKinds.number),
  );
  const mayNameCode = someOfKind(words, codeWordKinds | wordKinds.verify | wordKinds.enter);
  const isWhole = someOfKind(words, wordKinds.number) || !someOfKind(words, wordKinds.neutral);
  let rest = text.slice(lineStart, start);
  for (const word of words) rest = rest.replace(text.slice(word.start, word.end), "");
  return namesOther && isWhole && !mayNameCode && !/[\p{L}\p{N}]/u.test(rest);
}

/**
 * Whether a word of this kind, such as "enter" or "is", stands right before `index`. One more short word may follow one for "enter":
 * `Geben Sie 482913 ein` (German).
 */
function isPrecededBy(
  { message: { textWithoutLinks: text }, terms }: ScoringInput,
  index: number,
  kind: number,
): boolean {
  const gapPattern = kind === wordKinds.enter ? GAP_AFTER_ENTER : GAP;
  const longestWordAndGap = 24;
  return spansStartingIn(terms, index - longestWordAndGap, index).some((term) => {
    if (!isOfKind(term, kind) || !gapPattern.test(text.slice(term.end, index))) return false;
    // `Ana Marques`: the surname looks like a word for "enter".
    return !isOfKind(term, wordKinds.enter) || !isSurname(text, term, terms);
  });
}

/**
 * Whether a word for "enter", such as the Catalan `marqu…`, is a surname: `Ana Marques`, in a sentence without a
 * word for a code or for verifying.
 */
export function isSurname(text: string, term: Term, terms: Term[]): boolean {
  const { start, end } = sentenceAround(text, term);
  const longestFirstName = 24;
  // `Ana Ma`: the word before with its blank, and the first two letters of the term.
  const followsFirstName = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}$/u.test(
    textBefore(text, term.start + 2, longestFirstName + 2),
  );
  return followsFirstName && !someOfKind(spansStartingIn(terms, start, end), codeWordKinds | wordKinds.verify);
}
