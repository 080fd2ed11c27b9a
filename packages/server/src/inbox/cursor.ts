import { Problem } from "../problem.ts";

const digits = 9;
const tagLength = 8;
/** The low digits of a number count messages, the high ones are the second of its delivery, since 2020. */
const perSecond = 36 ** 3;
const firstSecond = Date.UTC(2020, 0, 1) / 1000;

/**
 * The number of an inbox's next message: above `previous` whatever the clock says. It also takes the time in, so that
 * after an older state of the storage was put back new messages still come behind every cursor that was ever given.
 */
export function nextSequence(previous: number, now: number): number {
  const next = previous + 1;
  const second = Math.max(0, Math.floor(now / 1000) - firstSecond);
  return Math.max(next, second * perSecond + (next % perSecond));
}

/**
 * The id of an inbox's message with this number: sorts by arrival within the inbox, whatever the clock does. The
 * inbox's tag makes a cursor of one inbox unusable in another.
 */
export function messageId(inbox: string, sequence: number): string {
  return sequence.toString(36).padStart(digits, "0") + inbox.slice(0, tagLength);
}

/** Points behind the message with this number; 0 points before the first. */
export const cursorAt = (inbox: string, sequence: number) => messageId(inbox, sequence);

/** Whether the text is a cursor or message id of this inbox. */
function isCursorOf(inbox: string, cursor: string): boolean {
  return /^[0-9a-z]{17}$/.test(cursor) && cursor.slice(digits) === inbox.slice(0, tagLength);
}

/** The number that a cursor or message id carries. */
export function sequenceOf(cursor: string): number {
  return Number.parseInt(cursor.slice(0, digits), 36);
}

/** How many messages an inbox was given behind one number and up to another, whether or not they are kept. */
export function countMessagesBetween(from: number, to: number): number {
  const count = ((to % perSecond) - (from % perSecond) + perSecond) % perSecond;
  // Numbers that a backup put back count anew; what lies before it is not known to be missing.
  return to <= from || count > perSecond / 2 ? 0 : count;
}

/** The number behind which a reader goes on. @throws Problem `invalid_request` */
export function parseCursor(inbox: string, cursor: string): number {
  if (!isCursorOf(inbox, cursor))
    throw new Problem(
      "invalid_request",
      "`after` must be the cursor of an earlier answer, or a message id, of this inbox.",
    );
  return sequenceOf(cursor);
}
