import { isDigit, isRunning, isWordLetter } from "./letters.ts";
import type { Kind, Term } from "./lexicon.ts";
import type { Reading } from "./reading.ts";
import type { Piece } from "./shapes.ts";

/** A piece with what speaks for it and why; from `enough` on it is taken for the code. */
export interface Weighed extends Piece {
  weight: number;
  reason: string;
}

export const enough = 3.5;

const reach = 240;

interface Sentence {
  start: number;
  end: number;
}

/** Weighs every piece by what the words around it call it. */
export function weigh(reading: Reading, pieces: Piece[], terms: Term[]): Weighed[] {
  const { plain } = reading;
  const living = liveKeywords(reading, pieces, terms);
  const counts = new Map<string, number>();
  for (const { value } of pieces) counts.set(value, (counts.get(value) ?? 0) + 1);
  const weighed: Weighed[] = [];
  for (const piece of pieces) {
    const sentence = sentenceAround(plain, piece.start, piece.end);
    const called = calledOtherwise(reading, piece, terms, sentence);
    if (called) {
      weighed.push({ ...piece, weight: 0, reason: called });
      continue;
    }
    const best = relation(reading, piece, pieces, living, terms, sentence);
    if (!best) continue;
    let weight = best.weight + shapeWeight(piece, best);
    if ((counts.get(piece.value) ?? 0) > 1) weight += 0.7;
    weighed.push({ ...piece, weight, reason: best.reason });
  }
  return weighed;
}

interface Relation {
  weight: number;
  reason: string;
  /** A delimiter or a single joining word stands between keyword and piece, or the piece has its own line. */
  tight: boolean;
  delimited: boolean;
}

interface Keyword extends Term {
  base: number;
}

function relation(
  reading: Reading,
  piece: Piece,
  pieces: Piece[],
  living: Keyword[],
  terms: Term[],
  sentence: Sentence,
): Relation | undefined {
  const { plain } = reading;
  let best: Relation | undefined;
  const consider = (weight: number, reason: string, tight: boolean, delimited: boolean) => {
    if (!best || weight > best.weight) best = { weight, reason, tight, delimited };
  };
  const lead = plain.slice(sentence.start, piece.start);
  const leading = wordsIn(plain, sentence.start, piece.start);
  const trailing = wordsIn(plain, piece.end, sentence.end);
  const alone = leading + trailing <= 1 && !(lead.length > 20 && leading > 0);
  const first = leading === 0 || (leading <= 3 && endsWithTerm(terms, piece.start, "enter", plain));
  for (const keyword of within(living, sentence.start - 900, sentence.end + 160)) {
    const inside = keyword.start >= sentence.start && keyword.end <= sentence.end;
    const name = `«${plain.slice(keyword.start, keyword.end)}»`;
    if (inside && keyword.end <= piece.start) {
      const gap = plain.slice(keyword.end, piece.start);
      const words = wordsIn(plain, keyword.end, piece.start);
      const delimited =
        /[:=>\]】」-][\s"'`“”„«»*([「【『]*$/.test(gap) || endsWithTerm(terms, piece.start, "link", plain);
      const tight = words === 0 || delimited || (words === 1 && gap.length < 16);
      const between = rivals(pieces, keyword.end, piece.start);
      const weight = keyword.base - words * (tight ? 0.08 : 0.45) - between * 1.5;
      consider(weight, `follows ${name}`, tight, delimited || words === 1);
    } else if (inside && keyword.start >= piece.end) {
      const words = wordsIn(plain, piece.end, keyword.start);
      const between = rivals(pieces, piece.end, keyword.start);
      const weight = keyword.base - 0.3 - words * (first ? 0.25 : 0.5) - between * 3;
      consider(weight, `stands before ${name}`, words <= 6 && first, words <= 6 && first);
    } else if (alone && keyword.end <= piece.start) {
      const between = rivals(pieces, keyword.end, piece.start);
      const lines = plain
        .slice(keyword.end, piece.start)
        .split("\n")
        .filter((line) => line.trim()).length;
      const near = piece.start - keyword.end < 200 ? 0 : 0.6;
      consider(
        keyword.base - 0.9 - near - Math.min(lines, 6) * 0.15 - between * 0.4,
        `stands alone after ${name}`,
        true,
        lines <= 2,
      );
    } else if (alone && keyword.start >= piece.end && keyword.start - piece.end < 160) {
      consider(
        keyword.base - 1.3 - rivals(pieces, piece.end, keyword.start),
        `stands alone before ${name}`,
        true,
        false,
      );
    } else if (!alone && keyword.end <= piece.start && leading <= 2 && piece.start - keyword.end < 60 && trailing > 0) {
      consider(keyword.base - 2.2 - leading * 0.3, `begins the sentence after ${name}`, false, false);
    }
  }
  if (piece.shape === "digits" || piece.shape === "spaced") {
    const asked =
      endsWithTerm(terms, piece.start, "enter", plain) ||
      terms.some(
        (term) =>
          term.kind === "enter" &&
          term.start >= piece.end &&
          term.start - piece.end < 12 &&
          term.end <= sentence.end &&
          isRunning(plain.charCodeAt(term.start)),
      );
    const occasion = terms.some(
      (term) =>
        (term.kind === "verify" || term.kind === "enter") && term.start >= piece.end && term.end <= sentence.end,
    );
    if (asked && (occasion || /^\s+to\s/.test(plain.slice(piece.end, piece.end + 4))))
      consider(4, "is to be typed", false, false);
    if (alone && piece.value.length >= 6 && piece.value.length <= 8) {
      const hint = terms.some(
        (term) => (term.kind === "verify" || term.kind === "expire") && Math.abs(term.start - piece.start) < 120,
      );
      if (hint && !best)
        consider(
          piece.end > reading.plain.length - 400 ? 3.6 : 2.5,
          "stands alone near words of validity",
          true,
          false,
        );
    }
  }
  return best;
}

