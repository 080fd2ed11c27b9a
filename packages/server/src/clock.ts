/** Where the server takes the time from; tests hand in their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds that have passed since some moment, whatever is done to the clock. */
  monotonic?(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** RFC 3339 in UTC with milliseconds, as the contract writes times. */
export const toTimestamp = (milliseconds: number) => new Date(milliseconds).toISOString();
