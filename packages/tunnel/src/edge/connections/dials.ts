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

/** Creates the count of the data connections that a tunnel client was asked to dial and that are still expected (`pending`). */
export function createDials({ dial, timeoutMs, now }: DialsOptions): Dials {
  let lastDialAt = 0;
  let isRetryDue = false;
  const dials = {
    pending: 0,
    /** Asks the client for `count` data connections and expects them from now on, if the client is reachable. */
    request(count: number) {
      const isReachable = dial(count);
      if (!isReachable) return;
      dials.pending += count;
      lastDialAt = now();
    },
    onArrived: () => expectFewer(1),
    onFailed: expectFewer,
    /** Calls `retry` after a delay, once for all failures until then: a broken client must not be asked in a loop. */
    retryLater(retry: () => void) {
      if (isRetryDue) return;
      isRetryDue = true;
      setTimeout(() => {
        isRetryDue = false;
        retry();
      }, RETRY_DELAY_MS).unref();
    },
    /** Gives up all dials when even the latest is overdue. */
    checkTimeouts() {
      const isLatestOverdue = now() - lastDialAt > timeoutMs;
      if (isLatestOverdue) dials.pending = 0;
    },
    /** No longer expects any, because the client may have changed networks, where they would not arrive. */
    forget() {
      dials.pending = 0;
    },
  };
  return dials;

  /** Counts down, at most to 0: a connection may arrive after it was given up, and a client may report a wrong number of failures. */
  function expectFewer(count: number): void {
    dials.pending = Math.max(0, dials.pending - count);
  }
}
