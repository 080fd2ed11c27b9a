import type { MessageSummary } from "./inbox-source.ts";

/** Conditions that a message must meet. */
export interface MessageFilters<Message> {
  /**
   * The sender's email address, its `@domain`, or another part of the address, case-insensitive; or a pattern. The display
   * name is ignored because senders choose it freely.
   */
  from?: string | RegExp;
  /** Part of the subject, case-insensitive, or a pattern. */
  subject?: string | RegExp;
  /** Any other condition. Must not return a promise. */
  match?: (message: Message) => boolean;
  /** Ignores messages received more than this many ms ago by the server's clock. */
  maxAge?: number;
}

/** Returns why the summary fails a filter, for people, or `null`. `now` is the server's time in ms. */
export function whyFilteredOut<M>(
  summary: MessageSummary,
  now: number,
  { from, subject, maxAge }: MessageFilters<M>,
): string | null {
  if (from !== undefined && !isFrom(summary.sender, from)) return `the sender is not ${from}`;
  if (subject !== undefined && !matches(summary.subject ?? "", subject)) return `the subject is not ${subject}`;
  if (maxAge !== undefined && now - Date.parse(summary.received_at) > maxAge)
    return `it was received at ${summary.received_at}, more than ${maxAge} ms ago`;
  return null;
}

/** Returns why the full message fails `match`, or `null`. @throws TypeError if `match` returns a promise */
export function whyNoMatch<M>(message: M, { match }: MessageFilters<M>): string | null {
  if (match === undefined) return null;
  return assertSynchronous(match(message)) ? null : "`match` returned false";
}

/** Returns whether the sender is the expected one: a full address must be equal, an `@domain` its end, other text a part. */
function isFrom(sender: string, expected: string | RegExp): boolean {
  const address = toAddress(sender);
  // A pattern, or a part such as `shop`, may be anywhere in the address.
  if (typeof expected !== "string" || !expected.includes("@")) return matches(address, expected);
  const actualAddress = address.toLowerCase();
  const expectedAddress = toAddress(expected).toLowerCase();
  return expectedAddress.startsWith("@") ? actualAddress.endsWith(expectedAddress) : actualAddress === expectedAddress;
}

/** Returns `a@b` of `Name <a@b>`; any other sender, such as a phone number, unchanged. */
function toAddress(sender: string): string {
  return /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}

/** Returns whether text contains the expected text, in any case, or matches the pattern. */
function matches(text: string, expected: string | RegExp): boolean {
  if (typeof expected === "string") return text.toLowerCase().includes(expected.toLowerCase());
  // A global or sticky pattern keeps `lastIndex` between tests, so every second test would fail.
  return new RegExp(expected.source, expected.flags.replace(/[gy]/g, "")).test(text);
}

/** Returns the result. @throws TypeError for a promise, which would count as true */
function assertSynchronous(result: unknown): unknown {
  if (typeof result !== "object" || result === null || !("then" in result)) return result;
  // Its rejection would be unhandled.
  Promise.resolve(result).catch(() => {});
  throw new TypeError("`match` must return true or false, not a promise.");
}
