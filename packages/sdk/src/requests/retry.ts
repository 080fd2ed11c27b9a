import { FrontdeskError, UnreachableError } from "../errors.ts";

/** Whether the same request may succeed later: the server was unreachable, overloaded or restarting, or failed (5xx). */
export function isRetryable(error: unknown): boolean {
  if (error instanceof FrontdeskError) return error.status === 429 || error.status >= 500;
  return error instanceof UnreachableError;
}

/** Resolves after `milliseconds`; rejects with the signal's reason if it aborts before. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
