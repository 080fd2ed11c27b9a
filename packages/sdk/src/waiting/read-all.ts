import type { Cursor } from "./cursor.ts";
import type { InboxPage, InboxQuery, InboxSource, MessageSummary } from "./inbox-source.ts";

interface ReadOptions {
  /** Seconds for which the server waits with an empty response until a message arrives (long poll). @default 0 */
  wait?: number | undefined;
  to: string | undefined;
  authenticated?: boolean;
  signal: AbortSignal | undefined;
  /** Whether to read on to the newest message. @default false */
  all?: boolean;
}

/** Reads the messages after a cursor: one page, or all pages merged into one. Only the first read waits for a message. */
export async function readAll<S extends MessageSummary>(
  source: InboxSource<S>,
  start: Cursor | { lookback: number },
  { wait, to, authenticated = false, signal, all }: ReadOptions,
): Promise<InboxPage<S>> {
  const read = (from: Pick<InboxQuery, "after" | "lookback">, waitSeconds?: number) =>
    source.recent({ ...from, wait: waitSeconds, to, authenticated, full: true, signal });
  let page = await read(toCursorQuery(start), wait);
  while (all && page.more && page.cursor !== undefined) {
    const next = await read({ after: page.cursor });
    // Each page begins with its newest message, and the next page is newer, so it precedes.
    page = { ...next, messages: [...next.messages, ...page.messages], missed: page.missed + next.missed };
  }
  return page;
}

/** Returns the part of a query that names the start. A server without cursors gets none and returns all messages. */
function toCursorQuery(start: Cursor | { lookback: number }): Pick<InboxQuery, "after" | "lookback"> {
  if ("lookback" in start) return { lookback: start.lookback };
  return start.type === "cursor" ? { after: start.cursor } : {};
}
