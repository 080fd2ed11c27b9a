import { sequenceOf } from "./cursor.ts";
import type { Summary, Whole } from "./record.ts";

/** What servers tell each other on an inbox's topic of messages that one of them has just stored. */
export interface News<S extends Summary> {
  /** The newest one's number. */
  sequence: number;
  /** Oldest first, where they are short; else they are to be looked for. */
  messages?: Whole<S>[];
}

/** Characters of messages that are sent to all servers, though few have a reader for them. */
const mostText = 16_384;

/** At least one message, oldest first. */
export function toNews<S extends Summary>(messages: readonly Whole<S>[]): string {
  const sequence = sequenceOf(messages.at(-1)!.id);
  const isShort = messages.reduce((sum, { body }) => sum + body.length, 0) <= mostText;
  const whole = isShort ? JSON.stringify({ sequence, messages }) : "";
  return whole !== "" && whole.length <= 2 * mostText ? whole : JSON.stringify({ sequence });
}

/** `null` for what is about the inbox itself: its key was changed, or it is gone. */
export function readNews<S extends Summary>(text: string): News<S> | null {
  // Written by `toNews`, here or on another server.
  return text === "" ? null : (JSON.parse(text) as News<S>);
}
