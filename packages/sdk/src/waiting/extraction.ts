import { type CodeCandidate, extractCodes, extractLinks, type FindOptions, type LinkCandidate } from "@frontdesk/codes";
import type { InboxSource, MessageContent, MessageSummary } from "./inbox-source.ts";
import type { Code } from "./records.ts";

type Channel = InboxSource<MessageSummary>["channel"];

/**
 * Returns the one-time codes of a message, best first. `shape`: the expected length, alphabet or pattern. Passes on the known links of
 * the message; otherwise they would be extracted from the text.
 */
export function extractCodesOf(
  message: MessageSummary & MessageContent,
  channel: Channel,
  shape: FindOptions,
): CodeCandidate[] {
  const options = { ...toFindOptions(message, channel), ...shape, links: message.links };
  return extractCodes(message.body, options).filter(({ kind }) => kind === "one_time");
}

/** Returns the action links of a message, best first. */
export function extractLinksOf(message: MessageSummary & MessageContent, channel: Channel): LinkCandidate[] {
  return extractLinks(message.body, { ...toFindOptions(message, channel), links: message.links });
}

/** Extracts links and codes from a message, because older servers do not send them. */
export function extractContent(summary: MessageSummary, body: string, channel: Channel): MessageContent {
  const options = toFindOptions(summary, channel);
  // Newer servers list the codes with at least this confidence.
  const minConfidence = 0.5;
  const codes = extractCodes(body, options).filter(({ confidence }) => confidence >= minConfidence);
  const links = extractLinks(body, options);
  return { body, links: links.map(({ url, text }) => ({ url, text })), codes: codes.map(toCode) };
}

/** Converts a candidate to the form of the API. */
export function toCode({ value, shown, kind, confidence }: CodeCandidate): Code {
  return { value, shown, kind, confidence };
}

function toFindOptions({ subject, sender }: MessageSummary, channel: Channel): FindOptions {
  return { channel, sender, ...(subject === undefined ? {} : { subject }) };
}
