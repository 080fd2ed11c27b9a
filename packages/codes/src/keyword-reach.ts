import type { Keyword } from "./keywords.ts";
import { kinds, namesCode, type Term } from "./lexicon.ts";
import type { Reading } from "./reading.ts";
import { between, type Span } from "./sentences.ts";
import type { Piece } from "./shapes.ts";

interface Message {
  reading: Reading;
  terms: Term[];
  pieces: Piece[];
}

/** `Check value 774120, code 482913`: a keyword that its own number follows speaks of none before it. */
export function namesNext({ reading: { plain }, pieces, terms }: Message, keyword: Keyword): boolean {
  let { end } = keyword;
  // `TAN-code`, `رمز التأكيد`: several words name it together.
  for (const { is, start, end: next } of between(terms, end, end + 24))
    if (is & (namesCode | kinds.verify) && start - end < 4) end = next;
  const [next] = numbersFrom(pieces, end, 8);
  return next !== undefined && next.start > keyword.start && /^[ь'’]?[\s:=>"'`*]*$/.test(plain.slice(end, next.start));
}

/** `TAN (reference value 774120): 482913`: other words lead to it, and what the keyword names is said right after it. */
export function standsAside({ reading: { plain }, pieces, terms }: Message, keyword: Keyword, piece: Piece): boolean {
  const [next] = numbersFrom(pieces, piece.end, 24);
  if (!next || !/[\p{L}([]/u.test(plain.slice(keyword.end, piece.start))) return false;
  if (/^[)\]]?\s*[:=]\s*$/.test(plain.slice(piece.end, next.start))) return true;
  return between(terms, piece.end, next.start).some(
    ({ is, start, end }) =>
      is & kinds.link &&
      /^[)\]]?\s*$/.test(plain.slice(piece.end, start)) &&
      /^\s*$/.test(plain.slice(end, next.start)),
  );
}

const forWhom =
  /(?<!\p{L})(?:[Ff]or|für|pour|para|per|voor|för|dla|для|pro|pre|za|untuk|cho|עבור)\s+["'“„«(]*(?:\S{1,24}[._-])?$/u;

/** `Reset the password for 20014410`: it says whose the password is. */
export function isForSomebody(text: string, { start }: Span): boolean {
  return forWhom.test(text.slice(Math.max(0, start - 48), start));
}

function numbersFrom(pieces: Piece[], start: number, reach: number): Piece[] {
  return between(pieces, start, start + reach).filter(({ shape }) => shape !== "letters");
}
