import type { Candidate } from "../candidate.ts";
import { isUnspacedScript } from "../text/letters.ts";
import { isOfKind, type Term, wordKinds } from "../text/lexicon.ts";
import type { NormalizedMessage } from "../text/normalize.ts";
import { overlap, type Span, spansStartingIn, textAfter, textBefore } from "../text/sentences.ts";

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Returns the label around a keyword: the words that say what its number is. In `Hi Ana: your delivery code: 774120`, where the
 * keyword is `code`, the label is `your delivery code`. A colon or `=`, another candidate and the clause delimit it. `candidates`: those of
 * the clause.
 */
export function labelSpan(text: string, keyword: Term, clause: Span, candidates: Candidate[]): Span {
  const previousCandidate = candidates.findLast(({ end }) => end <= keyword.start);
  const previousColon = text.slice(clause.start, keyword.start).search(/[:=][^:=]*$/); // -1 without one
  const nextCandidate = candidates.find(({ start }) => start >= keyword.end);
  const charactersToColon = text.slice(keyword.end, clause.end).search(/[:=]/);
  const nextColon = charactersToColon < 0 ? clause.end : keyword.end + charactersToColon;
  return {
    start: Math.max(clause.start + previousColon + 1, previousCandidate?.end ?? 0),
    end: Math.min(nextColon, nextCandidate?.start ?? clause.end),
  };
}

/** At most two words of four letters, and the beginning of the second term, such as the Arabic article: ` de la `, ` ال`. */
export const SHORT_WORDS = /^[\s'’.-]*(?:\p{L}{1,4}[\s'’.-]+){0,2}\p{L}{0,2}$/u;

/**
 * Whether at most two short words separate two words, so that one qualifies the other: `Código de la família`. In a script
 * without spaces, up to four characters.
 */
export function isBeside(text: string, one: Span, other: Span): boolean {
  const gap = text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start));
  if (isUnspacedScript(text.charCodeAt(one.start))) return gap.length < 5;
  return gap.length < 16 && SHORT_WORDS.test(gap);
}

/** Whether a number and a word such as "is" precede the keyword: `123456 is the code …`. */
export function followsNumberAndIs(text: string, terms: Term[], keyword: Term, candidates: Candidate[]): boolean {
  const number = candidates.findLast(({ end }) => end <= keyword.start);
  if (!number) return false;
  return spansStartingIn(terms, number.end, keyword.start).some(
    (term) => isOfKind(term, wordKinds.is) && /^\s*$/.test(text.slice(number.end, term.start)),
  );
}

/** Whether keyword and code have their own line, as in a table: `Code: 091811`. */
export function isTableRow(text: string, keyword: Term): boolean {
  // A few words may stand on the line too, up to 24 characters before the keyword and 16 after it, but no other number: `Your code:`.
  const opensLine = /(?:^|\n)[^\p{N}\n]{0,24}$/u.test(textBefore(text, keyword.start, 25));
  const codeEndsLine = /^[^\p{N}\n]{0,16}[\w-]+[ \t]*(?:\n|$)/u.test(textAfter(text, keyword.end, 40));
  return opensLine && codeEndsLine;
}

/** How a label was found to have an unknown word: by a whole word, or by the letters of a script without spaces, a weaker clue. */
export type UnknownQualifier = "word" | "letters";

/**
 * Looks in the label for a word that no list knows and that may say what the code is for, such as `lantern` in `lantern code`.
 * Returns whether it is a whole `word` or `letters` of a script without spaces; `undefined` if there is none. In a sentence, only the
 * word right before the keyword counts. Names do not count, because a code is often named after the company: the sender's, and words
 * with a capital except the first, which may have one because it is the first.
 */
export function unknownQualifier(
  { textWithoutLinks: text, folded }: NormalizedMessage,
  terms: Term[],
  keyword: Term,
  label: Span,
  senderName: string,
): UnknownQualifier | undefined {
  if (isUnspacedScript(text.charCodeAt(keyword.start)))
    return hasUnknownCharacters(text, terms, label) ? "letters" : undefined;
  const words = [...folded.slice(label.start, label.end).matchAll(WORD)].map(({ 0: word, index }) => {
    const start = label.start + index;
    return { word, start, end: start + word.length };
  });
  const isSentence = words.length > 5;
  const qualifiers = isSentence ? words.filter(({ end }) => end + 1 === keyword.start) : words;
  const hasUnknown = qualifiers.some((qualifier) => {
    const { word, start, end } = qualifier;
    const isWord = !/\d/.test(word) && !isUnspacedScript(word.charCodeAt(0));
    if (!isWord || overlap(qualifier, keyword)) return false;
    const isFirst = start === words[0]?.start;
    const isName = !isFirst && /\p{Lu}/u.test(text[start] ?? "");
    if (isName || senderName.includes(word)) return false;
    // A known phrase may begin up to 20 characters before the word and include it.
    return !spansStartingIn(terms, start - 20, end).some((known) => overlap(known, qualifier));
  });
  return hasUnknown ? "word" : undefined;
}

/** Whether the keyword ends a compound whose first part no word list knows: `Klimacode` (German: climate code). */
export function isCompound(folded: string, terms: Term[], { start }: Term): boolean {
  const firstPart = /\p{L}{3,30}$/u.exec(textBefore(folded, start, 30))?.[0] ?? "";
  return firstPart !== "" && spansStartingIn(terms, start - firstPart.length, start).length === 0;
}

/** A longer label in a script without spaces is a whole sentence, in which unknown words are usual. */
const MAX_UNSPACED_LABEL = 20;

/**
 * Whether a label in a script without spaces has at least two characters that no known term covers: `隨機` in `隨機碼`. One alone
 * is mostly a particle, such as `的`.
 */
function hasUnknownCharacters(text: string, terms: Term[], { start, end }: Span): boolean {
  if (end - start > MAX_UNSPACED_LABEL) return false;
  const knownTerms = spansStartingIn(terms, start, end);
  let unknown = 0;
  for (let index = start; index < end; index += 1) {
    const isKnown = knownTerms.some((term) => term.start <= index && index < term.end);
    if (!isKnown && isUnspacedScript(text.charCodeAt(index))) unknown += 1;
  }
  return unknown > 1;
}