function shapeWeight({ shape, value }: Piece, { tight, delimited }: Relation): number {
  switch (shape) {
    case "spaced":
      return tight ? 0.2 : -1;
    case "mixed":
      if (!tight) return -4;
      return /^[A-Z0-9-]+$/.test(value) ? -0.2 : -0.6;
    case "letters":
      return delimited ? -0.9 : -5;
    case "digits":
      if (value.length === 3) return tight && delimited ? -1.2 : -4;
      if (isYear(value)) return delimited ? -0.6 : -3;
      if (value.length === 6) return 0.4;
      return value.length > 8 ? -0.6 : 0;
  }
}

function isYear(value: string): boolean {
  return /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?$/.test(value);
}

/** The keywords that speak of a code in this very message: not a warning, not a discount. */
function liveKeywords({ plain }: Reading, pieces: Piece[], terms: Term[]): Keyword[] {
  const living: Keyword[] = [];
  for (const [index, term] of terms.entries()) {
    if (term.kind !== "strong" && term.kind !== "code") continue;
    const part = partAround(plain, term.start, term.end);
    let base = term.kind === "strong" ? 6 : 5;
    let renamed = false;
    let told = false;
    for (let near = Math.max(0, index - 12); near < Math.min(terms.length, index + 13); near += 1) {
      const other = terms[near];
      if (!other || other === term) continue;
      const distance = other.end <= term.start ? term.start - other.end : other.start - term.end;
      const inPart = other.start >= part.start && other.end <= part.end;
      if (other.kind === "verify" && distance < 40) base = Math.max(base, 5.6);
      if (other.kind === "other" && inPart && distance <= 14) renamed = true;
      if (other.kind === "share" && inPart && warns(pieces, part, term, other)) told = true;
    }
    if (told || (renamed && term.kind === "code")) continue;
    living.push({ ...term, base });
  }
  return living;
}

function warns(pieces: Piece[], part: Sentence, keyword: Term, share: Term): boolean {
  const held = pieces.filter(({ start, end }) => start >= part.start && end <= part.end);
  if (held.length === 0) return true;
  if (share.start < keyword.start) return !held.some(({ start }) => start >= keyword.end && start - keyword.end < 12);
  return false;
}

