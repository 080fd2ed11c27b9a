import type { InboxContext } from "../context.ts";
import type { ReadOptions } from "../inbox/message-store.ts";
import type { MessagePage } from "../inbox/page.ts";
import type { StoredSummary } from "../inbox/record.ts";
import { Problem } from "../problem.ts";

/** What the two channels' `recent` have in common. */
interface RecentQuery {
  n: number;
  after?: string | undefined;
  lookback?: number | undefined;
  full: string;
  wait: number;
}

/** How to read an inbox for this query. @throws Problem `invalid_request` */
export function toReadOptions({ n, after, lookback, full, wait }: RecentQuery, context: InboxContext): ReadOptions {
  if (after !== undefined && lookback !== undefined)
    throw new Problem(
      "invalid_request",
      "Send `lookback` or `after`, not both: `lookback` is for a first request without a cursor.",
    );
  return {
    count: n,
    after,
    lookbackMs: lookback === undefined ? undefined : lookback * 1000,
    full: full === "true",
    waitMs: wait * 1000,
    authorize: context.authorize,
    // Node makes the signal when it is first asked for, which a reader that does not wait should not pay.
    signal: wait > 0 ? context.signal : undefined,
  };
}

/** What an answer says of where the reader stands. */
export function toCursorFields<S extends StoredSummary>({ cursor, more, missed }: MessagePage<S>) {
  return { cursor, ...(more ? { more } : {}), ...(missed === undefined ? {} : { missed }) };
}
