import type { Summary } from "./source.ts";

/** What a message must be to be taken. */
export interface Filters<Message> {
  /**
   * The sender's address, its domain or another piece of it, case-insensitive, or a pattern for the address. Never the
   * display name, which anyone can write.
   */
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
  if (from !== undefined && !isFrom(summary.sender, from)) return `the sender is not ${from}`;
  if (subject !== undefined && !matches(summary.subject ?? "", subject)) return `the subject is not ${subject}`;
  if (maxAge !== undefined && now - Date.parse(summary.received_at) > maxAge)
    return `it was received at ${summary.received_at}, more than ${maxAge} ms ago`;
  return null;
}

/** Why `match` refuses a whole message, in words, or `null`. @throws TypeError where it answers later. */
export function whyNoMatch<M>(message: M, { match }: Filters<M>): string | null {
  return match === undefined || decides(match(message)) ? null : "`match` refused it";
}

/** A whole address must be the same, `@domain` its end; any other text is a piece of it. */
function isFrom(sender: string, wanted: string | RegExp): boolean {
  const address = toAddress(sender);
  if (typeof wanted !== "string" || !wanted.includes("@")) return matches(address, wanted);
  const [own, sought] = [address.toLowerCase(), toAddress(wanted).toLowerCase()];
  return sought.startsWith("@") ? own.endsWith(sought) : own === sought;
}

/** `a@b` of `Name <a@b>`; whatever else is a sender, such as a phone number, as it is. */
function toAddress(sender: string): string {
  return /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}

function matches(text: string, wanted: string | RegExp): boolean {
  if (typeof wanted === "string") return text.toLowerCase().includes(wanted.toLowerCase());
  // A global or sticky pattern keeps a place of its own, which would make every second test fail.
  return new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, "")).test(text);
}

/** A promise is neither true nor false, and would pass for true. @throws TypeError */
function decides(verdict: unknown): unknown {
  if (typeof verdict !== "object" || verdict === null || !("then" in verdict)) return verdict;
  // Nobody waits for what it comes to.
  Promise.resolve(verdict).catch(() => {});
  throw new TypeError("`match` must answer true or false at once, not by a promise.");
}
