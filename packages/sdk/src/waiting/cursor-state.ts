import { backoffDelay } from "@frontdesk/basics";
import { isRetryable, sleep } from "../requests/retry.ts";
import { type Cursor, formatCursor } from "./cursor.ts";
import type { InboxPage, InboxQuery, InboxSource, MessageSummary } from "./inbox-source.ts";

const maxFailures = 4;
const maxRetryDelayMs = 5_000;
/** Ids that a handle remembers. An inbox keeps only its newest 100 messages. */
const maxReturned = 1_000;

/** Read state of one handle, shared by all its waits so that no message is returned twice. */
export interface CursorState {
  cursor: Cursor;
  /** Ids of the messages that a wait has returned, of the last ones only. */
  returned: Set<string>;
}

/** Returns the cursor after the newest message. */
export async function fetchCursor<S extends MessageSummary>(
  source: InboxSource<S>,
  query: Pick<InboxQuery, "to" | "signal"> = {},
): Promise<Cursor> {
  return cursorAfterPage(await source.recent(query));
}

/** Returns the cursor after the newest message. Retries while the server is unreachable or overloaded, or fails (5xx). */
export async function fetchCursorWithRetries<S extends MessageSummary>(
  source: InboxSource<S>,
  query: Pick<InboxQuery, "to" | "signal">,
): Promise<Cursor> {
  for (let failures = 0; ; failures++) {
    try {
      return await fetchCursor(source, query);
    } catch (error) {
      if (failures === maxFailures || !isRetryable(error)) throw error;
      await sleep(backoffDelay(failures, { firstMs: 200, maxMs: maxRetryDelayMs }), query.signal);
    }
  }
}

/**
 * Returns the cursor after the newest message of a page that was read from the cursor `before`. For a server without
 * cursors, it is the set of all ids seen, so those of `before` are part of it.
 */
export function cursorAfterPage<S extends MessageSummary>({ cursor, messages }: InboxPage<S>, before?: Cursor): Cursor {
  if (cursor !== undefined) return { type: "cursor", cursor };
  const seen = before?.type === "seen" ? before.ids : [];
  return { type: "seen", ids: new Set([...seen, ...messages.map(({ id }) => id)]) };
}

/**
 * Returns the cursor after the message `id` of a page, as text, and advances the handle's cursor to it unless that is further on. The
 * id of a message is also the cursor after it. For a server without cursors, the cursor is the set of all ids seen: the page's newer
 * messages, which come first in the page, are not part of it, so that a later wait can return them.
 */
export function advance<S extends MessageSummary>(state: CursorState, id: string, page: InboxPage<S>): string {
  const before = state.cursor;
  if (page.cursor === undefined) {
    const index = page.messages.findIndex((message) => message.id === id);
    const messageAndOlder = page.messages.slice(index);
    state.cursor = cursorAfterPage({ ...page, messages: messageAndOlder }, before);
    return formatCursor(state.cursor);
  }
  // Ids sort by arrival; a wait that started earlier must not move the cursor back. A set of ids, with which a new
  // inbox starts, always gives way to a cursor.
  if (before.type === "seen" || id > before.cursor) state.cursor = { type: "cursor", cursor: id };
  return id;
}

/** Remembers a message that a wait returns. Forgets the oldest, so that an endless loop does not fill the memory. */
export function rememberReturned({ returned }: CursorState, id: string): void {
  returned.add(id);
  const [oldest = ""] = returned;
  if (returned.size > maxReturned) returned.delete(oldest);
}

/** Returns the start that the options of a wait name, or `undefined` if it starts at the handle's own cursor. */
export function startOf({ after, lookback }: { after: string | undefined; lookback: number | undefined }) {
  // The check of the options rejects a call with both.
  if (after !== undefined) return { after };
  return lookback === undefined ? undefined : { lookback };
}
