import type { Term } from "./lexicon.ts";
import { between } from "./sentences.ts";
import type { Piece } from "./shapes.ts";

/** What else the words right beside a piece call it, or nothing. */
export function otherName(folded: string, piece: Piece, terms: Term[], sole: boolean): string | undefined {
  for (const { kind, start, end } of between(terms, piece.start - 40, piece.end + 3)) {
    const word = folded.slice(start, end);
    if (end <= piece.start) {
      const gap = folded.slice(end, piece.start);
      if (
        kind === "label" &&
        /^[\s:#.,*/()-]*(?:no|nr|num|number|id|in|with)?[\s:#.*(-]*$/.test(gap) &&
        !gap.includes("\n\n") &&
        !(sole && gap.includes(":") && finishesKeyword(folded, start, terms))
      ) {
        return `is called «${word}»`;
      }
      if (kind === "money" && /^[ .]*$/.test(gap)) return `is an amount of «${word}»`;
    } else if (start >= piece.end && /^[ -]?$/.test(folded.slice(piece.end, start))) {
      if (kind === "money") return `is an amount of «${word}»`;
      if (kind === "unit" && piece.value.length < 5) return `counts «${word}»`;
    }
  }
  const before = folded.slice(Math.max(0, piece.start - 80), piece.start);
  return /\b(?:te?xt|send|reply|msg)\b[^.\n]{0,60}\bto\s*$/.test(before) ? "is written to" : undefined;
}

/** `Code for your account: 123456`: with one number in the message, the keyword names it and not the label. */
function finishesKeyword(folded: string, label: number, terms: Term[]): boolean {
  return between(terms, label - 60, label).some(
    ({ kind, end }) => /code|strong/.test(kind) && !/[.\n]/.test(folded.slice(end, label)),
  );
}
