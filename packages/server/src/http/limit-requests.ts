import type { RateLimits } from "../limits/rate-limits.ts";
import { Problem } from "../problem.ts";

/** Counts a request of a key and its account. @throws Problem `rate_limited` above a limit */
export function limitRequests({ requestsOfKey, requestsOfAccount }: RateLimits, key: string, account?: string): void {
  const wait = requestsOfKey.hit(key);
  if (wait > 0) throw toRateLimitProblem("This key has sent too many requests within this minute", wait);
  const waitOfAccount = account === undefined ? 0 : requestsOfAccount.hit(account);
  if (waitOfAccount > 0)
    throw toRateLimitProblem("The keys of this account have sent too many requests within this minute", waitOfAccount);
}

/** Counts a wrong credential. Returns the problem to respond with: the one passed in, or `rate_limited` above the limit. */
export function limitFailures({ failures }: RateLimits, client: string, problem: Problem): Problem {
  const wait = failures.hit(client);
  return wait > 0
    ? toRateLimitProblem("Too many wrong credentials from this IP address within this minute", wait)
    : problem;
}

function toRateLimitProblem(reason: string, retryAfterMs: number): Problem {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new Problem("rate_limited", `${reason}. Try again in ${seconds} s.`, {
    headers: { "retry-after": String(seconds) },
  });
}
