import type { RateLimit, RateLimits } from "../limits/rate-limits.ts";
import { Problem } from "../problem.ts";

/**
 * Counts a request against the limits of its key and account. The record of an inbox's key does not name the account; then only
 * the key's limit applies.
 *
 * @throws Problem `rate_limited` above a limit
 */
export function limitRequests({ requestsOfKey, requestsOfAccount }: RateLimits, key: string, account?: string): void {
  const keyWaitMs = requestsOfKey.hit(key);
  if (keyWaitMs > 0) throw toRateLimitProblem("This key has sent too many requests within this minute", keyWaitMs);
  const accountWaitMs = account === undefined ? 0 : requestsOfAccount.hit(account);
  if (accountWaitMs > 0)
    throw toRateLimitProblem("The keys of this account have sent too many requests within this minute", accountWaitMs);
}

/** Counts an event against a limit. @throws Problem `rate_limited` with this reason above the limit */
export function limitHits(limit: RateLimit, client: string, reason: string): void {
  const waitMs = limit.hit(client);
  if (waitMs > 0) throw toRateLimitProblem(`${reason} within this minute`, waitMs);
}

/** Counts a wrong credential. Returns the problem to respond with: the one passed in, or `rate_limited` above the limit. */
export function limitFailures({ failures }: RateLimits, client: string, problem: Problem): Problem {
  const waitMs = failures.hit(client);
  return waitMs > 0
    ? toRateLimitProblem("Too many wrong credentials from this IP address within this minute", waitMs)
    : problem;
}

/** Creates the 429 problem, with the whole seconds to wait in the sentence and in `retry-after`. */
function toRateLimitProblem(reason: string, retryAfterMs: number): Problem {
  const seconds = Math.ceil(retryAfterMs / 1000);
  return new Problem("rate_limited", `${reason}. Try again in ${seconds} s.`, {
    headers: { "retry-after": String(seconds) },
  });
}
