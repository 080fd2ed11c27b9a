import { Problem } from "../problem.ts";

const sequenceDigits = 9;
const tagLength = 8;
/**
 * A sequence number is `second * counterRange + counter`: the second of the delivery, since 2020, and a counter of the inbox's
 * messages, which starts again at 0 after `counterRange` messages.
 */
const counterRange = 36 ** 3;
const secondsUntil2020 = Date.UTC(2020, 0, 1) / 1000;

/**
 * Returns the sequence number of an inbox's next message: seconds since 2020 × `counterRange`, plus the message's count modulo
 * `counterRange`. It is above `previous` even if the clock is wrong. It includes the time, so that after a restore from a
 * backup new messages still sort after every cursor that was ever returned.
 */
export function nextSequence(previous: number, now: number): number {
  const next = previous + 1;
  const second = Math.floor(now / 1000) - secondsUntil2020;
  // One more than the previous message's, so that the difference of two counters is the number of messages between them.
  const counter = next % counterRange;
  return Math.max(next, second * counterRange + counter);
}

/**
 * Returns the id of a message: its sequence number in base 36, so that ids sort by arrival, and the first characters of the
 * inbox's id. The latter make a cursor of one inbox invalid in another.
 */
export function messageId(inbox: string, sequence: number): string {
  return sequence.toString(36).padStart(sequenceDigits, "0") + inbox.slice(0, tagLength);
}

/** Returns the cursor after the message with this sequence number; 0 is before the first message. */
export const cursorAt = (inbox: string, sequence: number) => messageId(inbox, sequence);

/** Returns whether the text is a cursor or message id of this inbox: nine digits in base 36, then the first eight of its id. */
function isCursorOf(inbox: string, cursor: string): boolean {
  return /^[0-9a-z]{17}$/.test(cursor) && cursor.slice(sequenceDigits) === inbox.slice(0, tagLength);
}

/** Returns the sequence number in a cursor or message id. */
export function sequenceOf(cursor: string): number {
  return Number.parseInt(cursor.slice(0, sequenceDigits), 36);
}

/**
 * Returns how many messages an inbox received after one sequence number and up to another, evicted ones included. A sequence number is
 * a time, followed by a counter of the inbox's messages (its remainder by `counterRange`), which starts again at 0 after as many: the
 * difference of the counters.
 */
export function countMessagesBetween(after: number, upTo: number): number {
  if (upTo <= after) return 0;
  const count = ((upTo % counterRange) - (after % counterRange) + counterRange) % counterRange;
  // A restore from a backup sets the counter back, which shows here as a huge count. How many messages were received since cannot
  // be told then; a wrong number of missed ones would be worse than none.
  const wasCounterSetBack = count > counterRange / 2;
  return wasCounterSetBack ? 0 : count;
}

/**
 * Returns the sequence number in the cursor that a reader sent, after which it continues.
 *
 * @throws Problem `invalid_request` unless it is a cursor of this inbox
 */
export function parseInboxCursor(inbox: string, cursor: string): number {
  if (!isCursorOf(inbox, cursor))
    throw new Problem(
      "invalid_request",
      "`after` must be the cursor of an earlier response, or a message id, of this inbox.",
    );
  return sequenceOf(cursor);
}
