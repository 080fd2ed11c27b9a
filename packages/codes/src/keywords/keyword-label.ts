import type { Candidate } from "../candidates.ts";
import { isUnspacedScript } from "../text/letters.ts";
import { type Term, wordKinds } from "../text/lexicon.ts";
import type { NormalizedMessage } from "../text/normalize.ts";
import { type Span, spansStartingIn, textAfter, textBefore } from "../text/sentences.ts";

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Returns the label around a keyword: the words that say what its number is, as in `Your delivery code: 774120`. It reaches from
 * the last colon, number or clause start to the next.
 */
export function labelSpan(text: string, term: Term, clause: Span, numbers: Candidate[]): Span {
  const colon = text.slice(term.end, clause.end).search(/[:=：]/);
  const labelEnd = colon < 0 ? clause.end : term.end + colon;
  const nextNumber = numbers.find(({ start }) => start >= term.end)?.start ?? clause.end;
  const previousNumber = numbers.findLast(({ end }) => end <= term.start)?.end ?? clause.start;
  const afterColon = text.lastIndexOf(":", term.start) + 1;
  return { start: Math.max(clause.start, afterColon, previousNumber), end: Math.min(nextNumber, labelEnd) };
}

/** Whether at most two short words separate two terms, so that one qualifies the other: `Código de la família`. */
export function isBeside(text: string, term: Span, other: Span): boolean {
  const gap = other.end <= term.start ? text.slice(other.end, term.start) : text.slice(term.end, other.start);
  if (isUnspacedScript(text.charCodeAt(term.start))) return gap.length < 5; // few characters are a word there
  // Two words of up to four letters, and what separates them. The last letters are a prefix of the second term, such as the
  // Arabic article.
  return gap.length < 16 && /^[\s'’.-]*(?:\p{L}{1,4}[\s'’.]+){0,2}\p{L}{0,2}$/u.test(gap);
}

/** Whether a joining word follows the number before the keyword: `123456 is the code …`. `term`: the keyword. */
export function isStatement(text: string, terms: Term[], term: Term, numbers: Candidate[]): boolean {
  const number = numbers.findLast(({ end }) => end <= term.start);
  if (!number) return false;
  return spansStartingIn(terms, number.end, term.start).some(
    ({ kinds, start }) => kinds & wordKinds.joining && /^\s*$/.test(text.slice(number.end, start)),
  );
}

/** Whether keyword and code have their own line, as in a table: `Code: 091811`. */
export function isTableRow(text: string, { start, end }: Term): boolean {
  // A few words may stand beside the keyword on its line, such as `Your code:`, but no other number.
  const before = textBefore(text, start, 25);
  const opensLine = /(?:^|\n)[^\p{N}\n]{0,24}$/u.test(before);
  const codeEndsLine = /^[^\p{N}\n]{0,16}[\w-]+[ \t]*(?:\n|$)/u.test(textAfter(text, end, 40));
  return opensLine && codeEndsLine;
}

/**
 * Whether the label has a word that no list knows, and that may say what the code is for: `merchant code`. Returns how it was
 * found: `word`, or in scripts without spaces `letters`, a weaker clue. The sender's name, and names with a capital inside the
 * label, do not count, because a code is often named after the company.
 */
export function unknownQualifier(
  { textWithoutLinks, folded }: NormalizedMessage,
  terms: Term[],
  term: Term,
  label: Span,
  senderName: string,
): "word" | "letters" | undefined {
  if (isUnspacedScript(textWithoutLinks.charCodeAt(term.start)))
    return hasUnknownCharacters(textWithoutLinks, terms, label) ? "letters" : undefined;
  const words = [...folded.slice(label.start, label.end).matchAll(WORD)].map(({ 0: word, index }) => {
    const start = label.start + index;
    return { word, start, end: start + word.length };
  });
  // In a long label only the word before the keyword: `… to merchant code`.
  const qualifiers = words.length > 5 ? words.filter(({ end }) => end + 1 === term.start) : words;
  const hasUnknown = qualifiers.some(({ word, start, end }) => {
    const isKeyword = start < term.end && end > term.start;
    // Numbers are no words, and in scripts without spaces one word cannot be told from the next.
    const isComparable = !/\d/.test(word) && !isUnspacedScript(word.charCodeAt(0));
    if (isKeyword || !isComparable || senderName.includes(word)) return false;
    const isName = /\p{Lu}/u.test(textWithoutLinks[start] ?? "") && start !== words[0]?.start;
    // A known phrase may begin up to 20 characters before the word and include it.
    const isKnown = () =>
      spansStartingIn(terms, start - 20, end).some((known) => known.start < end && known.end > start);
    return !isName && !isKnown();
  });
  return hasUnknown ? "word" : undefined;
}

/** Whether the keyword ends a compound whose first part no word list knows: `Stornocode` (German: cancellation code). */
export function isCompound(folded: string, terms: Term[], { start }: Term): boolean {
  const firstPart = /\p{L}{3,30}$/u.exec(textBefore(folded, start, 30))?.[0] ?? "";
  return firstPart !== "" && spansStartingIn(terms, start - firstPart.length, start).length === 0;
}

/** Whether a label in a script without spaces has at least two characters that no known term covers: `隨機碼`. */
function hasUnknownCharacters(text: string, terms: Term[], label: Span): boolean {
  // A longer label is a whole sentence, in which unknown words are usual.
  if (label.end - label.start > 20) return false;
  let index = label.start;
  let unknown = 0;
  // Ends the list of terms, so that the characters after the last one are counted too.
  const labelEnd = { start: label.end, end: label.end };
  for (const known of [...spansStartingIn(terms, label.start, label.end), labelEnd]) {
    for (; index < known.start; index += 1) if (isUnspacedScript(text.charCodeAt(index))) unknown += 1;
    index = Math.max(index, known.end);
  }
  // One is mostly a particle, such as `的`.
  return unknown > 1;
}
