/** How long to wait before the next attempt. */
export interface Backoff {
  /** Milliseconds: doubling, with jitter, so that a thousand agents don't come back in one moment. */
  next(): number;
  reset(): void;
}

export interface BackoffOptions {
  /** @default 100 */
  first?: number;
  /** @default 1_500 */
  most?: number;
  random?: () => number;
}

export function createBackoff({ first = 100, most = 1_500, random = Math.random }: BackoffOptions = {}): Backoff {
  let step = first;
  return {
    next() {
      const delay = step * (0.5 + random() / 2);
      step = Math.min(most, step * 2);
      return delay;
    },
    reset() {
      step = first;
    },
  };
}
