import { Problem } from "../problem.ts";

/** One pending long poll on an inbox, until it is released. */
export interface Waiter {
  /** Returns whether the time ran out, the client disconnected or the server is closing. */
  hasEnded(): boolean;
  /** Resolves when `wake` was called since the last `next`, or when the wait has ended. */
  next(): Promise<void>;
  /** Called when the inbox changed. */
  wake(): void;
  /** Reports to `onWake` how long ago the first wake-up was. Called just before the response is sent. */
  reportLatency(): void;
  /** Ends the poll. Must be called once for each waiter, because `close` waits for it. */
  release(): void;
}

export interface WaitersOptions {
  /** Maximum number of long polls on one inbox; 0 for no limit. */
  maxWaits: number;
  /** Called with the milliseconds between a delivery and the response of a waiting reader. */
  onWake?: (milliseconds: number) => void;
}

/** The pending long polls of this server. */
export interface Waiters {
  /** Starts a long poll; returns `null` once closed. @throws Problem `rate_limited` */
  open(inbox: string, waitMs: number, signal: AbortSignal | undefined): Waiter | null;
  /** Returns the number of pending long polls. */
  pending(): number;
  /** Ends every long poll. Resolves when each is released. */
  close(): Promise<void>;
}

/** Creates the waiters of one channel (mail or SMS): its pending long polls. */
export function createWaiters({ maxWaits, onWake }: WaitersOptions): Waiters {
  const countByInbox = new Map<string, number>();
  /** For each waiter that is not released, the function that ends its wait. */
  const endFunctions = new Set<() => void>();
  let isClosed = false;
  let onAllReleased: (() => void) | null = null;

  return {
    /**
     * Begins a long poll, which ends after `waitMs` or when `signal` aborts. Returns `null` after `close`, because the server
     * must not wait for new polls.
     *
     * @throws Problem `rate_limited` if too many wait on the inbox
     */
    open(inbox, waitMs, signal) {
      if (isClosed) return null;
      const pending = countByInbox.get(inbox) ?? 0;
      const hasLimit = maxWaits > 0;
      if (hasLimit && pending >= maxWaits)
        throw new Problem(
          "rate_limited",
          `${pending} waits are pending on this inbox. End one, or try again in a second.`,
          { headers: { "retry-after": "1" } },
        );
      countByInbox.set(inbox, pending + 1);
      let hasEnded = false;
      /** Remembers a wake-up that happens during a read, so that the next call of `next` returns at once. */
      let wasWoken = false;
      /** Time of the wake-up that ends the current `next`, for `reportLatency`; 0 before any. */
      let wokenAt = 0;
      /** Ends the pending call of `next`; `null` if none is pending. */
      let resumeNext: (() => void) | null = null;
      /** Wakes the long poll: the pending call of `next` returns, or the next one if none is pending. */
      function wake(): void {
        // For `reportLatency`: the reader has waited for its response since the first wake-up.
        if (!wasWoken) wokenAt = performance.now();
        wasWoken = true;
        resumeNext?.();
      }
      /** Ends the wait: the reader wakes up and sees `hasEnded`. */
      const end = () => {
        hasEnded = true;
        wake();
      };
      const timer = setTimeout(end, waitMs);
      signal?.addEventListener("abort", end, { once: true });
      // A signal that has aborted already sends no event.
      if (signal?.aborted) end();
      endFunctions.add(end);
      return {
        hasEnded: () => hasEnded,
        wake,
        /**
         * Reports to `onWake` how long the reader has waited for its response since it was woken. Does nothing if its first read found
         * a message, because then it was never woken.
         */
        reportLatency() {
          const wasEverWoken = wokenAt > 0;
          if (wasEverWoken) onWake?.(performance.now() - wokenAt);
        },
        /** Waits for a wake-up. Returns at once if there was one since the last call, because its change was not read yet. */
        async next() {
          if (!wasWoken) await new Promise<void>((resolve) => (resumeNext = resolve));
          wasWoken = false;
          resumeNext = null;
        },
        /** Removes the poll from those that are pending and from the count of its inbox. After the last one, `close` resolves. */
        release() {
          clearTimeout(timer);
          signal?.removeEventListener("abort", end);
          endFunctions.delete(end);
          if (endFunctions.size === 0) onAllReleased?.();
          // Never missing: `open` has counted this poll.
          const remaining = countByInbox.get(inbox)! - 1;
          if (remaining > 0) countByInbox.set(inbox, remaining);
          else countByInbox.delete(inbox);
        },
      };
    },

    pending: () => endFunctions.size,

    /** Ends all long polls. Resolves once their requests have released them. */
    async close() {
      isClosed = true;
      for (const end of [...endFunctions]) end();
      if (endFunctions.size > 0) await new Promise<void>((resolve) => (onAllReleased = resolve));
    },
  };
}
