import type { RateLimits } from "../limits/rate-limits.ts";
import { Problem } from "../problem.ts";

/** @throws Problem `rate_limited` for a key, or an account, that asks too often. */
export function limitRequests({ requestsOfKey, requestsOfAccount }: RateLimits, key: string, account?: string): void {
  const wait = requestsOfKey.hit(key);
  if (wait > 0) throw toRateLimitProblem("This key has sent too many requests within this minute", wait);
  const waitOfAccount = account === undefined ? 0 : requestsOfAccount.hit(account);
  if (waitOfAccount > 0)
    throw toRateLimitProblem("The keys of this account have sent too many requests within this minute", waitOfAccount);
}

/** What a refused credential is answered with: itself, or that its sender has guessed too often. */
export function limitFailures({ failures }: RateLimits, client: string, problem: Problem): Problem {
  const wait = failures.hit(client);
  return wait > 0
    ? toRateLimitProblem("Too many wrong credentials came from this address within this minute", wait)
    : problem;
}

function toRateLimitProblem(what: string, wait: number): Problem {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  return new Problem("rate_limited", `${what}. Try again in ${seconds} s.`, {
    headers: { "retry-after": String(seconds) },
  });
}
