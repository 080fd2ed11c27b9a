/** The server's source of time. Tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Monotonic milliseconds, not affected by changes of the system clock. */
  monotonic?(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** Returns the time as RFC 3339 in UTC with milliseconds. */
export const toTimestamp = (milliseconds: number) => new Date(milliseconds).toISOString();
