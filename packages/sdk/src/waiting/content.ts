import { loadFinder } from "./finder.ts";
import type { Content, Source, Summary } from "./source.ts";

/** The whole message; links and codes are sought here where an older server did not. */
export async function toWhole<S extends Summary>(
  summary: S & Partial<Content>,
  body: string,
  channel: Source<S>["channel"],
): Promise<S & Content> {
  const { links, codes } = summary;
  if (links && codes) return { ...summary, body, links, codes };
  const { toContent } = await loadFinder();
  return { ...summary, ...toContent(summary, body, channel) };
}
