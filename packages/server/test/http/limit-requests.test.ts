import { expect, test } from "vitest";
import { limitFailures, limitHits, limitRequests } from "../../src/http/limit-requests.ts";
import type { RateLimit, RateLimits } from "../../src/limits/rate-limits.ts";
import { Problem } from "../../src/problem.ts";

const always = (wait: number): RateLimit => ({ hit: () => wait, retryAfterMs: () => wait });
const rates = (wait: number): RateLimits => ({
  failures: always(wait),
  requestsOfKey: always(wait),
  requestsOfAccount: always(wait),
  guesses: always(wait),
  aborts: always(wait),
  registrations: always(wait),
  authorizations: always(wait),
  close() {},
});

function problemOf(act: () => void): Problem {
  try {
    act();
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  return expect.unreachable("No problem was thrown");
}

test.each([
  [1, "1"],
  [1_000, "1"],
  [1_001, "2"],
  [59_999, "60"],
])("a delay of %i ms is reported as Retry-After: %s s, never less", (wait, seconds) => {
  const refused = problemOf(() => limitRequests(rates(wait), "key"));
  const guessed = limitFailures(rates(wait), "192.0.2.1", new Problem("unauthenticated", "No."));
  for (const { headers, message } of [refused, guessed]) {
    expect(headers).toEqual({ "retry-after": seconds });
    expect(message).toContain(`Try again in ${seconds} s.`);
  }
});

test("a request above the limit of its key does not use up that of the account's other keys", () => {
  const counted: string[] = [];
  const counting = (name: string, wait: number): RateLimit => ({
    hit(key) {
      counted.push(`${name} ${key}`);
      return wait;
    },
    retryAfterMs: () => wait,
  });
  const limits = { ...rates(0), requestsOfKey: counting("key", 1_000), requestsOfAccount: counting("account", 0) };
  problemOf(() => limitRequests(limits, "busy", "shop"));
  expect(counted).toEqual(["key busy"]);
  // The key of an inbox does not name its account.
  limitRequests({ ...limits, requestsOfKey: counting("key", 0) }, "inbox");
  expect(counted).toEqual(["key busy", "key inbox"]);
});

test.each<[string, (limits: RateLimits) => void, string]>([
  ["a key", (limits) => limitRequests(limits, "key", "shop"), "This key has sent too many requests"],
  [
    "an account",
    (limits) => limitRequests({ ...limits, requestsOfKey: always(0) }, "key", "shop"),
    "The keys of this account have sent too many requests",
  ],
  ["what is named", ({ guesses }) => limitHits(guesses, "192.0.2.1", "Too many guesses"), "Too many guesses"],
  [
    "a client that guesses",
    (limits) => {
      throw limitFailures(limits, "192.0.2.1", new Problem("unauthenticated", "No."));
    },
    "Too many wrong credentials from this IP address",
  ],
])("above the limit of %s, the answer says what was too much and for how long to wait", (_what, act, reason) => {
  const { code, message, headers } = problemOf(() => act(rates(1_500)));
  expect({ code, message, headers }).toEqual({
    code: "rate_limited",
    message: `${reason} within this minute. Try again in 2 s.`,
    headers: { "retry-after": "2" },
  });
});

test("below the limits nothing is refused, and a wrong credential is refused as it was", () => {
  limitRequests(rates(0), "key", "shop");
  limitHits(always(0), "192.0.2.1", "Too many guesses");
  const wrong = new Problem("unauthenticated", "No.");
  expect(limitFailures(rates(0), "192.0.2.1", wrong)).toBe(wrong);
});
