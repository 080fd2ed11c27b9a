import { toAsciiDigits } from "@frontdesk/codes/digits";
import { parseTimestamp } from "../text/timestamp.ts";

/** How far ahead a phone's clock may be believed: a day, in ms. */
const mostAhead = 24 * 60 * 60 * 1000;
/** Epoch numbers from here on are milliseconds (1973); as seconds this would be the year 5138. */
const firstMilliseconds = 1e11;

/** When a phone says it received a text, in ms since 1970: RFC 3339, or epoch seconds or milliseconds. `null`: not a time. */
export function parseReceivedAt(written: string | number): number | null {
  if (typeof written === "number") return fromEpoch(written);
  const text = toAsciiDigits(written.trim());
  return /^\d{1,17}$/.test(text) ? fromEpoch(Number(text)) : parseTimestamp(text);
}

/** What to store of it: a time more than a day ahead comes from a wrong clock and becomes now. */
export function toReceived(time: number, now: number): number {
  return time > now + mostAhead ? now : time;
}

function fromEpoch(value: number): number | null {
  if (!Number.isFinite(value) || value < 0) return null;
  return Math.round(value < firstMilliseconds ? value * 1000 : value);
}
