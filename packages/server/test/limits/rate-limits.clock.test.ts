import { expect, onTestFinished, test, vi } from "vitest";
import { createRateLimits, type RequestsPerMinute } from "../../src/limits/rate-limits.ts";
import type { SharedCounters } from "../../src/storage/types.ts";
import { firstKey, openDesk } from "../api/harness.ts";

const none: RequestsPerMinute = {
  failures: 0,
  requestsOfKey: 0,
  requestsOfAccount: 0,
  guesses: 0,
  aborts: 0,
  registrations: 0,
  authorizations: 0,
};

test("up to the limit pass in a minute, the next get the delay, and the next minute starts at zero", () => {
  let time = 600_000;
  const { failures } = createRateLimits({ limits: { ...none, failures: 3 }, now: () => time });
  expect([1, 2, 3].map(() => failures.hit("a"))).toEqual([0, 0, 0]);
  time += 10_000;
  expect(failures.hit("a")).toBe(50_000);
  expect(failures.retryAfterMs("a")).toBe(50_000);
  expect([failures.hit("b"), failures.retryAfterMs("c")]).toEqual([0, 0]);
  time += 50_000;
  expect([failures.retryAfterMs("a"), failures.hit("a")]).toEqual([0, 0]);
});

test("a minute that is over blocks nobody, whichever limit is asked first and however late", () => {
  let time = 600_000;
  const { failures, guesses, aborts } = createRateLimits({
    limits: { ...none, failures: 1, guesses: 1, aborts: 1 },
    now: () => time,
  });
  for (const limit of [failures, guesses, aborts]) expect([limit.hit("a"), limit.hit("a")]).toEqual([0, 60_000]);
  time += 75_000;
  expect(failures.retryAfterMs("a")).toBe(0);
  expect([guesses.hit("a"), guesses.retryAfterMs("a"), guesses.hit("a")]).toEqual([0, 0, 45_000]);
  expect([aborts.retryAfterMs("a"), aborts.hit("a")]).toEqual([0, 0]);
});

test("if the clock goes back, the counts start at zero instead of blocking everyone", () => {
  let time = 6_000_000;
  const { guesses } = createRateLimits({ limits: { ...none, guesses: 1 }, now: () => time });
  expect([guesses.hit("a"), guesses.hit("a") > 0]).toEqual([0, true]);
  time -= 3_600_000;
  expect(guesses.hit("a")).toBe(0);
});

test("servers of a cluster add up their counts", async () => {
  const totals = new Map<string, number>();
  let shared = 0;
  const sharedCounters: SharedCounters = {
    async add(counts) {
      shared++;
      return counts.map(([key, more]) => {
        totals.set(key, (totals.get(key) ?? 0) + more);
        return totals.get(key)!;
      });
    },
  };
  const limits = { ...none, requestsOfKey: 100 };
  // A minute that does not end while the test runs.
  const now = () => 600_000;
  const servers = [
    createRateLimits({ limits, sharedCounters, now }),
    createRateLimits({ limits, sharedCounters, now }),
  ];
  for (const { requestsOfKey } of servers) for (let at = 0; at < 60; at++) requestsOfKey.hit("key");
  // Each asks on, and so hears of the other.
  for (const { requestsOfKey } of servers)
    await expect.poll(() => requestsOfKey.hit("key") > 0, { timeout: 10_000, interval: 500 }).toBe(true);
  expect(servers.map(({ requestsOfKey }) => requestsOfKey.retryAfterMs("quiet"))).toEqual([0, 0]);
  expect(shared).toBeGreaterThan(1);
  expect([...totals.values()]).not.toEqual([]);
  for (const server of servers) server.close();
});

test.each([
  ["first", 1, [60, 61, 1]],
  ["second", 2, [60, 1, 2]],
])(
  "counts that could not be shared the %s time are shared with the next ones, and no others",
  async (_, at, counts) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const sent: number[] = [];
    const sharedCounters: SharedCounters = {
      async add(counts) {
        for (const [, more] of counts) sent.push(more);
        if (sent.length === at) throw new Error("The shared counters are out of reach for a moment");
        return counts.map(([, more]) => more);
      },
    };
    const server = createRateLimits({ limits: { ...none, requestsOfKey: 100 }, sharedCounters, now: () => 600_000 });
    for (let event = 0; event < 59; event++) server.requestsOfKey.hit("key");
    for (let second = 0; second < 3; second++) {
      server.requestsOfKey.hit("key");
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(sent).toEqual(counts);
    server.close();
  },
);

/** A server whose minute does not end while a test runs. */
const openStill = (limits: Parameters<typeof openDesk>[0]) =>
  openDesk({ clock: { now: () => Date.UTC(2026, 0, 1, 12, 0, 30) }, ...limits });

test("a wrong credential always costs the same to reject, and a right one never is rejected", async () => {
  const desk = await openStill({ authFailuresPerIp: 3 });
  const ask = async (token: string) => {
    const { status, body, headers } = await desk.call("GET", "account", { token });
    return status === 429 ? [status, body.code, Number(headers.get("retry-after")) > 0] : [status];
  };
  for (let at = 0; at < 3; at++) expect(await ask("svcagt_wrong")).toEqual([401]);
  expect(await ask("svcagt_wrong")).toEqual([429, "rate_limited", true]);
  expect(await ask(firstKey)).toEqual([200]);
});

test("a right credential that asks for what is not there is no wrong credential", async () => {
  const desk = await openStill({ authFailuresPerIp: 2 });
  for (let at = 0; at < 4; at++) expect((await desk.call("DELETE", "mailbox/nothing")).status).toBe(404);
  expect((await desk.call("GET", "account", { token: "svcagt_wrong" })).status).toBe(401);
});

test("an account has its own limit, however many keys it has", async () => {
  const desk = await openStill({ requestsPerAccount: 3 });
  const { token } = (await desk.call("POST", "agent-tokens/create", { body: { name: "x" } })).body.agent_token;
  expect((await desk.call("GET", "account", { token })).status).toBe(200);
  expect((await desk.call("GET", "account")).status).toBe(200);
  expect((await desk.call("GET", "account", { token })).body.error).toMatch(/^The keys of this account/);
});

test("wrong credentials above the limit are not logged", async () => {
  const lines: string[] = [];
  const log = { info: (line: string) => void lines.push(line), warn() {}, error() {} };
  const desk = await openStill({ authFailuresPerIp: 2, log });
  for (let at = 0; at < 5; at++) await desk.call("GET", "account", { token: "svcagt_wrong" });
  expect(lines.filter((line) => line === "Key rejected")).toHaveLength(2);
});
