import { describe, expect, test } from "vitest";
import { checks } from "../src/checks.ts";

describe("a date-time", () => {
  test.each([
    "2026-01-31T00:00:00Z",
    "2026-12-31t23:59:59z",
    "2024-02-29T12:00:00.123456Z",
    "2000-02-29T12:00:00Z",
    "2026-01-01 12:00:00+23:59",
    "2026-01-01T12:00:00-23:59",
    "2016-12-31T23:59:60Z",
    "2017-01-01T05:29:60+05:30",
    "2016-12-31T20:29:60-03:30",
    "2017-01-01T23:58:60+23:59",
  ])("%s", (text) => {
    expect(checks.isDateTime(text)).toBe(true);
  });

  test.each([
    "2026-00-01T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-01-00T00:00:00Z",
    "2026-01-32T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:61Z",
    "2026-01-01T00:00:60Z",
    "2026-01-01T23:59:60+05:30",
    "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00-24:00",
    "2026-01-01T00:00:00+00:60",
    "2026-01-01T00:00:00",
    "2026-01-01T00:00:00.Z",
    "2026-01-01T00:00Z",
    "2026-01-01",
    " 2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z ",
  ])("is not %j", (text) => {
    expect(checks.isDateTime(text)).toBe(false);
  });
});

test.each([
  ["ab", 2, true, true],
  ["ab", 3, false, true],
  ["ab", 1, true, false],
  ["😀😀", 2, true, true],
  ["😀😀", 3, false, true],
  ["😀😀", 1, true, false],
])("%j has at least %i characters: %s, and at most: %s", (text, length, atLeast, atMost) => {
  expect([checks.atLeast(length)(text), checks.atMost(length)(text)]).toEqual([atLeast, atMost]);
});

test.each<[string, boolean]>([
  ["https://a.example/b?c#d", true],
  ["otpauth://totp/Shop:anna?secret=ABC", true],
  ["MAILTO:anna@a.example", true],
  ["a.example/b", false],
  ["1http://a.example", false],
  ["http://", false],
  ...[" ", "\n", "<", ">", '"', "\\", "^", "`", "{", "|", "}"].map(
    (sign) => [`http://a.example/${sign}b`, false] as [string, boolean],
  ),
])("%j is a URI: %s", (text, expected) => {
  expect(checks.isUri(text)).toBe(expected);
});

test("a list is unique by its values, not by their identity", () => {
  expect([[], ["a", "b"], [1, "1"], [{ a: 1 }, { a: 2 }]].map(checks.isUnique)).toEqual([true, true, true, true]);
  expect(
    [
      ["a", "a"],
      [{ a: 1 }, { a: 1 }],
    ].map(checks.isUnique),
  ).toEqual([false, false]);
});

test("a value is one of a set, a list is a list, and a stream can be read", () => {
  expect(["a", "c"].map(checks.isOneOf(["a", "b"]))).toEqual([true, false]);
  expect([[], {}, "a"].map(checks.isNoList)).toEqual([false, true, true]);
  expect([new ReadableStream(), [], null, undefined].map(checks.isAsyncIterable)).toEqual([true, false, false, false]);
});
