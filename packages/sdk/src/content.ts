import type { CodeCandidate, FindOptions } from "@frontdesk/codes";
import { loadFinder } from "./finder.ts";
import type { Code } from "./records.ts";
import type { Content, Summary } from "./source.ts";

/** The whole message; links and codes are sought here where an older server did not. */
export async function toWhole<S extends Summary>(
  summary: S & Partial<Content>,
  body: string,
  channel: "email" | "sms",
): Promise<S & Content> {
  const { links, codes } = summary;
  if (links && codes) return { ...summary, body, links, codes };
  const { extractCodes, extractLinks } = await loadFinder();
  const options = toFindOptions(summary, channel);
  return {
    ...summary,
    body,
    links: extractLinks(body, options).map(({ url, text }) => ({ url, text })),
    codes: extractCodes(body, options)
      .filter(({ confidence }) => confidence >= 0.5)
      .map(toCode),
  };
}

/** A finding as the API writes it. */
export function toCode({ value, shown, kind, confidence }: CodeCandidate): Code {
  return { value, shown, kind, confidence };
}

/** What the finder should know of a message beside its text. */
export function toFindOptions({ subject, sender }: Summary, channel: "email" | "sms"): FindOptions {
  return { channel, sender, ...(subject === undefined ? {} : { subject }) };
}
