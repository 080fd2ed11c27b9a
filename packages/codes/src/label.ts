import { isRunning } from "./letters.ts";
import { kinds, type Term } from "./lexicon.ts";
import type { Reading } from "./reading.ts";
import { between, type Span } from "./sentences.ts";
import type { Piece } from "./shapes.ts";

const word = /[\p{L}\p{M}\p{N}]+/gu;

/** The words that name the number: from the beginning of the part to a colon, the number or the end. */
export function labelAround(text: string, term: Term, part: Span, held: Piece[]): Span {
  const colon = text.slice(term.end, part.end).search(/[:=：]/);
  const next = held.find(({ start }) => start >= term.end)?.start ?? part.end;
  const previous = held.findLast(({ end }) => end <= term.start)?.end ?? part.start;
  const before = Math.max(part.start, text.lastIndexOf(":", term.start) + 1, previous);
  return { start: before, end: Math.min(next, colon < 0 ? part.end : term.end + colon) };
}

/** Nothing but a few short words parts them: `Código de la família`. */
export function isBeside(text: string, term: Span, near: Span): boolean {
  const gap = near.end <= term.start ? text.slice(near.end, term.start) : text.slice(term.end, near.start);
  if (isRunning(text.charCodeAt(term.start))) return gap.length < 5;
  return gap.length < 16 && /^[\s'’.-]*(?:\p{L}{1,4}[\s'’.]+){0,2}\p{L}{0,2}$/u.test(gap);
}

/** `123456 is the code …`: the number comes first, and a verb joins it and the keyword. */
export function isStated(text: string, terms: Term[], term: Term, held: Piece[]): boolean {
  const number = held.findLast(({ end }) => end <= term.start);
  if (!number) return false;
  return between(terms, number.end, term.start).some(
    ({ is, start }) => is & kinds.link && /^\s*$/.test(text.slice(number.end, start)),
  );
}

/** `Code: 091811` with a line to itself. */
export function isRow(text: string, { start, end }: Term): boolean {
  const before = text.slice(Math.max(0, start - 25), start);
  return (
    /(?:^|\n)[^\p{N}\n]{0,24}$/u.test(before) &&
    /^[^\p{N}\n]{0,16}[\w-]+[ \t]*(?:\n|$)/u.test(text.slice(end, end + 40))
  );
}

/** Whether what nobody knows tells what the code is of; a name of the sender or a brand in capitals does not. */
export function hasStranger(
  { plain, folded }: Reading,
  terms: Term[],
  term: Term,
  label: Span,
  sender: string,
): "word" | "letters" | undefined {
  if (isRunning(plain.charCodeAt(term.start))) return hasStrangeLetters(plain, terms, label) ? "letters" : undefined;
  const words = [...folded.slice(label.start, label.end).matchAll(word)];
  // In a long label only the word before it: `to merchant code`.
  const near =
    words.length > 5
      ? words.filter(({ 0: { length }, index }) => label.start + index + length + 1 === term.start)
      : words;
  const first = words[0]?.index;
  const strange = near.some(({ 0: written, index }) => {
    const start = label.start + index;
    const end = start + written.length;
    if ((start < term.end && end > term.start) || /\d/.test(written) || isRunning(written.charCodeAt(0))) return false;
    if (sender.includes(written)) return false;
    const capital = /\p{Lu}/u.test(plain[start] ?? "");
    if (capital && index !== first) return false;
    return !between(terms, start - 20, end).some((known) => known.start < end && known.end > start);
  });
  return strange ? "word" : undefined;
}

/** Whether the first part of a compound word is unknown: `Stornocode`. */
export function isCompound(folded: string, terms: Term[], { start }: Term): boolean {
  const first = /\p{L}{3,30}$/u.exec(folded.slice(Math.max(0, start - 30), start))?.[0] ?? "";
  return first !== "" && between(terms, start - first.length, start).length === 0;
}

/** In a script without spaces: `隨機碼`. */
function hasStrangeLetters(text: string, terms: Term[], label: Span): boolean {
  if (label.end - label.start > 20) return false;
  let at = label.start;
  let strange = 0;
  for (const known of [...between(terms, label.start, label.end), { start: label.end, end: label.end }]) {
    for (; at < known.start; at += 1) if (isRunning(text.charCodeAt(at))) strange += 1;
    at = Math.max(at, known.end);
  }
  return strange > 1;
}
