/** Conditions of the generated schemas beyond a value's type. Lengths count characters as JSON Schema does, not UTF-16 units. */
export const checks = {
  atLeast: (length: number) => (text: string) => lengthOf(text) >= length,
  // A text has at most as many characters as UTF-16 units, so only a long one must be counted.
  atMost: (length: number) => (text: string) => text.length <= length || lengthOf(text) <= length,
  isDateTime,
  isUri: (text: string) => /^[a-z][a-z0-9+.-]*:[^\s<>"\\^`{|}]+$/i.test(text) && URL.canParse(text),
  isOneOf:
    <T>(allowed: readonly T[]) =>
    (value: T) =>
      allowed.includes(value),
  isUnique: (list: readonly unknown[]) => new Set(list.map((entry) => JSON.stringify(entry))).size === list.length,
  isAsyncIterable: (value: unknown) => typeof Object(value)[Symbol.asyncIterator] === "function",
  isNoList: (value: unknown) => !Array.isArray(value),
};

/** Counts the code points of a text, as JSON Schema does for `minLength`; `length` counts UTF-16 units. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _character of text) length++;
  return length;
}

const MINUTES_PER_DAY = 24 * 60;

/** Returns the number of days of a month from 1 to 12: day 0 of the month after it, and `Date` counts months from 0. */
function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Returns whether the text is a `date-time` of RFC 3339, section 5.6, such as `2027-03-01T14:05:09Z`. */
function isDateTime(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-]\d\d):(\d\d))$/.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] = match
    .slice(1)
    .map((digits = "0") => Number(digits));
  const isMonth = month >= 1 && month <= 12;
  const isDay = day >= 1 && day <= daysIn(year, month);
  const signedOffsetMinute = match[7]?.startsWith("-") ? -offsetMinute : offsetMinute;
  const offsetInMinutes = offsetHour * 60 + signedOffsetMinute;
  // A leap second is at 23:59:60 UTC, which is 05:29:60 at +05:30.
  const endOfMinuteUtc = hour * 60 + minute - offsetInMinutes + 1;
  const isLeapSecond = second === 60 && endOfMinuteUtc % MINUTES_PER_DAY === 0;
  const isSecond = second < 60 || isLeapSecond;
  const isTime = hour < 24 && minute < 60 && isSecond;
  const isOffset = Math.abs(offsetHour) < 24 && offsetMinute < 60;
  const isDate = isMonth && isDay;
  return isDate && isTime && isOffset;
}
