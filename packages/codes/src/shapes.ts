import { isDigit, isRunning, isWordLetter } from "./letters.ts";
import { kinds, namesCode, type Term } from "./lexicon.ts";
import type { Reading } from "./reading.ts";

/** How a piece of text is built; letters alone and three digits need more proof than six digits. */
export type Shape = "digits" | "mixed" | "letters" | "spaced";

/** A piece of the message built like a code. */
export interface Piece {
  start: number;
  end: number;
  shape: Shape;
  value: string;
}

const pieceLimit = 200;

const chunk = /[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*/g;
const groups = /\d{1,4}(?: \d{1,4}){1,8}(?![\d-])|\d{3} - \d{3}(?![\d-])/y;
const numbers = /[\d ]+/y;
const singles = /[A-Za-z0-9](?:[ \t]{1,2}[A-Za-z0-9]){3,9}(?![A-Za-z0-9])/y;
const unitTail = /^\d+(?:st|[nr]d|th|mins?|secs?|hrs?|[ap]m|k[gm]|[gmkt]b|px|ml|[cm]m|pts|xx+)$/i;

/** Everything in a message that is built like a code, in order; dates, amounts and parts of longer numbers are not. */
export function findPieces({ plain }: Reading, terms: Term[]): Piece[] {
  const pieces: Piece[] = [];
  chunk.lastIndex = 0;
  for (let match = chunk.exec(plain); match && pieces.length < pieceLimit; match = chunk.exec(plain)) {
    const { index } = match;
    const piece = spacedAt(plain, index) ?? groupedAt(plain, index) ?? single(plain, index, match[0], terms);
    if (!piece) continue;
    if (piece === "skip") {
      numbers.lastIndex = index;
      numbers.test(plain);
      chunk.lastIndex = numbers.lastIndex;
      continue;
    }
    pieces.push(piece);
    chunk.lastIndex = Math.max(piece.end, chunk.lastIndex);
  }
  return pieces;
}

function spacedAt(plain: string, start: number): Piece | undefined {
  if (!standsAlone(plain, start, start + 1)) return undefined;
  singles.lastIndex = start;
  const shown = singles.exec(plain)?.[0];
  if (!shown) return undefined;
  const value = shown.replace(/\s/g, "");
  if (!/\d/.test(value) && new Set(value).size < 3) return undefined;
  return { start, end: start + shown.length, shape: "spaced", value };
}

function groupedAt(plain: string, start: number): Piece | "skip" | undefined {
  if (!isDigit(plain.charCodeAt(start))) return undefined;
  groups.lastIndex = start;
  const shown = groups.exec(plain)?.[0];
  if (!shown || !standsAlone(plain, start, start + shown.length)) return undefined;
  const parts = shown.split(/ - | /);
  const length = parts[0]?.length ?? 0;
  const even = parts.every((part) => part.length === length);
  const value = parts.join("");
  if (even && length > 1 && value.length >= 6 && (value.length <= 8 || (length === 3 && parts.length === 3))) {
    return { start, end: start + shown.length, shape: "digits", value };
  }
  return value.length > 8 && parts.length > 2 ? "skip" : undefined;
}

function single(plain: string, start: number, shown: string, terms: Term[]): Piece | undefined {
  const end = start + shown.length;
  if (/^\d+$/.test(shown)) {
    const fits = shown.length >= 3 && shown.length <= 10 && standsAlone(plain, start, end);
    return fits ? { start, end, shape: "digits", value: shown } : undefined;
  }
  const piece = glued(plain, start, shown, terms);
  if (piece || !standsAlone(plain, start, end)) return piece;
  return /\d/.test(shown) ? mixed(start, shown) : letters(plain, start, shown);
}

/** `OTP123456`, `123456is`, `123456-BANK`: a run of digits against a word. */
function glued(plain: string, start: number, shown: string, terms: Term[]): Piece | undefined {
  const tail = /^(\d{4,10})(?:-[A-Za-z-]{2,}|[a-z]{2,}|[A-Z][a-z]+)$/.exec(shown)?.[1];
  if (tail && !unitTail.test(shown) && standsAlone(plain, start, start + tail.length, true))
    return { start, end: start + tail.length, shape: "digits", value: tail };
  const head = /^[A-Za-z]+(?=\d{4,10}$)/.exec(shown)?.[0] ?? "";
  const at = start + head.length;
  const end = start + shown.length;
  const named = head && terms.some(({ is, end }) => end === at && is & (namesCode | kinds.link));
  return named && standsAlone(plain, at, end, true)
    ? { start: at, end, shape: "digits", value: shown.slice(head.length) }
    : undefined;
}

function mixed(start: number, shown: string): Piece | undefined {
  const piece = (shape: Shape, value: string): Piece => ({ start, end: start + shown.length, shape, value });
  if (/^[\d-]+$/.test(shown)) {
    const parts = shown.split("-");
    const total = shown.length - parts.length + 1;
    const dated = /^(?:3[01]|[0-2]?\d)-(?:3[01]|[0-2]?\d)-(?:\d\d){1,2}$|^\d{4}-[01]?\d-[0-3]?\d$/.test(shown);
    const sized = parts.length <= 4 && parts.every((part) => part.length > 1 || parts.length > 2);
    const threes = parts.length === 3 && parts.every((part) => part.length === 3);
    return total >= 5 && (total <= 8 || threes) && sized && !dated ? piece("digits", parts.join("")) : undefined;
  }
  if (/^[A-Z]{1,3}-\d{4,8}$/.test(shown)) return piece("digits", shown.replace(/.*-/, ""));
  const bare = shown.replaceAll("-", "");
  if (bare.length < 4 || bare.length > 12 || unitTail.test(shown)) return undefined;
  if (/^(?:xx+\d+|[a-z]{3,}-\d\d?|\d{1,3}-[a-z]+)$/i.test(shown)) return undefined;
  return piece("mixed", shown);
}

function letters(plain: string, start: number, shown: string): Piece | undefined {
  // A word with a capital first is a word.
  if (
    !/^(?:[A-Z]{4,10}|[a-z]{5,8}|[A-Z]{2,5}(?:-[A-Z]{2,5}){1,3}|[A-Za-z]*[a-z][A-Z][A-Za-z]*)$/.test(shown) ||
    shown.length > 23
  )
    return undefined;
  const before = plain.slice(Math.max(0, start - 12), start);
  const caps = shown === shown.toUpperCase();
  const rest = plain.slice(start + shown.length, start + shown.length + 24);
  // Parted like a code and alone on its line, it needs no colon before it: `PKRW-NTJH`.
  const apart = /^[A-Z]{3,5}(?:-[A-Z]{3,5}){1,2}$/.test(shown) && /\n\s*$/.test(before) && /^[ \t]*(?:\n|$)/.test(rest);
  if (!apart && !/[:=>»「『"'`*][ \t\n"'`“„«*]*$/.test(before) && !(caps && /\b\w{2,4} ["'`]?$/.test(before)))
    return undefined;
  const closed = /^["'`»」』*]*(?:\s*$|\s*\n|[.,;!]|\s+\p{Lu}\p{Ll})/u.test(rest);
  return closed ? { start, end: start + shown.length, shape: "letters", value: shown } : undefined;
}

/** Whether nothing before or after makes it a part of a longer number, an amount, a date, a mask or a word. */
function standsAlone(plain: string, start: number, end: number, gluedTo = false): boolean {
  if (!gluedTo && (touches(plain.charCodeAt(start - 1)) || touches(plain.charCodeAt(end)))) return false;
  const before = plain.slice(Math.max(0, start - 3), start);
  const after = plain.slice(end, end + 3);
  if (/[\p{Sc}%°•●]$|\d[.,:/'’+-]$|[+_&?~@]$|[\p{L}\d][/\\]$|[^*\s]\*$/u.test(before)) return false;
  // `ben.2001`
  if (end - start < 5 && /[a-z]\.$/.test(before)) return false;
  return !/^[\p{Sc}%°•●@]|^[.,:/'’+]\d|^\*\*?\d|^\*\*\*/u.test(after);
}

function touches(unit: number): boolean {
  return isDigit(unit) || (unit < 0x80 ? isWordLetter(unit) : !isRunning(unit) && unit < 0x590 && isWordLetter(unit));
}
