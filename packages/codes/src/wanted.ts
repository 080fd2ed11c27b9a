import type { Term } from "./lexicon.ts";
import type { Reading } from "./reading.ts";
import { findPieces, type Piece } from "./shapes.ts";
import type { FindOptions } from "./types.ts";

/** The conditions of the caller on the code. */
export interface Wanted {
  /** Nothing is said of it. */
  open: boolean;
  fits(value: string, shown: string): boolean;
}

const alphabets: Record<string, RegExp> = {
  digits: /^\d+$/,
  letters: /^[A-Za-z-]+$/,
  alphanumeric: /^[A-Za-z\d-]+$/,
};

/** @throws RangeError for a length that is none, or an alphabet without characters. */
export function toWanted({ length, alphabet, pattern }: FindOptions): Wanted {
  const { min = 1, max = Number.POSITIVE_INFINITY } =
    typeof length === "number" ? { min: length, max: length } : (length ?? {});
  if (!(min >= 0 && max >= min))
    throw new RangeError(`length must be a number, or min and max in order, not ${min} to ${max}`);
  if (alphabet === "") throw new RangeError("alphabet must hold the characters of the code");
  const letters = alphabet === undefined ? undefined : (alphabets[alphabet] ?? new Set(alphabet));
  // A global or sticky pattern keeps a place of its own, which would make every second test fail.
  const whole = pattern && new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, ""));
  return {
    open: length === undefined && alphabet === undefined && pattern === undefined,
    fits(value, shown) {
      const bare = value.replaceAll("-", "").length;
      if (!(bare >= min && bare <= max) && !(value.length >= min && value.length <= max)) return false;
      if (letters instanceof RegExp ? !letters.test(value) : letters && ![...value].every((unit) => letters.has(unit)))
        return false;
      return whole === undefined || whole.test(value) || whole.test(shown);
    },
  };
}

/** The pieces that can be the code; where a pattern is given, also what is built like it and like nothing else. */
export function wantedPieces(
  reading: Reading,
  terms: Term[],
  wanted: Wanted,
  { pattern, length }: FindOptions,
): Piece[] {
  const pieces = findPieces(reading, terms);
  if (wanted.open) return pieces;
  const fitting = pieces.filter(({ value, start, end }) => wanted.fits(value, reading.plain.slice(start, end)));
  if (!pattern && length === undefined) return fitting;
  const known = new Set(fitting.map(({ start }) => start));
  for (const { 0: shown, index } of reading.plain.matchAll(
    /(?<![\p{L}\p{N}_])[A-Za-z0-9][A-Za-z0-9_#.-]{1,62}[A-Za-z0-9](?![\p{L}\p{N}_])/gu,
  )) {
    if (fitting.length >= 200) break;
    // Letters alone are words, unless a pattern says otherwise.
    if (known.has(index) || (!pattern && !/\d/.test(shown)) || !wanted.fits(shown, shown)) continue;
    fitting.push({
      start: index,
      end: index + shown.length,
      shape: /^\d+$/.test(shown) ? "digits" : "mixed",
      value: shown,
    });
  }
  return fitting.sort((one, other) => one.start - other.start);
}
