import type { InboxContext } from "../context.ts";
import type { MessagePage } from "../inbox/page.ts";
import type { ReadOptions } from "../inbox/read-messages.ts";
import type { StoredSummary } from "../inbox/record.ts";
import { Problem } from "../problem.ts";

/** Query parameters of `recent` that mail and SMS share. */
interface RecentQuery {
  /** Maximum number of messages. */
  n: number;
  /** Cursor or message id. */
  after?: string | undefined;
  /** Seconds. */
  lookback?: number | undefined;
  /** `"true"` to include the texts. */
  full: string;
  /** Seconds to wait for a message; 0: no long poll. */
  wait: number;
}

/**
 * Converts the query of a request for recent messages to options for the message store, with seconds as milliseconds.
 *
 * @throws Problem `invalid_request` if both `lookback` and `after` are given
 */
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
    // Node creates the signal on first access, a cost that requests without a long poll avoid.
    signal: wait > 0 ? context.signal : undefined,
  };
}

/** Returns the response fields about the cursor. Those that do not apply are left out. */
export function toCursorFields<S extends StoredSummary>({ cursor, more, missed }: MessagePage<S>) {
  return { cursor, ...(more ? { more } : {}), ...(missed === undefined ? {} : { missed }) };
}
