import type { Summary } from "./source.ts";

/** What a message must be to be taken. */
export interface Filters<Message> {
  /** A piece of the sender, case-insensitive, or a pattern. */
  from?: string | RegExp;
  /** A piece of the subject, case-insensitive, or a pattern. */
  subject?: string | RegExp;
  /** Anything else the message must be. */
  match?: (message: Message) => boolean;
  /** Milliseconds since `received_at`, by the server's clock, beyond which a message is too old. */
  maxAge?: number;
}

/** Why the filters refuse a message by what lists show of it, in words, or `null`. `now` is the server's clock. */
export function whyRefused<M>(summary: Summary, now: number, { from, subject, maxAge }: Filters<M>): string | null {
  if (from !== undefined && !matches(summary.sender, from)) return `the sender is not ${from}`;
  if (subject !== undefined && !matches(summary.subject ?? "", subject)) return `the subject is not ${subject}`;
  if (maxAge !== undefined && now - Date.parse(summary.received_at) > maxAge)
    return `it was received at ${summary.received_at}, more than ${maxAge} ms ago`;
  return null;
}

function matches(text: string, wanted: string | RegExp): boolean {
  if (typeof wanted === "string") return text.toLowerCase().includes(wanted.toLowerCase());
  // A global or sticky pattern keeps a place of its own, which would make every second test fail.
  return new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, "")).test(text);
}
