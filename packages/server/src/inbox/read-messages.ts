import type { Clock } from "../clock.ts";
import { parseInboxCursor } from "./cursor.ts";
import {
  type MessagePage,
  type PageRequest,
  pauseBeforeReread,
  selectFullPage,
  selectPage,
  sequenceBeforeTime,
} from "./page.ts";
import type { FullMessage, InboxIndex, StoredBody, StoredSummary } from "./record.ts";
import type { Subscription, Subscriptions } from "./subscriptions.ts";
import type { Waiter, Waiters } from "./waiters.ts";

export interface ReadOptions {
  /** Maximum number of messages. */
  count: number;
  /** Cursor or message id. Only messages that arrived after it. @throws Problem `invalid_request` */
  after?: string | undefined;
  /** Milliseconds. Instead of `after`: only messages that arrived at most this long ago. */
  lookbackMs?: number | undefined;
  /** Only messages to this email address, ignoring case. */
  to?: string | undefined;
  /**
   * Only mails whose sender is authenticated. Nothing from a mail on whose verdict is pending: the read waits for it, two
   * seconds if it would not wait otherwise. @default false
   */
  authenticated?: boolean | undefined;
  /** Includes the texts. @default false */
  full?: boolean;
  /** Milliseconds to wait for a message if there is none. @default 0 */
  waitMs?: number;
  /** Ends the wait when the client disconnects. */
  signal?: AbortSignal | undefined;
  /** Called after each wake-up. Throws if the reader's key no longer opens this inbox. */
  authorize?: () => Promise<void>;
}

interface ReaderParts<S extends StoredSummary, I extends InboxIndex<S>> {
  clock: Clock;
  waiters: Waiters;
  subscriptions: Subscriptions<S>;
  loadIndex: (inboxId: string) => Promise<I>;
  loadBody: (inboxId: string, id: string) => Promise<StoredBody | null>;
  isRetained: (summary: S) => boolean;
  addressOf: (summary: S) => string | null;
  /** Returns whether the sender of a message is authentic. Never called for channels without verdicts. */
  verdictOf: (summary: S) => "pass" | "fail" | "none" | "pending";
  prepare?: ((message: FullMessage<S>) => void) | undefined;
}

/** A read until its response: what wakes it, and what it may return besides the inbox's own messages. */
interface ActiveRead<S extends StoredSummary> {
  subscription: Subscription<S> | null;
  /** `null` if it does not wait. */
  waiter: Waiter | null;
  /** Lets a read without a long poll wait all the same, once and briefly, for a verdict that is on its way. */
  waitForVerdict(): void;
  end(options: { keepBuffer: boolean }): void;
}

/** What a waiting reader waits for. */
interface ReaderWait<S extends StoredSummary> {
  waiter: Waiter;
  /** Whether it waits for a verdict. */
  isPending: boolean;
  subscription: Subscription<S> | null;
  authorize: (() => Promise<void>) | undefined;
  full: boolean;
}

/** How long a read without a long poll waits for a verdict. */
const verdictWaitMs = 2_000;
/** Interval at which a waiting reader looks whether a verdict is overdue: the server that owed it may have crashed. */
const verdictRecheckMs = 1_000;

