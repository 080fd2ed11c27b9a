import { sequenceOf } from "./cursor.ts";
import type { Amendments, FullMessage, StoredSummary } from "./record.ts";

/** Event on an inbox's bus topic: one server has just stored messages, or changed some. */
export interface StoredEvent<S extends StoredSummary> {
  /** Sequence number of the newest message. */
  sequence: number;
  /** Oldest first. Omitted if they are too long; other servers then read them from the storage. */
  messages?: FullMessage<S>[];
  /** Changed fields by message id. Then there are no new messages. */
  amended?: Record<string, Partial<S>>;
}

/** Limit in characters, because the event goes to all servers, and few have a reader for it. */
const maxTextLength = 16_384;

/**
 * Encodes the event that messages were stored, for the bus between servers. Takes at least one message, oldest first. Leaves out
 * the messages if they are long, because few servers have a reader for them; a server with a reader then reads them from the
 * storage.
 */
export function encodeStoredEvent<S extends StoredSummary>(messages: readonly FullMessage<S>[]): string {
  const sequence = sequenceOf(messages.at(-1)!.id);
  const withoutMessages = JSON.stringify({ sequence });
  const textLength = messages.reduce((sum, { body }) => sum + body.length, 0);
  if (textLength > maxTextLength) return withoutMessages;
  // Checked again, because JSON writes a control character as six. Twice the limit leaves space for the other fields.
  const withMessages = JSON.stringify({ sequence, messages });
  return withMessages.length <= 2 * maxTextLength ? withMessages : withoutMessages;
}

/** Encodes changes of stored messages. Earlier versions ignore the sequence number 0. */
export function encodeAmendedEvent<S extends StoredSummary>(amendments: Amendments<S>): string {
  return JSON.stringify({ sequence: 0, amended: Object.fromEntries(amendments) } satisfies StoredEvent<S>);
}

/** Decodes an event about an inbox from the bus. Returns `null` for the empty event: the inbox was deleted or its key rotated. */
export function decodeStoredEvent<S extends StoredSummary>(text: string): StoredEvent<S> | null {
  // Written by `encodeStoredEvent`, here or on another server.
  return text === "" ? null : (JSON.parse(text) as StoredEvent<S>);
}
