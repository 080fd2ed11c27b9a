import type { SharedCounters } from "../storage/types.ts";

/** How often something may happen for one key within a minute. */
export interface RateLimit {
  /** Counts one; the milliseconds until the next where there were too many, else 0. */
  hit(key: string): number;
  /** The same without counting. */
  retryAfterMs(key: string): number;
}

/** What is counted in this server, and in a cluster over all of them. */
export interface RateLimits {
  /** Wrong credentials of an address. */
  failures: RateLimit;
  requestsOfKey: RateLimit;
  requestsOfAccount: RateLimit;
  /** Wrong passwords of a visitor at a tunnel. */
  guesses: RateLimit;
  /** Requests that a visitor gave up at a tunnel. */
  aborts: RateLimit;
  close(): void;
}

/** Of each, so many a minute; 0 for no limit. */
export type RequestsPerMinute = Record<Exclude<keyof RateLimits, "close">, number>;

export interface RateLimitsOptions {
  limits: RequestsPerMinute;
  /** Where the servers of a cluster add up what each has counted. */
  tally?: SharedCounters | undefined;
  now?: () => number;
}

const MINUTE_MS = 60_000;
const SHARE_INTERVAL_MS = 1_000;
/** A flood of keys is let pass rather than remembered: each of them is below its limit. */
const MAX_KEYS = 100_000;

/** Counted here, so that a request waits for no other server to be counted. */
interface KeyCount {
  own: number;
  shared: number;
  others: number;
}

export function createRateLimits({ limits, tally, now = Date.now }: RateLimitsOptions): RateLimits {
  let minute = 0;
  const all: { name: string; limit: number; counts: Map<string, KeyCount> }[] = [];

  const create = (name: keyof RequestsPerMinute): RateLimit => {
    const limit = limits[name];
    const counts = new Map<string, KeyCount>();
    if (limit === 0) return { hit: () => 0, retryAfterMs: () => 0 };
    all.push({ name, limit, counts });
    const until = (count: KeyCount | undefined) =>
      count !== undefined && count.own + count.others > limit ? (minute + 1) * MINUTE_MS - now() : 0;
    return {
      hit(key) {
        turn();
        let count = counts.get(key);
        if (count === undefined) {
          if (counts.size >= MAX_KEYS) return 0;
          count = { own: 0, shared: 0, others: 0 };
          counts.set(key, count);
        }
        count.own++;
        return until(count);
      },
      retryAfterMs(key) {
        if (counts.size === 0) return 0;
        turn();
        return until(counts.get(key));
      },
    };
  };

  const timer = tally && setInterval(() => void share(tally), SHARE_INTERVAL_MS).unref();
  return {
    failures: create("failures"),
    requestsOfKey: create("requestsOfKey"),
    requestsOfAccount: create("requestsOfAccount"),
    guesses: create("guesses"),
    aborts: create("aborts"),
    close: () => clearInterval(timer),
  };

  /** A new minute begins with nothing, whichever way the clock went. */
  function turn(): void {
    const current = Math.floor(now() / MINUTE_MS);
    if (current === minute) return;
    minute = current;
    for (const { counts } of all) counts.clear();
  }

  /** Adds what was counted here since the last time, of keys that come near their limit. */
  async function share(tally: SharedCounters): Promise<void> {
    turn();
    const due = all.flatMap(({ name, limit, counts }) =>
      [...counts]
        .filter(([, count]) => count.own > count.shared && count.own * 20 >= limit)
        .map(([key, count]) => ({ key: `${name}:${minute}:${key}`, count, more: count.own - count.shared })),
    );
    if (due.length === 0) return;
    for (const { count, more } of due) count.shared += more;
    const totals = await tally
      .add(
        due.map(({ key, more }) => [key, more]),
        2 * MINUTE_MS,
      )
      .catch(() => null);
    for (const [at, { count, more }] of due.entries()) {
      const total = totals?.[at];
      if (total === undefined) count.shared -= more;
      else count.others = total - count.shared;
    }
  }
}
