import type { InboxSource, MessageContent, MessageSummary } from "./inbox-source.ts";
import { loadExtraction } from "./load-extraction.ts";

/** Returns the message with its text, links and codes; extracts the last two here if an older server did not. */
export async function toFullMessage<S extends MessageSummary>(
  summary: S & Partial<MessageContent>,
  body: string,
  channel: InboxSource<S>["channel"],
): Promise<S & MessageContent> {
  const { links, codes } = summary;
  if (links && codes) return { ...summary, body, links, codes };
  const { extractContent } = await loadExtraction();
  // The content includes the body.
  return { ...summary, ...extractContent(summary, body, channel) };
}
