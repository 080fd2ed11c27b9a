import { FrontdeskError, UnreachableError } from "../errors.ts";

/** Whether the same request may succeed later: the network, an overload, a restart. */
export function mayPass(error: unknown): boolean {
  if (error instanceof FrontdeskError) return error.status === 429 || error.status >= 500;
  return error instanceof UnreachableError;
}

/** Rejects with the signal's reason when it aborts first. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
