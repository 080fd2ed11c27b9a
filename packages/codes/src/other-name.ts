import type { Keyword } from "./keywords.ts";
import { kinds, namesCode, type Term } from "./lexicon.ts";
import { between } from "./sentences.ts";
import type { Piece } from "./shapes.ts";

/** What else the words right beside a piece call it, or nothing. */
export function otherName(
  text: string,
  folded: string,
  piece: Piece,
  terms: Term[],
  keywords: Keyword[],
  sole: boolean,
): string | undefined {
  for (const { is, start, end } of between(terms, piece.start - 40, piece.end + 3)) {
    const word = folded.slice(start, end);
    if (end <= piece.start) {
      const gap = folded.slice(end, piece.start);
      if (
        is & (kinds.label | kinds.other) &&
        !(is & namesCode) &&
        !between(keywords, start, start + 1).some(({ kind }) => kind === "one_time") &&
        /^[\s:#.*/()-]*(?:no|nr|num|number|id|in|with)?[\s:#.*(-]*$/.test(gap) &&
        !/[.!?]\s*\n|\n\n/.test(gap) &&
        !(is & kinds.other && isStated(folded, piece, terms, keywords)) &&
        !(sole && gap.includes(":") && finishesKeyword(folded, start, terms))
      ) {
        return `is called «${word}»`;
      }
      if (is & kinds.money && /^[ .]*$/.test(gap)) return `is an amount of «${word}»`;
    } else if (start >= piece.end && /^[ -]?$/.test(folded.slice(piece.end, start))) {
      if (is & kinds.money) return `is an amount of «${word}»`;
      if (is & kinds.unit && piece.value.length < 5) return `counts «${word}»`;
    }
  }
  const before = text.slice(Math.max(0, piece.start - 80), piece.start);
  if (/\b(?:te?xt|send|reply|msg)\b[^.\n]{0,60}\bto\s*$/i.test(before)) return "is written to";
  // Registers and tax offices give their numbers under a few capitals.
  const register = /(?:^|[\s(·|,–—])(\p{Lu}[\p{Lu}.]{1,5})[.:]?[  ]?(?:\p{Lu}{2})?$/u.exec(before)?.[1];
  if (register && piece.value.length > 6) {
    const at = piece.start - before.length + before.lastIndexOf(register);
    const keyword = between(terms, at - 20, at + 1).some(
      ({ is, start, end }) => is & namesCode && start <= at && end > at && !(is & kinds.pin && piece.value.length > 8),
    );
    if (!keyword) return `is numbered by «${register}»`;
  }
  return undefined;
}

/** `Dear customer: 123456 is your code`: what follows says what it is. */
function isStated(folded: string, { end }: Piece, terms: Term[], keywords: Keyword[]): boolean {
  const joined = between(terms, end, end + 4).some(
    ({ is, start }) => is & kinds.link && folded.slice(end, start) === " ",
  );
  return (
    joined &&
    between(keywords, end, end + 60).some(
      ({ kind, start }) => kind === "one_time" && !/[.\n]/.test(folded.slice(end, start)),
    )
  );
}

/** `Code for your account: 123456`: with one number in the message, the keyword names it and not the label. */
function finishesKeyword(folded: string, label: number, terms: Term[]): boolean {
  return between(terms, label - 60, label).some(
    ({ is, end }) => is & namesCode && !/[.\n]/.test(folded.slice(end, label)),
  );
}
