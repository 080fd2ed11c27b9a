// Not the globals: a user's test that fakes them expects only timers of its own.
import { setImmediate, setTimeout } from "node:timers";

/** Milliseconds between two batches, at least: a message to a thread costs as much as the work of several mails. */
const BATCH_INTERVAL_MS = 10;

/** Collects items and sends them together. */
export interface Batches<T> {
  /** Sends the item after the next turn of the event loop; soon after another batch, with all that come until the interval ends. */
  add(item: T): void;
  /** Drops what was not sent. */
  clear(): void;
}

/** Creates a queue that passes its items to `send` in batches: one message to a worker thread costs as much as several items. */
export function createBatches<T>(send: (items: T[]) => void): Batches<T> {
  let unsentItems: T[] = [];
  let isScheduled = false;
  let sentAt = Number.NEGATIVE_INFINITY;

  /**
   * Sends the collected items as one batch. There are none if `clear` was called after this was scheduled. `sentAt` is for `add`, which
   * waits until the interval after this batch is over.
   */
  function sendAll(): void {
    isScheduled = false;
    const batch = unsentItems;
    unsentItems = [];
    if (batch.length === 0) return;
    sentAt = performance.now();
    send(batch);
  }

  return {
    /** Adds an item. The batch is sent at the end of the next turn, or when the interval since the last one is over. */
    add(item) {
      unsentItems.push(item);
      if (isScheduled) return;
      isScheduled = true;
      const remainingMs = sentAt + BATCH_INTERVAL_MS - performance.now();
      if (remainingMs > 0) setTimeout(sendAll, remainingMs).unref();
      // Not at the end of this turn: the replies to the mails are sent then, and should not wait.
      else setImmediate(() => setImmediate(sendAll));
    },
    /** Drops the items that are not sent yet. */
    clear() {
      unsentItems = [];
    },
  };
}
