import { expect, test } from "vitest";
import { createRateLimits } from "../../src/limits/rate-limits.ts";

test("during a flood of keys new ones pass uncounted, and counted ones stay limited", () => {
  const none = { requestsOfKey: 0, requestsOfAccount: 0, guesses: 0, aborts: 0, registrations: 0, authorizations: 0 };
  const limits = { ...none, failures: 1 };
  const { failures } = createRateLimits({ limits, now: () => 600_000 });
  let limited = 0;
  for (let key = 0; key < 100_000; key++) limited += failures.hit(`k${key}`);
  expect(limited).toBe(0);
  expect([1, 2, 3].map(() => failures.hit("one more"))).toEqual([0, 0, 0]);
  expect([failures.hit("k0"), failures.hit("k99999")]).toEqual([60_000, 60_000]);
});
