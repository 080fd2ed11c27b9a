import { toAsciiDigits } from "@frontdesk/codes/digits";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Numbers are the same if this many last digits are (interface section 4.6). */
const matchedDigits = 7;
/** Characters of a number as it is written. None is longer, with all its separators, so a longer text is not parsed. */
const maxWrittenLength = 64;

/** Returns whether this is a valid number (contract section 2): 7 to 15 digits, no `+`, no leading `00`. */
export function isValidPhone(phone: string): boolean {
  return /^(?!00)\d{7,15}$/.test(phone);
}

/**
 * Converts a number as an app or a person writes it to digits; returns `null` if it is not a number. Drops the country code of an
 * international form, because apps may omit it. What remains may lack the leading 0 of the national form, so numbers are compared by
 * `isSamePhone`.
 */
export function normalizePhone(text: string): string | null {
  if (text.length > maxWrittenLength) return null;
  // Contact apps put invisible direction marks (Cf) around numbers. Form fields contain every kind of space and dash.
  const plain = toAsciiDigits(text).replace(/[\s\p{Cf}\p{Pd}().[\]/−]/gu, "");
  if (!/^[+＋]?\d+$/.test(plain)) return null;
  const international = /^(?:\+|＋|00)(\d*)$/.exec(plain)?.[1];
  const digits = international === undefined ? plain : withoutCountryCode(international);
  return isValidPhone(digits) ? digits : null;
}

/** Returns whether two normalised numbers count as the same: by their last seven digits, because apps may omit the area code. */
export function isSamePhone(one: string, other: string): boolean {
  return one.slice(-matchedDigits) === other.slice(-matchedDigits);
}

/** Removes the country code. Keeps an unassigned one: a long number is better than a wrong one. */
function withoutCountryCode(digits: string): string {
  return parsePhoneNumberFromString(`+${digits}`)?.nationalNumber ?? digits;
}
