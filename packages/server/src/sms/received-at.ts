import { toAsciiDigits } from "@frontdesk/codes/digits";
import { parseTimestamp } from "../text/timestamp.ts";

/** How far ahead a phone's clock may be. */
const maxAheadMs = 24 * 60 * 60 * 1000;
/** Epoch numbers from here on are milliseconds (since 1973): as seconds, this is the year 5138. */
const minMilliseconds = 1e11;

/**
 * Parses `received_at` (RFC 3339, or epoch seconds or milliseconds) to ms since 1970. Its digits may be those of the phone's language,
 * such as Arabic ones. Returns `null` if it is not a time.
 */
export function parseReceivedAt(value: string | number): number | null {
  if (typeof value === "number") return fromEpoch(value);
  const text = toAsciiDigits(value.trim());
  // 17 digits are more than any time in milliseconds has.
  return /^\d{1,17}$/.test(text) ? fromEpoch(Number(text)) : parseTimestamp(text);
}

/** Returns the time to store. A time more than a day ahead is from a wrong clock and replaced by now. */
export function clampReceivedAt(time: number, now: number): number {
  return time > now + maxAheadMs ? now : time;
}

/** Converts epoch seconds or milliseconds to milliseconds; returns `null` for a negative or infinite number. */
function fromEpoch(value: number): number | null {
  if (!Number.isFinite(value) || value < 0) return null;
  // Seconds stay below this until the year 5138, and milliseconds have been above it since 1973.
  return Math.round(value < minMilliseconds ? value * 1000 : value);
}
