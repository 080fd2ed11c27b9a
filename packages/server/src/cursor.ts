const digits = 9;
const tagLength = 8;

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
export function isCursorOf(inbox: string, cursor: string): boolean {
  return /^[0-9a-z]{17}$/.test(cursor) && cursor.slice(digits) === inbox.slice(0, tagLength);
}

/** The number that a cursor or message id carries. */
export function sequenceOf(cursor: string): number {
  return Number.parseInt(cursor.slice(0, digits), 36);
}
