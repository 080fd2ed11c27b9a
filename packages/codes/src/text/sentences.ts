import { isDigit, isUnspacedScript, isWordLetter } from "./letters.ts";

/** A range of offsets in a text; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

const SPACE = 0x20;
/** A sentence extends at most this many characters to each side. */
const MAX_EXTENSION = 240;

/** Returns the sentence or line around a span, at most 240 characters to each side. */
export function sentenceAround(text: string, span: Span): Span {
  return extendSpan(text, span, endsSentence);
}

/** Returns the clause around a span: up to the next comma, bracket, dash, quote or end of the sentence. */
export function clauseAround(text: string, span: Span): Span {
  return extendSpan(text, span, (_, index) => ',、،()|–—"“”'.includes(text[index] ?? "") || endsSentence(text, index));
}

/** Counts the words in a range; one that begins before it counts too. In a script without spaces three letters count as one word. */
export function countWords(text: string, start: number, end: number): number {
  let words = 0;
  let unspacedLetters = 0;
  let isInWord = false;
  for (let index = start; index < end; index += 1) {
    const codeUnit = text.charCodeAt(index);
    const isUnspaced = isUnspacedScript(codeUnit);
    if (isUnspaced) unspacedLetters += 1;
    const isWordCharacter = !isUnspaced && (isWordLetter(codeUnit) || isDigit(codeUnit));
    if (isWordCharacter && !isInWord) words += 1;
    isInWord = isWordCharacter;
  }
  return words + unspacedLetters / 3;
}

/** Whether two spans share at least one character. */
export function overlap(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Whether a text ends in a colon, after which blanks may follow. */
export function endsInColon(text: string): boolean {
  return /:\s*$/.test(text);
}

/** Returns up to `length` characters before an offset. */
export function textBefore(text: string, offset: number, length: number): string {
  return text.slice(Math.max(0, offset - length), offset);
}

/** Returns up to `length` characters from an offset. */
export function textAfter(text: string, offset: number, length: number): string {
  return text.slice(offset, offset + length);
}

/** Returns the spans that start from `start` to before `end`. `spans` must be in order; uses binary search. */
export function spansStartingIn<Item extends Span>(spans: readonly Item[], start: number, end: number): Item[] {
  return spans.slice(indexOfFirstFrom(spans, start), indexOfFirstFrom(spans, end));
}

/** Counts the spans that start from `start` to before `end`. */
export function countStartingIn(spans: readonly Span[], start: number, end: number): number {
  return Math.max(0, indexOfFirstFrom(spans, end) - indexOfFirstFrom(spans, start));
}

/** Returns the index of the first span that starts at or after `start`, by binary search. */
function indexOfFirstFrom(spans: readonly Span[], start: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Extends a span to both sides to the next character that `isBoundary` accepts, at most 240 characters away. */
function extendSpan(text: string, { start, end }: Span, isBoundary: (text: string, index: number) => boolean): Span {
  // Letters and blanks are most of a text, and never a boundary.
  const isInside = (index: number) => {
    const codeUnit = text.charCodeAt(index);
    return codeUnit === SPACE || isWordLetter(codeUnit) || !isBoundary(text, index);
  };
  let newStart = start;
  while (newStart > 0 && start - newStart < MAX_EXTENSION && isInside(newStart - 1)) newStart -= 1;
  let newEnd = end;
  while (newEnd < text.length && newEnd - end < MAX_EXTENSION && isInside(newEnd)) newEnd += 1;
  return { start: newStart, end: newEnd };
}

/** Whether the character at `index` ends a sentence or a line. */
function endsSentence(text: string, index: number): boolean {
  const mark = text[index] ?? "";
  return mark === "." ? isFullStop(text, index) : "\n!?。؟।۔።;".includes(mark);
}

/** Whether the dot at `index` ends a sentence, unlike the dots in `3.50`, `example.com`, `no. 18` and `1.249,00 kr. hos Harbor`. */
function isFullStop(text: string, index: number): boolean {
  const next = textAfter(text, index + 1, 1);
  // `done.Your code`: the blank between two sentences is missing.
  if (/\S/.test(next)) return /\p{Lu}/u.test(next) && /[\p{Ll}\d]/u.test(text[index - 1] ?? "");
  const followsAbbreviation = /(?:^|[^\p{L}\p{N}])\p{L}{1,3}$/u.test(textBefore(text, index, 4));
  const continuesSentence = /[\d\p{Ll}]/u.test(textAfter(text, index + 2, 1));
  return !(followsAbbreviation && continuesSentence);
}
