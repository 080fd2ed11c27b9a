import { backoffDelay } from "@frontdesk/basics";
import { WaitTimeoutError } from "../errors.ts";
import { isRetryable, sleep } from "../requests/retry.ts";
import { withLimits } from "../requests/with-limits.ts";
import { type Cursor, formatCursor, parseCursor } from "./cursor.ts";
import { advance, type CursorState, cursorAfterPage, rememberReturned } from "./cursor-state.ts";
import type { MessageFilters } from "./filters.ts";
import { toFullMessage } from "./full-message.ts";
import type { InboxPage, InboxSource, MessageContent, MessageSummary } from "./inbox-source.ts";
import { createNearMisses } from "./near-misses.ts";
import { readAll } from "./read-all.ts";

/** Options of every wait. */
export interface WaitOptions<Message> extends MessageFilters<Message> {
  /** Milliseconds after which the wait fails. @default 60_000 */
  timeout?: number;
  /** Aborts the wait; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Cursor or message id to start after. Defaults to the handle's cursor. */
  after?: string;
  /**
   * Instead of `after`: also considers messages of this many past milliseconds by the server's clock, at most an hour.
   * For a first wait that may start after the message arrived.
   */
  lookback?: number;
}

/** Filter by recipient. */
export interface RecipientOption {
  /** Only mail to this address, case-insensitive. */
  to?: string | undefined;
}

/** Filter by the authenticity of the sender; for mail only. */
export interface AuthenticatedOption {
  /**
   * Only mail whose sender's domain is authenticated by SPF or DKIM. That speaks for the domain, not for the content. Mail from
   * loopback and private networks is never authenticated. @default false
   */
  authenticated?: boolean | undefined;
}

/** The options that only mail has. */
export type MailOptions = RecipientOption & AuthenticatedOption;

/** What a wait searches for in messages that passed the filters. */
export interface Search<Message, Found> {
  /** Its name in errors, such as `code`. */
  target: string;
  /** Returns what was found, or why nothing was. */
  inspect(message: Message): Inspection<Found> | Promise<Inspection<Found>>;
  /** Which of several matches to take: the newest, because a new code usually invalidates older ones, or the first. */
  pick: "newest" | "first";
}

type Inspection<Found> = { found: Found } | { why: string };

/** Loads the filters only for waits that have one; most take any message. */
export const loadFiltering = () => import("./filtering.ts");

/** Shorter than the idle time-outs of common proxies. */
const maxLongPollSeconds = 25;
/** An empty response in less than this was not a long poll: the server is stopping. */
const minLongPollMs = 100;
const firstPollDelayMs = 1_000;
const maxPollDelayMs = 5_000;
const maxRetryDelayMs = 5_000;
const hintTimeoutMs = 2_000;

/**
 * The wait loop. Reads messages after the cursor by long polls, applies the filters, then the search, and advances the
 * cursor past the message it returns.
 *
 * @throws WaitTimeoutError
 */
