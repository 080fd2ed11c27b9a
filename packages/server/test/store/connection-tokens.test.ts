import fc from "fast-check";
import { expect, test } from "vitest";
import {
  graceMs,
  issueTokenPair,
  judgeRefreshToken,
  maxUnusedRefreshTokens,
  refreshTokenMs,
  type StoredConnection,
} from "../../src/store/connection-tokens.ts";
import { hashToken } from "../../src/text/ids.ts";

const empty: StoredConnection = { client: "c", access: [], refresh: [] };
const end = Number.POSITIVE_INFINITY;
const halfAnHour = 30 * 60_000;
const thirtyDays = 30 * 86_400_000;

test("the limits of refresh tokens are half an hour after a use, thirty days without one, and three unused ones", () => {
  expect([graceMs, refreshTokenMs, maxUnusedRefreshTokens]).toEqual([halfAnHour, thirtyDays, 3]);
});

/** A connection, and what a client does with its refresh tokens. */
function startConnection() {
  let connection = empty;
  let now = 0;
  const stored = new Set<string>();
  const issue = (from: string | null) => {
    const pair = issueTokenPair("id", connection, { from, now, end });
    connection = pair.connection;
    for (const [key, value] of pair.writes) value === null ? stored.delete(key) : stored.add(key);
    return hashToken(pair.refresh);
  };
  return {
    first: issue(null),
    judge: (hash: string) => judgeRefreshToken(connection, hash, now),
    use: (hash: string) => issue(hash),
    pass(milliseconds: number) {
      now += milliseconds;
    },
    stored: () => stored.size,
    count: () => ({ refresh: connection.refresh.length, access: connection.access.length }),
    unused: () => connection.refresh.filter(({ usedAt }) => usedAt === undefined).length,
  };
}

test("a used token is valid for half an hour, while its successor is unused", () => {
  const { first, judge, use, pass } = startConnection();
  use(first);
  pass(halfAnHour - 1);
  expect(judge(first)).toBe("valid");
  pass(1);
  expect(judge(first)).toBe("reused");
});

test("the predecessor of a used token counts as stolen, also within its grace", () => {
  const { first, judge, use } = startConnection();
  const second = use(first);
  use(second);
  expect([judge(first), judge(second)]).toEqual(["reused", "valid"]);
});

test("the grace counts from the first use, however often the token is used", () => {
  const { first, judge, use, pass } = startConnection();
  use(first);
  pass(halfAnHour - 1);
  use(first);
  pass(1);
  expect(judge(first)).toBe("reused");
});

test("of four siblings the oldest has ended, without an alarm", () => {
  const { first, judge, use } = startConnection();
  const siblings = [use(first), use(first), use(first), use(first)];
  expect(siblings.map(judge)).toEqual(["ended", "valid", "valid", "valid"]);
});

test("a token ends after thirty days without use, without an alarm", () => {
  const { first, judge, pass } = startConnection();
  pass(thirtyDays - 1);
  expect(judge(first)).toBe("valid");
  pass(1);
  expect(judge(first)).toBe("ended");
});

test("whatever a client does, the record stays small, and the newest token works", () => {
  const steps = fc.array(fc.tuple(fc.nat(30), fc.nat(3 * 3_600_000)), { maxLength: 120 });
  fc.assert(
    fc.property(steps, (uses) => {
      const { first, judge, use, pass, count, unused } = startConnection();
      const tokens = [first];
      for (const [back, milliseconds] of uses) {
        pass(milliseconds);
        const token = tokens[Math.max(0, tokens.length - 1 - back)]!;
        if (judge(token) === "valid") tokens.push(use(token));
        expect(judge(tokens.at(-1)!)).toBe("valid");
        expect(unused()).toBeLessThanOrEqual(3);
      }
      expect(count().refresh).toBeLessThanOrEqual(50);
      expect(count().access).toBeLessThanOrEqual(20);
    }),
  );
});

test("no token outlives its connection, and those of a longer one last an hour and thirty days", () => {
  const expiriesBy = (connectionEnd: number) => {
    const { connection, expiresInMs } = issueTokenPair("id", empty, { from: null, now: 1_000, end: connectionEnd });
    return [expiresInMs, connection.access[0]?.expires, connection.refresh[0]?.expires];
  };
  expect(expiriesBy(2_000)).toEqual([1_000, 2_000, 2_000]);
  expect(expiriesBy(end)).toEqual([3_600_000, 3_601_000, 1_000 + thirtyDays]);
});

test("a connection has twenty access tokens, the newest", () => {
  const { first, use, count } = startConnection();
  let last = first;
  for (let time = 0; time < 30; time++) last = use(last);
  expect(count()).toEqual({ access: 20, refresh: 31 });
});

test("the newest fifty refresh tokens are remembered, so that a second use of one of them is told from an old one", () => {
  const { first, use, judge, count, stored } = startConnection();
  const tokens = [first];
  for (let time = 0; time < 60; time++) tokens.push(use(tokens.at(-1)!));
  expect(count()).toEqual({ access: 20, refresh: 50 });
  // The others are invalid: only these and the connection's record are stored.
  expect(stored()).toBe(20 + 50 + 1);
  expect([-1, -50, -51].map((at) => judge(tokens.at(at)!))).toEqual(["valid", "reused", "ended"]);
});

test("a connection forgets each of its tokens at the moment when it ends", () => {
  const { first, use, pass, count } = startConnection();
  pass(3_600_000 - 1);
  use(first);
  expect(count()).toEqual({ access: 2, refresh: 2 });
  pass(1);
  use(first);
  expect(count()).toEqual({ access: 2, refresh: 3 });
  pass(thirtyDays - 3_600_000);
  use(first);
  // The new tokens, and those refresh tokens that are a moment and an hour younger than the first.
  expect(count()).toEqual({ access: 1, refresh: 3 });
});
