import type { Facts } from "./facts.ts";
import type { Piece } from "./shapes.ts";

/** How a piece stands to the keyword that speaks for it. */
interface Place {
  tight: boolean;
  delimited: boolean;
}

/** What the build of a piece adds to its weight. */
export function shapeWeight(facts: Facts, { shape, value }: Piece, { tight, delimited }: Place): number {
  if (shape === "spaced") return tight ? 0.2 : -1;
  if (shape === "mixed") {
    if (isUserName(value)) return delimited ? -1 : -5;
    if (isSlogan(value) && !facts.verifies && !facts.instructs) return -3;
    if (isDrawn(value)) return tight ? 0.1 : facts.verifies ? -0.9 : -3;
    return tight ? -0.4 : -4;
  }
  if (shape === "letters") return delimited ? -0.9 : -5;
  if (value.length === 3) return tight && delimited ? -1.2 : -4;
  if (/^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?$/.test(value)) return delimited ? -0.6 : -3;
  return value.length === 6 ? 0.4 : value.length > 8 ? -0.6 : 0;
}

/** Letters and digits mixed as machines draw them: `A7K2Q9`. */
export function isDrawn(value: string): boolean {
  if (value.length < 5 || !/^[A-Z\d-]+$/.test(value)) return false;
  // Orders, parcels and registers are numbered by a few letters and many digits.
  return /\d/.test(value) && /[A-Z]/.test(value) && !/^[A-Z]{1,3}\d{4,}$|^[A-Z]{2}\d{8,9}[A-Z]{2}$/.test(value);
}

/** A name with a number after it, as people call themselves: `ben2001`. */
export function isUserName(value: string): boolean {
  return /^[a-z]{3,}-?\d{1,4}$/i.test(value) && !/^[A-Z]+-?\d+$/.test(value);
}

/** A word that can be said with the per cent or the year after it, as shops name what they take off: `WINTER20`. */
function isSlogan(value: string): boolean {
  const said = /^([A-Z]{4,})(?:[1-9]?[05]|2\d)$/.exec(value)?.[1] ?? "";
  return /[AEIOUY]/.test(said) && !/[^AEIOUY]{4}|[AEIOUY]{3}/.test(said);
}
