/** Exponential back-off with jitter. */
export interface BackoffOptions {
  /** Delay after the first failure, before jitter. */
  firstMs: number;
  /** Longest delay, before jitter. */
  maxMs: number;
  /** The delay is multiplied by a random factor of this range, so that many clients do not retry in step. @default [0.5, 1] */
  jitter?: readonly [min: number, max: number];
}

/**
 * Returns the ms to wait before the next attempt: doubled by each failure up to `maxMs`, times a random factor in the range
 * `jitter`, so that many clients do not retry at the same time. With 0 `failures` it begins at `firstMs`.
 */
export function backoffDelay(failures: number, { firstMs, maxMs, jitter = [0.5, 1] }: BackoffOptions): number {
  const delayMs = Math.min(maxMs, firstMs * 2 ** failures);
  const [min, max] = jitter;
  return delayMs * (min + Math.random() * (max - min));
}
