import { type Keyword, liveKeywords } from "./keywords.ts";
import { isRunning } from "./letters.ts";
import type { Kind, Term } from "./lexicon.ts";
import { otherName } from "./other-name.ts";
import type { Reading } from "./reading.ts";
import { between, partAround, sentenceAround, wordsIn } from "./sentences.ts";
import type { Piece } from "./shapes.ts";

/** A piece with what speaks for it and why; from `enough` on it is taken for the code. */
export interface Weighed extends Piece {
  weight: number;
  reason: string;
}

export const enough = 3.5;

interface Relation {
  weight: number;
  reason: string;
  /** Nothing but a delimiter or a joining word parts keyword and piece, or the piece has its own line. */
  tight: boolean;
  /** A delimiter or a joining word is there. */
  delimited: boolean;
}

interface Message {
  text: string;
  terms: Term[];
  pieces: Piece[];
  keywords: Keyword[];
}

/** Weighs every piece by what the words around it call it. */
export function weigh(reading: Reading, pieces: Piece[], terms: Term[]): Weighed[] {
  const { plain: text, folded } = reading;
  const message: Message = { text, terms, pieces, keywords: liveKeywords(reading, terms, pieces) };
  const weighed: Weighed[] = [];
  const numbers = new Set(pieces.filter(({ shape }) => shape === "digits").map(({ value }) => value));
  for (const piece of pieces) {
    const name = otherName(folded, piece, terms, numbers.size === 1);
    if (name) {
      weighed.push({ ...piece, weight: 0, reason: name });
      continue;
    }
    const relation = closest(message, piece);
    if (!relation) continue;
    weighed.push({ ...piece, weight: relation.weight + shapeWeight(piece, relation), reason: relation.reason });
  }
  return weighed;
}

function closest(message: Message, piece: Piece): Relation | undefined {
  const { text, terms, pieces, keywords } = message;
  const sentence = sentenceAround(text, piece);
  const leading = wordsIn(text, sentence.start, piece.start);
  const trailing = wordsIn(text, piece.end, sentence.end);
  const alone = leading < 1 && trailing <= 1;
  const asked = leads(message, piece.start, "enter");
  const first =
    wordsIn(text, partAround(text, piece).start, piece.start) === 0 ||
    (leading <= 3 && (asked || /[:\]】]\s*$/.test(text.slice(sentence.start, piece.start))));
  const opensLine = /(?:^|\n)[^\p{L}\p{N}\n]*$/u.test(text.slice(Math.max(0, piece.start - 12), piece.start));
  const joined = leads(message, piece.start, "link");
  let best: Relation | undefined;
  const consider = (weight: number, reason: string, tight: boolean, delimited = tight) => {
    if (!best || weight > best.weight) best = { weight, reason, tight, delimited };
  };
  for (const keyword of between(keywords, sentence.start - 600, sentence.end + 160)) {
    const { weight, start, end } = keyword;
    const name = `«${text.slice(start, end)}»`;
    const before = end <= piece.start;
    const rivals = before ? rivalsIn(pieces, end, piece.start) : rivalsIn(pieces, piece.end, start);
    if (start >= sentence.start && end <= sentence.end) {
      const words = before ? wordsIn(text, end, piece.start) : wordsIn(text, piece.end, start);
      if (before) {
        const delimited = joined || /[:=>\]】」-][\s"'`“”„«»*([「【『]*$/.test(text.slice(end, piece.start));
        const tight = words === 0 || delimited || (words === 1 && piece.start - end < 16);
        consider(
          weight - words * (tight ? 0.08 : 0.45) - rivals * 1.5,
          `follows ${name}`,
          tight,
          delimited || words === 1,
        );
      } else if (start >= piece.end) {
        consider(
          weight - 0.3 - words * (first ? 0.25 : 0.5) - rivals * 3,
          `stands before ${name}`,
          words <= 6 && first,
          first && words < 4,
        );
      }
    } else if (alone && before) {
      consider(weight - 1.2 - rivals * 0.4, `stands alone after ${name}`, opensLine);
    } else if (alone && start >= piece.end) {
      consider(weight - 1.3 - rivals, `stands alone before ${name}`, true, false);
    }
  }
  if (/^[A-Z]-\d{6}$/.test(text.slice(piece.start, piece.end))) consider(3.6, "is built like a code", false);
  if (piece.shape !== "digits" && piece.shape !== "spaced") return best;
  const following = between(terms, piece.end, sentence.end);
  const typed =
    asked ||
    following.some(
      ({ kind, start }) => kind === "enter" && start - piece.end < 12 && isRunning(text.charCodeAt(start)),
    );
  if (typed && (piece.value.length === 6 || following.some(({ kind }) => kind === "verify" || kind === "enter"))) {
    consider(4, "is to be typed", false);
  }
  if (!best && alone && piece.value.length > 5 && piece.value.length < 9) {
    const hint = between(terms, piece.start - 120, piece.end + 120).some(
      ({ kind }) => kind === "verify" || kind === "expire",
    );
    if (hint) consider(3.6, "stands alone", true);
  }
  return best;
}

function shapeWeight({ shape, value }: Piece, { tight, delimited }: Relation): number {
  if (shape === "spaced") return tight ? 0.2 : -1;
  if (shape === "mixed") return tight ? -0.4 : -4;
  if (shape === "letters") return delimited ? -0.9 : -5;
  if (value.length === 3) return tight && delimited ? -1.2 : -4;
  if (/^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?$/.test(value)) return delimited ? -0.6 : -3;
  return value.length === 6 ? 0.4 : value.length > 8 ? -0.6 : 0;
}

/** Whether a word of this kind stands right before a place. */
function leads({ text, terms }: Message, at: number, kind: Kind): boolean {
  return between(terms, at - 24, at).some(
    (term) => term.kind === kind && /^[\s"'`“„«:([]*$/.test(text.slice(term.end, at)),
  );
}

function rivalsIn(pieces: Piece[], start: number, end: number): number {
  return between(pieces, start, end).filter(({ shape }) => shape === "digits" || shape === "spaced").length;
}
