const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,30}))?([Zz]|[+-]\d{2}:?\d{2})$/;

/** Parses an RFC 3339 time with any offset to milliseconds since 1970. Returns `null` if it is malformed or no such day exists. */
export function parseTimestamp(text: string): number | null {
  const match = rfc3339.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction = "", offset = "Z"] = match;
  const lastDay = new Date(toMidnight(Number(year), Number(month) + 1, 0)).getUTCDate();
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  const isDay = Number(day) >= 1 && Number(day) <= lastDay;
  if (!isMonth || !isDay) return null;
  // RFC 3339 section 5.6 allows the leap second :60, which JavaScript does not know.
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  const midnight = toMidnight(Number(year), Number(month), Number(day));
  const time = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  const milliseconds = Number(fraction.padEnd(3, "0").slice(0, 3));
  if (/^[Zz]$/.test(offset)) return time + milliseconds;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(-2));
  if (hours > 23 || minutes > 59) return null;
  const offsetMs = (hours * 60 + minutes) * 60_000;
  return offset.startsWith("-") ? time + milliseconds + offsetMs : time + milliseconds - offsetMs;
}

/**
 * Returns the beginning of a day in UTC, also for the years 0 to 99, which `Date.UTC` maps to the twentieth century. Months count from 1.
 * Day 0 is the last one of the month before.
 */
function toMidnight(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}
