import type { Facts } from "./facts.ts";
import { isForSomebody, namesNext, standsAside } from "./keyword-reach.ts";
import type { Keyword } from "./keywords.ts";
import { isRunning } from "./letters.ts";
import { kinds, namesCode, type Term } from "./lexicon.ts";
import { otherName } from "./other-name.ts";
import type { Reading } from "./reading.ts";
import { between, countBetween, partAround, sentenceAround, wordsIn } from "./sentences.ts";
import { isDrawn, isUserName, shapeWeight } from "./shape-weight.ts";
import type { Piece } from "./shapes.ts";
import type { CodeKind } from "./types.ts";

/** A piece with what speaks for it and why. */
export interface Weighed extends Piece {
  weight: number;
  kind: CodeKind;
  reason: string;
}

const mostRivals = 6;

interface Relation {
  weight: number;
  kind: CodeKind;
  reason: string;
  /** Nothing but a delimiter or a joining word parts keyword and piece, or the piece has its own line. */
  tight: boolean;
  /** A delimiter or a joining word is there. */
  delimited: boolean;
}

export interface Message {
  reading: Reading;
  terms: Term[];
  pieces: Piece[];
  keywords: Keyword[];
  facts: Facts;
}

/** Weighs every piece by what the words around it call it. */
export function weigh(message: Message): Weighed[] {
  const { reading, pieces, terms, keywords, facts } = message;
  const { plain: text, folded } = reading;
  const weighed: Weighed[] = [];
  const numbers = new Set(
    pieces.filter(({ shape, value }) => shape === "digits" || isDrawn(value)).map(({ value }) => value),
  );
  // What may be meant by a keyword instead.
  const numbered = pieces.filter(({ shape }) => shape === "digits" || shape === "spaced");
  for (const piece of pieces) {
    const name = otherName(text, folded, piece, terms, keywords, numbers.size === 1);
    if (name) {
      weighed.push({ ...piece, kind: "one_time", weight: 0, reason: name });
      continue;
    }
    const relation = closest(message, piece, numbered);
    if (!relation) continue;
    const { kind, reason } = relation;
    weighed.push({ ...piece, kind, weight: relation.weight + shapeWeight(facts, piece, relation), reason });
  }
  return weighed;
}

