import { sequenceOf } from "./cursor.ts";
import type { FullMessage, StoredSummary } from "./record.ts";

/** What servers tell each other on an inbox's topic of messages that one of them has just stored. */
export interface StoredEvent<S extends StoredSummary> {
  /** The newest one's number. */
  sequence: number;
  /** Oldest first, where they are short; else they are to be looked for. */
  messages?: FullMessage<S>[];
}

/** Characters of messages that are sent to all servers, though few have a reader for them. */
const maxTextLength = 16_384;

/** At least one message, oldest first. */
export function encodeStoredEvent<S extends StoredSummary>(messages: readonly FullMessage<S>[]): string {
  const sequence = sequenceOf(messages.at(-1)!.id);
  const isShort = messages.reduce((sum, { body }) => sum + body.length, 0) <= maxTextLength;
  const whole = isShort ? JSON.stringify({ sequence, messages }) : "";
  return whole !== "" && whole.length <= 2 * maxTextLength ? whole : JSON.stringify({ sequence });
}

/** `null` for what is about the inbox itself: its key was changed, or it is gone. */
export function decodeStoredEvent<S extends StoredSummary>(text: string): StoredEvent<S> | null {
  // Written by `toNews`, here or on another server.
  return text === "" ? null : (JSON.parse(text) as StoredEvent<S>);
}
