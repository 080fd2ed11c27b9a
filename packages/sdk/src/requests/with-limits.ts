/** Limits of a request or wait. */
export interface RequestLimits {
  /** Aborts it; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Time of `performance.now()` at which the promise rejects with a TimeoutError. */
  deadline?: number | undefined;
}

/** Longest delay of a timer; Node fires a longer one at once. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Runs `run` with a signal that aborts at the limits. Rejects then even if `run` goes on: not every fetch heeds its signal. Listens to
 * `relayedSignal`, which follows the caller's signal, because more than ten listeners on one signal make Node warn. The listener also
 * refers to the caller's signal, so that it exists as long: Node 20 collects a time-out that only `AbortSignal.any` refers to
 * (nodejs/node#57736).
 */
export async function withLimits<T>(
  { signal, deadline }: RequestLimits,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const timeout = deadline === undefined ? undefined : timeoutAt(deadline);
  const relayedSignal = signal && AbortSignal.any([signal]);
  let removeListeners = () => {};
  const limitReached = new Promise<never>((_, reject) => {
    /** Rejects with the reason of the limit that was reached, and aborts what runs. */
    function stop(): void {
      const reason = signal?.aborted ? signal.reason : timeout?.reason;
      reject(reason);
      controller.abort(reason);
    }
    timeout?.addEventListener("abort", stop);
    relayedSignal?.addEventListener("abort", stop);
    removeListeners = () => {
      timeout?.removeEventListener("abort", stop);
      relayedSignal?.removeEventListener("abort", stop);
    };
  });
  try {
    return await Promise.race([limitReached, run(controller.signal)]);
  } finally {
    removeListeners();
  }
}

/** Returns a signal that aborts at this time of `performance.now()`, at once if it has passed, and after 24 days at the latest. */
function timeoutAt(deadline: number): AbortSignal {
  const remainingMs = Math.max(0, deadline - performance.now());
  // Node fires a timer of more than 24 days at once. Rounded up, so that the timer does not fire before the deadline.
  return AbortSignal.timeout(Math.ceil(Math.min(remainingMs, maxTimerMs)));
}