export async function waitFor<S extends MessageSummary, Message extends S & MessageContent, Found>(
  source: InboxSource<S>,
  getState: () => Promise<CursorState>,
  search: Search<Message, Found>,
  options: WaitOptions<Message> & MailOptions,
): Promise<{ found: Found; message: Message; cursor: string }> {
  const { timeout = 60_000, signal, to, authenticated = false, after, lookback } = options;
  const startedAt = performance.now();
  const deadline = startedAt + timeout;
  const nearMisses = createNearMisses();
  const pollDelay = createPollDelay();
  let failures = 0;
  let missed = 0;
  // Estimated at each response. The lowest estimate is the best: the others contain more delay.
  let serverTimeAtStart = Number.POSITIVE_INFINITY;
  const filtering = hasFilters(options) ? await loadFiltering() : null;
  // All waits of the handle share this request, so the signal ends only the waiting for it.
  const cursorState = await withRetries(() => withLimits({ signal }, getState));
  let cursor: Cursor | undefined = after === undefined ? cursorState.cursor : parseCursor(after);
  // The response to the first read carries the cursor for the next.
  if (lookback !== undefined) cursor = undefined;
  const start = cursor ?? { lookback: lookback ?? 0 };

  for (;;) {
    const requestedAt = performance.now();
    const page = await withRetries(readNext);
    serverTimeAtStart = Math.min(serverTimeAtStart, page.now - (performance.now() - startedAt));
    missed += page.missed;
    const result = await findMatch(page);
    if (result) return result;
    cursor = cursorAfterPage(page, cursor);
    const remaining = deadline - performance.now();
    // Messages that have arrived already are still read after the deadline.
    if (remaining <= 0 && !page.more) throw await createTimeoutError();
    if (page.more) continue;
    const delayMs = pollDelay(page, performance.now() - requestedAt);
    if (delayMs > 0) await sleep(Math.min(remaining, delayMs), signal);
  }

  /** Reads after `cursor`, at first from `start`, by a long poll: one page, or all pages if the search prefers the newest message. */
  function readNext() {
    const remainingMs = Math.max(0, Math.floor(deadline - performance.now()));
    return readAll(source, cursor ?? start, {
      wait: Math.min(maxLongPollSeconds, remainingMs / 1000),
      to,
      authenticated,
      signal,
      all: search.pick === "newest",
    });
  }

  /** Repeats the request, with growing delays, until it succeeds, the deadline passes, or it fails for good. */
  async function withRetries<T>(request: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const response = await request();
        failures = 0;
        return response;
      } catch (error) {
        // The signal's reason, instead of the failure that the abort caused.
        signal?.throwIfAborted();
        const remaining = deadline - performance.now();
        if (!isRetryable(error) || remaining <= 0) throw error;
        await sleep(Math.min(remaining, backoffDelay(failures++, { firstMs: 200, maxMs: maxRetryDelayMs })), signal);
      }
    }
  }

  /** Returns whether this wait may return the message. Also checks the filters of the query, which older servers ignore. */
  function isEligible({ id, recipient, received_at, authenticated: verdict }: S, page: InboxPage<S>): boolean {
    if (cursorState.returned.has(id) || (authenticated && verdict !== "pass")) return false;
    const wasInEarlierRead = cursor?.type === "seen" && cursor.ids.has(id);
    if (wasInEarlierRead) return false;
    // `cursor` is missing only before the first response to `lookback`. A server that knows that option responds with one; an older
    // server ignores it and lists all messages.
    const wasLookbackIgnored = cursor === undefined && page.cursor === undefined;
    if (wasLookbackIgnored && page.now - Date.parse(received_at) > (lookback ?? 0)) return false;
    return to === undefined || recipient?.toLowerCase() === to.toLowerCase();
  }

  /**
   * Returns the message of the page to return to the caller, with what the search found in it, or `null`. Advances the handle's
   * cursor to it.
   */
  async function findMatch(page: InboxPage<S>) {
    const newestFirst = page.messages.filter((message) => isEligible(message, page));
    for (const summary of search.pick === "newest" ? newestFirst : newestFirst.reverse()) {
      const match = await inspect(summary, page);
      // Another wait of the same handle may have returned it while this one inspected it.
      if (match === null || cursorState.returned.has(summary.id)) continue;
      rememberReturned(cursorState, summary.id);
      return { ...match, cursor: advance(cursorState, summary.id, page) };
    }
    return null;
  }

  /**
   * Returns a message that matches, with what the search found in it. Else notes why not, for the error of the wait, and returns `null`.
   * `filtering`, the code of the filters, is loaded only for a wait that has one.
   */
  async function inspect(summary: InboxPage<S>["messages"][number], page: InboxPage<S>) {
    const failedFilter = filtering?.whyFilteredOut(summary, page.now, options);
    if (failedFilter) return noteMiss(summary, failedFilter, { passedFilters: false });
    // Older servers list messages without their texts.
    const body = summary.body ?? (await withRetries(() => source.body(summary.id, signal)));
    const wasDropped = body === null;
    if (wasDropped) return null;
    const message = (await toFullMessage(summary, body, source.channel)) as Message;
    const failedMatch = filtering?.whyNoMatch(message, options);
    if (failedMatch) return noteMiss(summary, failedMatch, { passedFilters: false });
    const result = await search.inspect(message);
    if ("why" in result) return noteMiss(summary, result.why, { passedFilters: true });
    return { found: result.found, message };
  }

  /** Remembers a message that does not match, and why. Returns `null`: no match. */
  function noteMiss(summary: S, why: string, { passedFilters }: { passedFilters: boolean }): null {
    nearMisses.add(summary, why, { passedFilters });
    return null;
  }

  /** Remembers the messages that the server left out because their sender is not authenticated. */
  async function addUnauthenticated(): Promise<void> {
    // Reads from where the wait began, but without `authenticated`, so that the server leaves out none. One page is enough for a
    // hint, for which the caller should not have to wait much longer.
    const deadline = performance.now() + hintTimeoutMs;
    const page = await withLimits({ signal, deadline }, (signal) => readAll(source, start, { to, signal }));
    for (const summary of page.messages) {
      const { id, authenticated: verdict = "not checked by this server" } = summary;
      if (verdict === "pass" || cursorState.returned.has(id)) continue;
      nearMisses.add(summary, `its sender is not authenticated (${verdict})`, { passedFilters: false });
    }
  }

  /**
   * Creates the error of a wait that timed out, with what did arrive. If nothing did, requests hints: mail that the server left out
   * because its sender is not authenticated, and rejected recipients, as of a mistyped address. The error goes without a hint whose
   * request fails.
   */
  async function createTimeoutError(): Promise<WaitTimeoutError> {
    if (authenticated && nearMisses.size === 0) await addUnauthenticated().catch(() => {});
    const rejected = nearMisses.size === 0 ? await source.rejected?.(serverTimeAtStart).catch(() => {}) : undefined;
    return new WaitTimeoutError({
      reason: nearMisses.reason(),
      address: to ?? source.address,
      timeout,
      target: search.target,
      nearMisses: nearMisses.list(),
      cursor: cursor && formatCursor(cursor),
      rejected: rejected ?? [],
      missed,
    });
  }
}

/**
 * Creates the function that returns the ms before the next read: 0 after a long poll, which waited at the server. A server without long
 * polls returns no cursor and responds at once, so it is polled less and less often. `elapsedMs`: how long the last read took.
 */
function createPollDelay() {
  let pollDelayMs = 0;
  return (page: InboxPage<MessageSummary>, elapsedMs: number): number => {
    const isLongPoll = page.cursor !== undefined;
    // An empty response at once comes from a server that is stopping: it must not be asked without a pause.
    const wasCutShort = page.messages.length === 0 && elapsedMs < minLongPollMs;
    if (isLongPoll) return wasCutShort ? minLongPollMs : 0;
    pollDelayMs = pollDelayMs === 0 ? firstPollDelayMs : Math.min(maxPollDelayMs, pollDelayMs * 1.5);
    return pollDelayMs;
  };
}

/** Returns whether a wait has a filter, which most have not. */
function hasFilters<Message>({ from, subject, maxAge, match }: MessageFilters<Message>): boolean {
  return [from, subject, maxAge, match].some((filter) => filter !== undefined);
}
