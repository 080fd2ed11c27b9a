import type { SharedCounters } from "../storage/types.ts";

/** Limits how often something may happen within a minute, by key. */
export interface RateLimit {
  /** Counts one event. Returns 0, or above the limit the milliseconds until the next one is allowed. */
  hit(key: string): number;
  /** Returns the milliseconds until the next event is allowed, or 0, without counting. */
  retryAfterMs(key: string): number;
}

/** The server's rate limits. In a cluster the servers add up their counts. */
export interface RateLimits {
  /** Wrong credentials, by network. */
  failures: RateLimit;
  requestsOfKey: RateLimit;
  requestsOfAccount: RateLimit;
  /** Wrong passwords, by tunnel and visitor. */
  guesses: RateLimit;
  /** Aborted requests, by tunnel and visitor. */
  aborts: RateLimit;
  /** Registrations of OAuth clients, by network. */
  registrations: RateLimit;
  /** Authorization requests of OAuth clients, by network. */
  authorizations: RateLimit;
  close(): void;
}

/** Allowed events a minute for each limit; 0: no limit. */
export type RequestsPerMinute = Record<Exclude<keyof RateLimits, "close">, number>;

export interface RateLimitsOptions {
  limits: RequestsPerMinute;
  /** Counters shared by the servers of a cluster. */
  sharedCounters?: SharedCounters | undefined;
  now?: () => number;
}

const MINUTE_MS = 60_000;
const SHARE_INTERVAL_MS = 1_000;
/** Above this many keys new ones are not counted, to bound memory. A limit for each key does not stop somebody who has so many. */
const MAX_KEYS = 100_000;
/** A count is shared with the other servers once it has reached 1/20 of its limit. */
const SHARE_DIVISOR = 20;
/** Lifetime of a shared counter: longer than its minute, because the servers' clocks differ. */
const SHARED_COUNTER_TTL_MS = 2 * MINUTE_MS;

/** One key's count in the current minute. Kept locally, so that no request waits for Redis. */
interface KeyCount {
  /** Events on this server. */
  local: number;
  /** Part of `local` that was added to the shared counter. */
  shared: number;
  /** Events on other servers, as of the last exchange. */
  remote: number;
}

/** A limit other than 0, with its counts by key. */
interface ActiveLimit {
  name: string;
  limit: number;
  counts: Map<string, KeyCount>;
}

/** Creates the rate limits. With `sharedCounters`, counts near their limit are exchanged with the other servers every second. */
export function createRateLimits({ limits, sharedCounters, now = Date.now }: RateLimitsOptions): RateLimits {
  let minute = 0;
  /** The limits other than 0. */
  const activeLimits: ActiveLimit[] = [];

  /** Creates one limit, which counts events by key, such as an IP address or an account. A limit of 0 counts nothing. */
  function createLimit(name: keyof RequestsPerMinute): RateLimit {
    const limit = limits[name];
    const counts = new Map<string, KeyCount>();
    if (limit === 0) return { hit: () => 0, retryAfterMs: () => 0 };
    activeLimits.push({ name, limit, counts });
    /** Returns the milliseconds until the minute ends if the count of all servers is above the limit, else 0. */
    const msUntilAllowed = (count: KeyCount): number => {
      const total = count.local + count.remote;
      return total > limit ? (minute + 1) * MINUTE_MS - now() : 0;
    };
    return {
      /**
       * Counts an event on this server (`local`). The exchange with the other servers sets `shared`, the part of it that they know, and
       * `remote`, what they counted. Returns the milliseconds to wait, or 0. Does not count new keys above the maximum number of keys.
       */
      hit(key) {
        clearIfMinuteIsOver();
        let count = counts.get(key);
        if (count === undefined) {
          // Not counted in this minute, so that an attacker's many keys do not fill the memory.
          if (counts.size >= MAX_KEYS) return 0;
          count = { local: 0, shared: 0, remote: 0 };
          counts.set(key, count);
        }
        count.local++;
        return msUntilAllowed(count);
      },
      /** Returns the milliseconds until the key may try again; 0 if it may now. Counts no event. */
      retryAfterMs(key) {
        if (counts.size === 0) return 0;
        clearIfMinuteIsOver();
        const count = counts.get(key);
        return count === undefined ? 0 : msUntilAllowed(count);
      },
    };
  }

  const timer = sharedCounters && setInterval(() => void exchangeCounts(sharedCounters), SHARE_INTERVAL_MS).unref();
  return {
    failures: createLimit("failures"),
    requestsOfKey: createLimit("requestsOfKey"),
    requestsOfAccount: createLimit("requestsOfAccount"),
    guesses: createLimit("guesses"),
    aborts: createLimit("aborts"),
    registrations: createLimit("registrations"),
    authorizations: createLimit("authorizations"),
    close: () => clearInterval(timer),
  };

  /** Clears all counts if the clock is in another minute than at the last call: a later one, or an earlier one if it was set back. */
  function clearIfMinuteIsOver(): void {
    const current = Math.floor(now() / MINUTE_MS);
    if (current === minute) return;
    minute = current;
    for (const { counts } of activeLimits) counts.clear();
  }

  /** Returns the updates for the shared counters: the events of each key that other servers do not know yet. */
  function toUpdates({ name, limit, counts }: ActiveLimit) {
    return [...counts]
      .filter(([, { local, shared }]) => {
        const hasUnshared = local > shared;
        // From a twentieth of the limit on. With fewer events each, only more than twenty servers could exceed it together.
        const isNearLimit = local * SHARE_DIVISOR >= limit;
        return hasUnshared && isNearLimit;
      })
      .map(([key, count]) => ({ key: `${name}:${minute}:${key}`, count, added: count.local - count.shared }));
  }

  /**
   * Adds the new counts of this minute to the shared counters, and reads the totals of all servers. What others counted is then the total
   * less this server's part (`shared`). For a counter that fails, the next call adds the same again.
   */
  async function exchangeCounts(sharedCounters: SharedCounters): Promise<void> {
    clearIfMinuteIsOver();
    const updates = activeLimits.flatMap(toUpdates);
    if (updates.length === 0) return;
    // Counted as shared before the call, because requests go on counting meanwhile.
    for (const { count, added } of updates) count.shared += added;
    const totals = await sharedCounters
      .add(
        updates.map(({ key, added }) => [key, added]),
        SHARED_COUNTER_TTL_MS,
      )
      .catch(() => null);
    for (const [index, { count, added }] of updates.entries()) {
      const total = totals?.[index];
      const hasFailed = total === undefined;
      if (hasFailed) count.shared -= added;
      // Not below 0: the total lacks what a later call has added meanwhile.
      else count.remote = Math.max(0, total - count.shared);
    }
  }
}
