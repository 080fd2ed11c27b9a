import { type CodeCandidate, extractCodes, extractLinks, type FindOptions, type LinkCandidate } from "@frontdesk/codes";
import type { Code } from "./records.ts";
import type { Content, Source, Summary } from "./source.ts";

type Channel = Source<Summary>["channel"];

/** All that may be the code to type now, best first. */
export function seekCodes(message: Summary & Content, channel: Channel, wanted: FindOptions): CodeCandidate[] {
  const options = { ...toFindOptions(message, channel), ...wanted, links: message.links };
  return extractCodes(message.body, options).filter(({ kind }) => kind === "one_time");
}

/** All that may be the link to follow, best first. */
export function seekLinks(message: Summary & Content, channel: Channel): LinkCandidate[] {
  return extractLinks(message.body, { ...toFindOptions(message, channel), links: message.links });
}

/** What an older server does not say of a message. */
export function toContent(summary: Summary, body: string, channel: Channel): Content {
  const options = toFindOptions(summary, channel);
  const codes = extractCodes(body, options).filter(({ confidence }) => confidence >= 0.5);
  const links = extractLinks(body, options);
  return { body, links: links.map(({ url, text }) => ({ url, text })), codes: codes.map(toCode) };
}

/** A finding as the API writes it. */
export function toCode({ value, shown, kind, confidence }: CodeCandidate): Code {
  return { value, shown, kind, confidence };
}

function toFindOptions({ subject, sender }: Summary, channel: Channel): FindOptions {
  return { channel, sender, ...(subject === undefined ? {} : { subject }) };
}