function closest(message: Message, piece: Piece, numbered: Piece[]): Relation | undefined {
  const { terms, keywords, facts } = message;
  const text = message.reading.plain;
  const sentence = sentenceAround(text, piece);
  const leading = wordsIn(text, sentence.start, piece.start);
  const trailing = wordsIn(text, piece.end, sentence.end);
  const named = leading > 0 && /:\s*$/.test(text.slice(sentence.start, piece.start));
  const alone = leading < 1 && trailing <= 1 && !named;
  const headed = alone && isHeaded(message, piece);
  const asked = leads(message, piece.start, kinds.enter);
  const first =
    wordsIn(text, partAround(text, piece).start, piece.start) === 0 ||
    (leading <= 3 && (asked || /[:\]】]\s*$/.test(text.slice(sentence.start, piece.start))));
  const opensLine = /(?:^|\n)[^\p{L}\p{N}\n]*$/u.test(text.slice(Math.max(0, piece.start - 12), piece.start));
  const joined = leads(message, piece.start, kinds.link);
  // In small letters it may be what a person is called, unless somebody says that it is the code.
  const handle = piece.shape === "mixed" && /[a-z]/.test(piece.value);
  const stated =
    !handle ||
    /^\s*[-–—=(]/.test(text.slice(piece.end, piece.end + 4)) ||
    between(terms, piece.end, piece.end + 4).some((term) => term.is & kinds.link);
  const ofSomebody = isForSomebody(text, piece);
  let best: Relation | undefined;
  const consider = (weight: number, reason: string, tight: boolean, delimited = tight, kind: CodeKind = "one_time") => {
    if (!best || weight > best.weight) best = { weight, reason, tight, delimited, kind };
  };
  for (const keyword of between(keywords, sentence.start - 600, sentence.end + 160)) {
    const { weight, start, end, kind } = keyword;
    if (keyword.is & kinds.pin && piece.value.length > 8) continue;
    const name = `«${text.slice(start, end)}»`;
    const before = end <= piece.start;
    const others = before ? countBetween(numbered, end, piece.start) : countBetween(numbered, piece.end, start);
    // Behind so many others it is not this one's keyword, whatever else speaks for it.
    if (others > mostRivals) continue;
    if (start >= sentence.start && end <= sentence.end) {
      const words = before ? wordsIn(text, end, piece.start) : wordsIn(text, piece.end, start);
      if (before) {
        if (ofSomebody || standsAside(message, keyword, piece)) continue;
        const rivals =
          others && between(numbered, end, piece.start).filter((other) => !standsAside(message, keyword, other)).length;
        const delimited = joined || /[:=>\]】」-][\s"'`“”„«»*([「【『]*$/.test(text.slice(end, piece.start));
        const tight = words === 0 || delimited || (!handle && words === 1 && piece.start - end < 16);
        consider(
          weight - words * (tight ? 0.08 : trailing < 1 ? 0.2 : 0.45) - rivals * 1.5,
          `follows ${name}`,
          tight,
          delimited && (words === 0 || joined || !isUserName(piece.value)),
          kind,
        );
      } else if (start >= piece.end && piece.shape !== "letters" && !namesNext(message, keyword)) {
        // Languages that end with the verb have the code first and the keyword last.
        const framed = leading === 0 && wordsIn(text, end, sentence.end) === 0;
        const said = stated || ((keyword.is & kinds.strong) !== 0 && !/[,;、]/.test(text.slice(piece.end, start)));
        consider(
          weight - 0.3 - words * (framed ? 0.15 : first ? 0.25 : 0.5) - others * 3,
          `stands before ${name}`,
          words <= 6 && first && said,
          first && words < 4 && said,
          kind,
        );
      }
    } else if (alone && before) {
      const colon = /[:：]\s*$/.test(text.slice(end, piece.start));
      consider(weight - (colon ? 0.6 : 1.2) - others * 0.4, `stands alone after ${name}`, opensLine, opensLine, kind);
    } else if (alone && start >= piece.end && piece.shape !== "letters" && !headed) {
      consider(weight - 1.3 - others, `stands alone before ${name}`, true, false, kind);
    }
  }
  if (/^[A-Z]-\d{6}$/.test(text.slice(piece.start, piece.end))) consider(3.6, "is built like a code", false);
  if (piece.shape === "letters") return best;
  const following = between(terms, piece.end, sentence.end);
  const typed =
    asked ||
    following.some(({ is, start }) => is & kinds.enter && start - piece.end < 12 && isRunning(text.charCodeAt(start)));
  const digits = piece.shape === "digits" || piece.shape === "spaced";
  const drawn = !digits && isDrawn(piece.value);
  const spoken = asked && between(keywords, sentence.start, sentence.end).length > 0;
  if (
    digits &&
    typed &&
    (piece.value.length === 6 || spoken || following.some(({ is }) => is & (kinds.verify | kinds.enter)))
  ) {
    consider(4, "is to be typed", false);
  }
  const quiet = facts.amounts === 0 && !facts.trades;
  if (drawn && asked && quiet && (facts.verifies || following.some(({ is }) => is & kinds.verify)))
    consider(4.8, "is to be typed", true);
  const usual = digits ? piece.value.length > 5 && piece.value.length < 9 : drawn && !piece.value.includes("-");
  const closesLine = /^[^\p{L}\p{N}\n]*(?:\n|$)/u.test(text.slice(piece.end, piece.end + 12));
  // A line of its own says nothing where things are paid or sent: such mails are full of numbers.
  const apart = quiet && (digits ? closesLine || facts.instructs : closesLine);
  if (!best && alone && !headed && opensLine && apart && (facts.verifies || facts.instructs)) {
    const around = between(terms, piece.start - 120, piece.end + 120);
    const hint = around.some(({ is }) => is & (kinds.verify | kinds.expire));
    if (usual && hint) consider(digits ? 3.6 : 3.9, "stands alone", true);
    // Shorter ones are many things, unless the line above asks to type what verifies.
    const above = around.filter(({ end }) => end <= piece.start);
    const told = [kinds.enter, kinds.verify].every((kind) => above.some(({ is }) => is & kind));
    if (digits && !usual && closesLine && told && piece.value.length > 3) consider(4.2, "stands alone", true);
  }
  return best;
}

/** Whether the line above is what the number is called: a customer's, an order's. */
function isHeaded({ reading: { plain }, terms }: Message, { start }: Piece): boolean {
  const heads = (term: Term) =>
    term.is & (kinds.label | kinds.other) &&
    !(term.is & (namesCode | kinds.number)) &&
    /(?:^|\n)\s*$/.test(plain.slice(Math.max(0, term.start - 9), term.start)) &&
    /^[\s:#]*$/.test(plain.slice(term.end, start));
  return between(terms, start - 40, start).some(heads);
}

/** Whether a word of this kind stands right before a place. */
function leads({ reading: { plain }, terms }: Message, at: number, kind: number): boolean {
  // `Geben Sie bitte …`
  const gap = kind & kinds.enter ? /^(?:\s\p{Ll}{2,6}\s)?[\s"'`“„«:([]*$/u : /^[\s"'`“„«:([]*$/;
  return between(terms, at - 24, at).some(
    (term) =>
      term.is & kind &&
      gap.test(plain.slice(term.end, at)) &&
      !(term.is & kinds.enter && isSurname(plain, term, terms)),
  );
}

/** `Ana Marques`: with a capital after a name, where nothing is verified, it is no verb. */
function isSurname(plain: string, term: Term, terms: Term[]): boolean {
  const { start, end } = sentenceAround(plain, term);
  return (
    /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}$/u.test(plain.slice(Math.max(0, term.start - 24), term.start + 2)) &&
    !between(terms, start, end).some(({ is }) => is & (namesCode | kinds.verify))
  );
}
