/** The data connections that the tunnel client was asked to open and that have not arrived. */
export interface Dials {
  /** How many are expected. */
  readonly pending: number;
  /** Asks the client for `count` more, if it is reachable. */
  request(count: number): void;
  onArrived(): void;
  /** Called when the client could not open `count` of them. */
  onFailed(count: number): void;
  /** Calls `retry` after a delay, unless it is due already. */
  retryLater(retry: () => void): void;
  /** No longer expects those that are overdue. Called by a timer. */
  checkTimeouts(): void;
  /** No longer expects any. */
  forget(): void;
}

export interface DialsOptions {
  /** Asks the client to open `count` data connections. Returns false if it is not reachable. */
  dial(count: number): boolean;
  /** Milliseconds after which a dial is lost. */
  timeoutMs: number;
  now: () => number;
}

const RETRY_DELAY_MS = 250;

/** Creates the count of a tunnel client's dials. */
export function createDials({ dial, timeoutMs, now }: DialsOptions): Dials {
  let lastDialAt = 0;
  let isRetryDue = false;
  const dials = {
    // A plain field, because each request reads it.
    pending: 0,
    /** Asks the client for `count` data connections and expects them from now on. */
    request(count: number) {
      // `dial` returns false if the client has no control connection. The pool asks again when there is a new one.
      if (!dial(count)) return;
      dials.pending += count;
      lastDialAt = now();
    },
    /** Expects one connection fewer. */
    onArrived() {
      // Dials that came late are no longer counted.
      if (dials.pending > 0) dials.pending--;
    },
    /** No longer expects `count` connections that the client could not open. */
    onFailed(count: number) {
      // The client may report dials that are no longer expected, or a wrong number.
      dials.pending = Math.max(0, dials.pending - count);
    },
    /** Calls `retry` after a delay, once for all failures until then: a broken client must not be asked in a loop. */
    retryLater(retry: () => void) {
      if (isRetryDue) return;
      isRetryDue = true;
      setTimeout(() => {
        isRetryDue = false;
        retry();
      }, RETRY_DELAY_MS).unref();
    },
    /** Gives up the dials that did not arrive in time. */
    checkTimeouts() {
      // The time of the last one counts for all, so that none is given up too early.
      if (dials.pending > 0 && now() - lastDialAt > timeoutMs) dials.pending = 0;
    },
    /** No longer expects any, because the client may have changed networks, where they would not arrive. */
    forget() {
      dials.pending = 0;
    },
  };
  return dials;
}
