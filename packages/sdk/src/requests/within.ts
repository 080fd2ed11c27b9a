/** What ends a request or a wait before it is done. */
export interface Limits {
  /** Aborts it; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** When it is given up, in ms of `performance.now()`; the promise rejects with a TimeoutError. */
  deadline?: number | undefined;
}

/**
 * Runs what is to end with its limits, and ends with them whatever becomes of it: not every fetch hears its signal.
 * `stop` holds both signals, for Node 20 collects a time-out that only AbortSignal.any knows of (nodejs/node#57736); a
 * caller's own is heard by way of another, for more than ten listeners on one make Node warn.
 */
export async function within<T>({ signal, deadline }: Limits, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  const end = new AbortController();
  const left = Math.ceil(Math.max(0, Math.min((deadline ?? 0) - performance.now(), 2 ** 31 - 1)));
  const late = deadline ? AbortSignal.timeout(left) : undefined;
  const heard = signal && AbortSignal.any([signal]);
  let tidy = () => {};
  const ended = new Promise<never>((_, reject) => {
    const stop = () => {
      const reason = signal?.aborted ? signal.reason : late?.reason;
      reject(reason);
      end.abort(reason);
    };
    late?.addEventListener("abort", stop);
    heard?.addEventListener("abort", stop);
    tidy = () => {
      late?.removeEventListener("abort", stop);
      heard?.removeEventListener("abort", stop);
    };
  });
  try {
    return await Promise.race([ended, run(end.signal)]);
  } finally {
    tidy();
  }
}
