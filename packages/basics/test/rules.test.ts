import { afterEach, expect, test, vi } from "vitest";
import { backoffDelay, errorMessage, formatAge, mailboxName, rootCauseMessage, subdomainName } from "../src/index.ts";

afterEach(() => void vi.restoreAllMocks());

test.each([
  [-5_000, "0 s"],
  [499, "0 s"],
  [500, "1 s"],
  [119_000, "119 s"],
  [120_000, "2 min"],
  [7_199_000, "119 min"],
  [7_200_000, "2 h"],
  [172_799_000, "47 h"],
  [172_800_000, "2 d"],
])("%i ms are %s", (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});

test("delays double from the first to the longest, half of each random", () => {
  const options = { firstMs: 100, maxMs: 1_500 };
  vi.spyOn(Math, "random").mockReturnValue(1);
  expect([0, 1, 2, 3, 4, 5, 2_000].map((failures) => backoffDelay(failures, options))).toEqual([
    100, 200, 400, 800, 1_500, 1_500, 1_500,
  ]);
  vi.spyOn(Math, "random").mockReturnValue(0);
  expect(backoffDelay(1, options)).toBe(100);
});

test("the range of the jitter can be chosen", () => {
  const options = { firstMs: 100, maxMs: 1_500, jitter: [0.8, 1.2] } as const;
  vi.spyOn(Math, "random").mockReturnValue(0);
  expect(backoffDelay(0, options)).toBeCloseTo(80);
  vi.spyOn(Math, "random").mockReturnValue(1);
  expect(backoffDelay(0, options)).toBeCloseTo(120);
});

test("a message is that of the error, or the thrown value as text", () => {
  expect(errorMessage(new Error("one\ntwo"))).toBe("one\ntwo");
  expect(errorMessage("text")).toBe("text");
});

test("the reason of an error is the first line of its innermost cause", () => {
  const cause = new Error("connect ECONNREFUSED\nat the end");
  expect(rootCauseMessage(new Error("outer", { cause: new Error("middle", { cause }) }))).toBe("connect ECONNREFUSED");
  expect(rootCauseMessage(new AggregateError([cause, new Error("other")], "all"))).toBe("connect ECONNREFUSED");
  expect(rootCauseMessage(new AggregateError([cause], "all"))).toBe("connect ECONNREFUSED");
  expect(rootCauseMessage(new Error("outer", { cause: new AggregateError([cause]) }))).toBe("connect ECONNREFUSED");
  expect(rootCauseMessage(new AggregateError([], "none"))).toBe("none");
  expect(rootCauseMessage("text")).toBe("unknown reason");
});

test("names have up to 63 and 64 characters", () => {
  expect(subdomainName.test("a".repeat(63))).toBe(true);
  expect(subdomainName.test("a".repeat(64))).toBe(false);
  expect(mailboxName.test("a".repeat(64))).toBe(true);
  expect(mailboxName.test("a".repeat(65))).toBe(false);
  expect(subdomainName.test("a.b")).toBe(false);
  expect(mailboxName.test("a.b")).toBe(true);
});

test.each(["a", "1", "a-b", "a1"])("%s is a name of both kinds", (name) => {
  expect([subdomainName.test(name), mailboxName.test(name)]).toEqual([true, true]);
});

test.each(["", "-a", "a-", "A", "a b", "ä", ".a", "a.", "_a"])("%j is a name of neither kind", (name) => {
  expect([subdomainName.test(name), mailboxName.test(name)]).toEqual([false, false]);
});
