import { toAsciiDigits } from "@frontdesk/codes/digits";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Two numbers that end in the same digits, this many, are one (interface section 4.6). */
const matchedDigits = 7;

/** Contract section 2: 7 to 15 digits, no `+`, no leading `00`. */
export function checkPhone(phone: string): boolean {
  return /^(?!00)\d{7,15}$/.test(phone);
}

/** A number as an app or a person wrote it, as digits without country code; `null` when it is not a number. */
export function normalizePhone(written: string): string | null {
  // No written number is longer, and the parser need not see what is.
  if (written.length > 64) return null;
  // Contacts put invisible direction marks (Cf) around numbers; fields of forms bring every kind of space and dash.
  const plain = toAsciiDigits(written).replace(/[\s\p{Cf}\p{Pd}().[\]/−]/gu, "");
  if (!/^(?:\+|＋)?\d+$/.test(plain)) return null;
  const international = /^(?:\+|＋|00)(\d*)$/.exec(plain)?.[1];
  const digits = international === undefined ? plain : withoutCountryCode(international);
  return checkPhone(digits) ? digits : null;
}

/** Whether two normalised numbers count as the same one. */
export function isSamePhone(one: string, other: string): boolean {
  return one.slice(-matchedDigits) === other.slice(-matchedDigits);
}

/** A country code nobody has been given stays: better a long number than a wrong one. */
function withoutCountryCode(digits: string): string {
  return parsePhoneNumberFromString(`+${digits}`)?.nationalNumber ?? digits;
}
