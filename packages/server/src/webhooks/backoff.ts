import { type BackoffOptions, backoffDelay } from "@frontdesk/basics";

/** Delay after failed attempts: doubled with each, up to ten minutes. */
export const retryBackoff = { firstMs: 1_000, maxMs: 600_000, jitter: [0.8, 1.2] } as const satisfies BackoffOptions;
/** Longest delay that the backoff can return. */
export const maxBackoffMs = retryBackoff.maxMs * retryBackoff.jitter[1];

/** Returns the queue state after this many failures in a row: `due` is the time of the next attempt, 0 for at once. */
export function toBackoffState(failures: number, now: number) {
  return { failures, due: failures === 0 ? 0 : now + Math.round(backoffDelay(failures - 1, retryBackoff)) };
}
