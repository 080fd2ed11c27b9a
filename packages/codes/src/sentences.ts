import { isDigit, isRunning, isWordLetter } from "./letters.ts";

/** From where to where something runs. */
export interface Span {
  start: number;
  end: number;
}

const reach = 240;

/** The sentence or line around a place, cut where it gets too long for one. */
export function sentenceAround(text: string, span: Span): Span {
  return widen(text, span, endsSentence);
}

/** The part of a sentence between commas, brackets and dashes. */
export function partAround(text: string, span: Span): Span {
  return widen(text, span, (_, at) => ',，、،()|–—"“”'.includes(text[at] ?? "") || endsSentence(text, at));
}

/** Words between two places; a script without spaces counts three letters a word. */
export function wordsIn(text: string, start: number, end: number): number {
  let words = 0;
  let running = 0;
  let inside = false;
  for (let index = start; index < end; index += 1) {
    const unit = text.charCodeAt(index);
    const runs = isRunning(unit);
    if (runs) running += 1;
    const letter = !runs && (isWordLetter(unit) || isDigit(unit));
    if (letter && !inside) words += 1;
    inside = letter;
  }
  return words + running / 3;
}

/** What begins in a stretch, out of spans in order; the cost is that of what is found. */
export function between<Item extends Span>(spans: Item[], start: number, end: number): Item[] {
  return spans.slice(firstFrom(spans, start), firstFrom(spans, end));
}

/** How many of them begin in a stretch. */
export function countBetween(spans: Span[], start: number, end: number): number {
  return Math.max(0, firstFrom(spans, end) - firstFrom(spans, start));
}

function firstFrom(spans: Span[], start: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function widen(text: string, { start, end }: Span, stops: (text: string, at: number) => boolean): Span {
  let from = start;
  while (from > 0 && start - from < reach && !stops(text, from - 1)) from -= 1;
  let to = end;
  while (to < text.length && to - end < reach && !stops(text, to)) to += 1;
  return { start: from, end: to };
}

function endsSentence(text: string, at: number): boolean {
  const mark = text[at] ?? "";
  if (mark !== ".") return "\n!?。؟।۔።;".includes(mark);
  const next = text[at + 1] ?? "\n";
  if (!/\s/.test(next)) return /\p{Lu}/u.test(next) && /[\p{Ll}\d]/u.test(text[at - 1] ?? "");
  // "no. 18", "nr. 18": an abbreviation and its number are one.
  return !(
    isDigit(text.charCodeAt(at + 2)) && /(?:^|[^\p{L}\p{N}])\p{L}{1,3}$/u.test(text.slice(Math.max(0, at - 4), at))
  );
}