/** What else the words beside a piece call it, or nothing. */
function calledOtherwise(
  { plain, folded }: Reading,
  piece: Piece,
  terms: Term[],
  sentence: Sentence,
): string | undefined {
  const names = within(terms, piece.start - 60, piece.end + 24);
  for (const term of names) {
    const word = plain.slice(term.start, term.end);
    if (term.end <= piece.start) {
      const gap = folded.slice(term.end, piece.start);
      if (
        term.kind === "label" &&
        /^[\s:#.,*/()-]*(?:(?:no|nr|num|number|id|in|with)\b)?[\s:#.*(-]*$/.test(gap) &&
        !gap.includes("\n\n")
      ) {
        if (labelsOwnKeyword(terms, term, plain)) continue;
        return `is called «${word}»`;
      }
      if (term.kind === "money" && /^[\s.:]*$/.test(gap) && !gap.includes("\n")) return `is an amount of «${word}»`;
    } else if (term.start >= piece.end) {
      const gap = folded.slice(piece.end, term.start);
      if (!/^[\s-]{0,2}$/.test(gap) || gap.includes("\n")) continue;
      if (term.kind === "money") return `is an amount of «${word}»`;
      if (term.kind === "unit" && piece.value.length <= 4) return `counts «${word}»`;
    }
  }
  if (
    /\b(?:(?:text|txt|send|reply|msg)\b|sms \w+ )[^.\n]{0,60}\bto\s*$/.test(
      folded.slice(Math.max(sentence.start, piece.start - 80), piece.start),
    )
  )
    return "is a number to write to";
  return undefined;
}

/** `verification number 123456`: the label and a keyword are one name. */
function labelsOwnKeyword(terms: Term[], label: Term, plain: string): boolean {
  return terms.some(
    (term) =>
      (term.kind === "strong" || term.kind === "code") &&
      term.end <= label.start &&
      /^[\s-]?$/.test(plain.slice(term.end, label.start)) &&
      /^(?:number|nummer|numara\S*|numero|num|番号|번호|нөмір\S*|номер|numer|numărul|no|nr|id)$/i.test(
        plain.slice(label.start, label.end),
      ) &&
      !/^(?:no|nr|id)$/i.test(plain.slice(label.start, label.end)),
  );
}

function endsWithTerm(terms: Term[], at: number, kind: Kind, plain: string): boolean {
  return within(terms, at - 24, at).some(
    (term) => term.kind === kind && term.end <= at && /^[\s"'`“„«:([]*$/.test(plain.slice(term.end, at)),
  );
}

function rivals(pieces: Piece[], start: number, end: number): number {
  let count = 0;
  for (const piece of pieces) if (piece.shape !== "letters" && piece.start >= start && piece.end <= end) count += 1;
  return count;
}

function within<Item extends Term>(terms: Item[], start: number, end: number): Item[] {
  return terms.filter((term) => term.start >= start && term.end <= end);
}

/** Words between two places; a script without spaces counts three letters a word. */
function wordsIn(plain: string, start: number, end: number): number {
  let words = 0;
  let running = 0;
  let inside = false;
  for (let index = start; index < end; index += 1) {
    const unit = plain.charCodeAt(index);
    if (isRunning(unit)) {
      running += 1;
      inside = false;
    } else {
      const letter = isWordLetter(unit) || isDigit(unit);
      if (letter && !inside) words += 1;
      inside = letter;
    }
  }
  return words + running / 3;
}

function sentenceAround(plain: string, start: number, end: number): Sentence {
  return widen(plain, start, end, endsSentence);
}

function partAround(plain: string, start: number, end: number): Sentence {
  return widen(plain, start, end, (text, at) => /[,，、،;()|–—"“”]/.test(text[at] ?? "") || endsSentence(text, at));
}

function widen(plain: string, start: number, end: number, stops: (text: string, at: number) => boolean): Sentence {
  let from = start;
  while (from > 0 && start - from < reach && !stops(plain, from - 1)) from -= 1;
  let to = end;
  while (to < plain.length && to - end < reach && !stops(plain, to)) to += 1;
  return { start: from, end: to };
}

function endsSentence(text: string, at: number): boolean {
  const mark = text[at];
  switch (mark) {
    case "\n":
    case "!":
    case "?":
    case "。":
    case "؟":
    case "।":
    case "۔":
    case "።":
    case ";":
      return true;
    case ".": {
      const next = text[at + 1];
      if (next === undefined || next === "\n") return true;
      if (/\s/.test(next))
        return !(
          isDigit(text.charCodeAt(at + 2)) &&
          /(?:^|[^\p{L}\p{N}])\p{L}{1,3}$/u.test(text.slice(Math.max(0, at - 4), at))
        );
      return /\p{Lu}/u.test(next) && /[\p{Ll}\d]/u.test(text[at - 1] ?? "");
    }
    default:
      return false;
  }
}