/** Creates the function that reads the messages of one channel (mail or SMS), also by long poll. */
export function createReader<S extends StoredSummary, I extends InboxIndex<S>>(parts: ReaderParts<S, I>) {
  const { waiters, subscriptions, loadIndex, addressOf, verdictOf } = parts;

  /**
   * Returns a page of the messages in the index and in the subscription's buffer, with their texts if `full` is true. The buffer has every
   * message after the sequence number `completeSince`, also those that the index has evicted; expired ones are left out (`isRetained`).
   * Resolves with `null` if a message was evicted while its text was read.
   */
  function readPage(
    inboxId: string,
    index: I,
    subscription: Subscription<S> | null,
    request: PageRequest<S>,
    full: boolean,
  ) {
    const buffer = {
      messages: subscription?.buffered().filter(parts.isRetained) ?? [],
      completeSince: subscription?.completeSince() ?? null,
    };
    if (!full) return selectPage(inboxId, index, buffer, request);
    return selectFullPage(inboxId, index, buffer, request, (id) => parts.loadBody(inboxId, id));
  }

  /**
   * Converts a reader's options to the conditions that select the messages of its page. `isPending` tells which messages may still
   * match: those whose sender is being checked.
   */
  function toPageRequest(inboxId: string, { count, after, to, authenticated = false }: ReadOptions): PageRequest<S> {
    const address = to === undefined ? null : to.toLowerCase();
    const isToAddress = (summary: S) => address === null || addressOf(summary) === address;
    const afterSequence = after === undefined ? null : parseInboxCursor(inboxId, after);
    // Only a reader that sends a cursor expects every message after it.
    const request = { count, afterSequence, countsMissed: after !== undefined, matches: isToAddress };
    if (!authenticated) return request;
    return {
      ...request,
      matches: (summary) => isToAddress(summary) && verdictOf(summary) === "pass",
      isPending: (summary) => isToAddress(summary) && verdictOf(summary) === "pending",
    };
  }

  /**
   * Waits until the inbox changes, then reads its index again and checks that the reader's key is still valid. If the reader wants texts
   * and codes (`full`), meanwhile extracts the codes of the newest message (`prepare`), to overlap that work with the storage reads.
   */
  async function awaitChange(
    inboxId: string,
    { waiter, isPending, subscription, authorize, full }: ReaderWait<S>,
  ): Promise<I> {
    // The verdict (whether a mail's sender is authentic) never comes if the server that was checking it crashed. So look again
    // regularly: once the check is overdue, the mail no longer counts as pending.
    const recheckTimer = isPending ? setTimeout(waiter.wake, verdictRecheckMs) : undefined;
    await waiter.next().finally(() => clearTimeout(recheckTimer));
    const reloaded = Promise.all([loadIndex(inboxId), authorize?.()]);
    const newest = full ? subscription?.buffered().at(-1) : undefined;
    if (newest) parts.prepare?.(newest);
    const [index] = await reloaded;
    return index;
  }

  /**
   * Begins a read: subscribes to the inbox's new messages, and opens a waiter if the read is a long poll. There is none (`null`) if the
   * server is closing.
   */
  function beginRead(inboxId: string, { to, authenticated, waitMs = 0, signal }: ReadOptions): ActiveRead<S> {
    const address = to === undefined ? null : to.toLowerCase();
    const waiter = waitMs > 0 ? waiters.open(inboxId, waitMs, signal) : null;
    // The buffer keeps new messages for the reader. A long poll needs it, and a read that may wait for the verdict on a sender. So
    // does one with a filter: its client polls for one recipient, so the next request comes soon. Any other read only uses the
    // buffer that an earlier long poll left.
    const needsBuffer = waiter !== null || to !== undefined || authenticated === true;
    const subscription = needsBuffer
      ? subscriptions.subscribe(inboxId, address)
      : subscriptions.joinExisting(inboxId, address);
    let stopListening = waiter ? subscription?.onChange(waiter.wake) : undefined;
    const activeRead: ActiveRead<S> = {
      subscription,
      waiter,
      /** Lets a read that is no long poll wait for the check of a sender, once and briefly. A long poll waits for it in any case. */
      waitForVerdict() {
        if (activeRead.waiter !== null) return;
        const verdictWaiter = waiters.open(inboxId, verdictWaitMs, signal);
        const isServerClosing = verdictWaiter === null;
        if (isServerClosing) return;
        activeRead.waiter = verdictWaiter;
        stopListening = subscription?.onChange(verdictWaiter.wake);
        // The verdict may have come since the page was read.
        verdictWaiter.wake();
      },
      /** Ends the subscription and the wait. With `keepBuffer`, messages are still buffered for the reader's next request. */
      end({ keepBuffer }) {
        stopListening?.();
        subscription?.unsubscribe({ keepBuffer });
        activeRead.waiter?.release();
      },
    };
    return activeRead;
  }

  /** Returns a page of messages. With `waitMs`, waits until there are some. Rejects if the reader's key becomes invalid meanwhile. */
  return async function read(inboxId: string, options: ReadOptions): Promise<MessagePage<S> & { index: I }> {
    const { lookbackMs, to, full = false, authorize } = options;
    const request = toPageRequest(inboxId, options);
    const earliestArrival = lookbackMs === undefined ? null : parts.clock.now() - lookbackMs;
    // Subscribe before reading: otherwise a message stored between the two would be missed.
    const activeRead = beginRead(inboxId, options);
    const { subscription } = activeRead;
    let keepBuffer = true;
    try {
      let index = await loadIndex(inboxId);
      for (let rereads = 0; ; ) {
        subscription?.startAt(index.sequence);
        request.afterSequence = chooseStart(request.afterSequence, earliestArrival, index);
        // A single read of the newest messages returns only what the inbox still has.
        const usesBuffer = activeRead.waiter !== null || request.afterSequence !== null;
        const page = await readPage(inboxId, index, usesBuffer ? subscription : null, request, full);
        const wasMessageEvicted = page === null;
        if (wasMessageEvicted) {
          rereads++;
          await pauseBeforeReread(inboxId, rereads);
          index = await loadIndex(inboxId);
          continue;
        }
        const { pending: isPending = false, ...publicPage } = page;
        // A reader of the newest messages wants the one whose verdict is pending.
        const isNewestPending = isPending && request.afterSequence === null;
        const hasMessages = page.messages.length > 0 && !isNewestPending;
        if (isPending && !hasMessages) activeRead.waitForVerdict();
        const { waiter } = activeRead;
        if (hasMessages || waiter === null || waiter.hasEnded()) {
          if (hasMessages) waiter?.reportLatency();
          const willProbablyReturn = to !== undefined || !hasMessages || page.more === true;
          keepBuffer = willProbablyReturn;
          return { ...publicPage, index };
        }
        index = await awaitChange(inboxId, { waiter, isPending, subscription, authorize, full });
      }
    } finally {
      activeRead.end({ keepBuffer });
    }
  };
}

/**
 * Returns the sequence number after which a read starts; `null` for the newest messages. A long poll calls it each time it looks, and
 * passes back the number that it got as `current`. For a reader that gives a time (`earliestArrival`), the first call has no number yet
 * and converts the time, so that the start stays the same while messages arrive. After a restore from a backup, a reader's number can
 * be ahead of the inbox: then there is nothing newer to read.
 */
function chooseStart(
  current: number | null,
  earliestArrival: number | null,
  index: InboxIndex<StoredSummary>,
): number | null {
  const isTimeToConvert = current === null && earliestArrival !== null;
  const start = isTimeToConvert ? sequenceBeforeTime(index, earliestArrival) : current;
  return start === null ? null : Math.min(start, index.sequence);
}
