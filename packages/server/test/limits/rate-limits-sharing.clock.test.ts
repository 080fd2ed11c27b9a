import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRateLimits, type RequestsPerMinute } from "../../src/limits/rate-limits.ts";
import type { SharedCounters } from "../../src/storage/types.ts";

const none: RequestsPerMinute = {
  failures: 0,
  requestsOfKey: 0,
  requestsOfAccount: 0,
  guesses: 0,
  aborts: 0,
  registrations: 0,
  authorizations: 0,
};
const kinds = ["failures", "requestsOfKey", "requestsOfAccount", "guesses", "aborts"] as const;

/** Counts of all servers, and what each was told to add. */
function openCounters() {
  const totals = new Map<string, number>();
  const added: { counts: [string, number][]; lifetime: number }[] = [];
  const sharedCounters: SharedCounters = {
    async add(counts, lifetime) {
      added.push({ counts: counts.map(([key, more]) => [key, more]), lifetime });
      return counts.map(([key, more]) => {
        totals.set(key, (totals.get(key) ?? 0) + more);
        return totals.get(key)!;
      });
    },
  };
  return { sharedCounters, added };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const share = () => vi.advanceTimersByTimeAsync(1_000);
const times = (count: number, act: () => unknown) => {
  for (let at = 0; at < count; at++) act();
};

test("counts are stored by limit, minute and key, for two minutes", async () => {
  let now = 600_000;
  const { sharedCounters, added } = openCounters();
  const rates = createRateLimits({ limits: { ...none, failures: 20, guesses: 20 }, sharedCounters, now: () => now });
  rates.failures.hit("a");
  rates.guesses.hit("a");
  await share();
  now += 60_000;
  rates.failures.hit("a");
  await share();
  expect(added).toEqual([
    {
      counts: [
        ["failures:10:a", 1],
        ["guesses:10:a", 1],
      ],
      lifetime: 120_000,
    },
    { counts: [["failures:11:a", 1]], lifetime: 120_000 },
  ]);
  rates.close();
});

test("a count is shared from a twentieth of its limit on, and again only if it has grown", async () => {
  const { sharedCounters, added } = openCounters();
  const { requestsOfKey, close } = createRateLimits({
    limits: { ...none, requestsOfKey: 100 },
    sharedCounters,
    now: () => 600_000,
  });
  times(4, () => requestsOfKey.hit("a"));
  await share();
  expect(added).toEqual([]);
  requestsOfKey.hit("a");
  await share();
  await share();
  expect(added.map(({ counts }) => counts)).toEqual([[["requestsOfKey:10:a", 5]]]);
  requestsOfKey.hit("a");
  await share();
  expect(added.at(-1)?.counts).toEqual([["requestsOfKey:10:a", 1]]);
  close();
});

test.each([
  [20, 1],
  [21, 2],
  [40, 2],
  [41, 3],
])("with a limit of %i, a count is shared once it is %i", async (limit, first) => {
  const { sharedCounters, added } = openCounters();
  const limits = { ...none, failures: limit };
  const { failures, close } = createRateLimits({ limits, sharedCounters, now: () => 600_000 });
  times(first - 1, () => failures.hit("a"));
  await share();
  expect(added).toEqual([]);
  failures.hit("a");
  await share();
  expect(added.map(({ counts }) => counts)).toEqual([[["failures:10:a", first]]]);
  close();
});

test("counts of other servers are added to those here, also since the last sharing", async () => {
  const { sharedCounters } = openCounters();
  const limits = { ...none, requestsOfKey: 10 };
  const [one, other] = [
    createRateLimits({ limits, sharedCounters, now: () => 600_000 }),
    createRateLimits({ limits, sharedCounters, now: () => 600_000 }),
  ];
  times(4, () => one.requestsOfKey.hit("a"));
  times(4, () => other.requestsOfKey.hit("a"));
  await share();
  // The other one was told of eight, the first of its own four alone.
  expect([one, other].map(({ requestsOfKey }) => requestsOfKey.retryAfterMs("a"))).toEqual([0, 0]);
  expect([1, 2].map(() => other.requestsOfKey.hit("a"))).toEqual([0, 0]);
  expect(other.requestsOfKey.hit("a")).toBe(60_000);
  await share();
  one.requestsOfKey.hit("a");
  await share();
  expect(one.requestsOfKey.retryAfterMs("a")).toBe(60_000);
  expect([one, other].map(({ requestsOfKey }) => requestsOfKey.retryAfterMs("b"))).toEqual([0, 0]);
  one.close();
  other.close();
});

test("what a server has shared of its own counts once, although the totals of all servers contain it", async () => {
  const { sharedCounters } = openCounters();
  const { requestsOfKey, close } = createRateLimits({
    limits: { ...none, requestsOfKey: 10 },
    sharedCounters,
    now: () => 600_000,
  });
  times(6, () => requestsOfKey.hit("a"));
  await share();
  requestsOfKey.hit("a");
  await share();
  expect([requestsOfKey.hit("a"), requestsOfKey.retryAfterMs("a")]).toEqual([0, 0]);
  close();
});

test("a slow exchange does not permit more to a key that is above its limit on this server alone", async () => {
  const answers: ((totals: number[]) => void)[] = [];
  const sharedCounters: SharedCounters = { add: () => new Promise((resolve) => void answers.push(resolve)) };
  const { failures, close } = createRateLimits({
    limits: { ...none, failures: 4 },
    sharedCounters,
    now: () => 600_000,
  });
  times(4, () => failures.hit("a"));
  await share();
  times(4, () => failures.hit("a"));
  await share();
  expect(failures.retryAfterMs("a")).toBe(60_000);
  // The total as it was at the first exchange, which lacks what the second adds.
  answers[0]?.([4]);
  await share();
  expect(failures.retryAfterMs("a")).toBe(60_000);
  close();
});

test("a closed server shares nothing more, and leaves no timer", async () => {
  const { sharedCounters, added } = openCounters();
  const { failures, close } = createRateLimits({
    limits: { ...none, failures: 1 },
    sharedCounters,
    now: () => 600_000,
  });
  failures.hit("a");
  close();
  close();
  expect(vi.getTimerCount()).toBe(0);
  await share();
  expect(added).toEqual([]);
});

test("a single server has no timer", () => {
  createRateLimits({ limits: { ...none, failures: 1 } }).close();
  expect(vi.getTimerCount()).toBe(0);
});

test("each limit is counted separately, and starts the next minute at zero", () => {
  let now = 600_000;
  const rates = createRateLimits({
    limits: { ...none, failures: 1, requestsOfKey: 2, requestsOfAccount: 3, guesses: 4, aborts: 5 },
    now: () => now,
  });
  const passing = () => kinds.map((kind) => [1, 2, 3, 4, 5, 6].filter(() => rates[kind].hit("a") === 0).length);
  expect(passing()).toEqual([1, 2, 3, 4, 5]);
  now += 60_000;
  expect(passing()).toEqual([1, 2, 3, 4, 5]);
});

test("a limit of 0 lifts it", () => {
  const rates = createRateLimits({ limits: none, now: () => 600_000 });
  expect(kinds.map((kind) => [rates[kind].hit("a"), rates[kind].hit("a"), rates[kind].retryAfterMs("a")])).toEqual(
    kinds.map(() => [0, 0, 0]),
  );
});

test("keys counted in one minute take no space in the next", () => {
  let now = 600_000;
  const { failures } = createRateLimits({ limits: { ...none, failures: 1 }, now: () => now });
  let key = 0;
  times(100_000, () => failures.hit(String(key++)));
  now += 60_000;
  expect([failures.hit("new"), failures.hit("new")]).toEqual([0, 60_000]);
});

test("counts of a past minute are shared with nobody", async () => {
  let now = 600_000;
  const { sharedCounters, added } = openCounters();
  const { failures, close } = createRateLimits({ limits: { ...none, failures: 1 }, sharedCounters, now: () => now });
  failures.hit("a");
  now += 60_000;
  await share();
  expect(added).toEqual([]);
  close();
});

test("a clock that goes back starts a new minute, but not for a mere check", () => {
  let now = 600_000;
  const { failures } = createRateLimits({ limits: { ...none, failures: 1 }, now: () => now });
  times(2, () => failures.hit("a"));
  now = 540_000;
  expect(failures.retryAfterMs("a")).toBe(0);
  now = 600_000;
  expect([failures.retryAfterMs("a"), failures.hit("a"), failures.hit("a")]).toEqual([0, 0, 60_000]);
});
