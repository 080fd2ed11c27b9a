import { expect, test } from "vitest";
import type { Write } from "../../src/storage/types.ts";
import { checkWrites, keyFault } from "../../src/storage/writes.ts";

test.each([
  ["the longest key", "k".repeat(1900), null],
  [
    "a key that is a byte too long",
    "k".repeat(1901),
    `Storage key of 1901 bytes is too long (at most 1900): ${"k".repeat(40)}…`,
  ],
  ["the longest key of two bytes each", "é".repeat(950), null],
  [
    "a key of few characters, but many bytes",
    "€".repeat(634),
    `Storage key of 1902 bytes is too long (at most 1900): ${"€".repeat(40)}…`,
  ],
  ["a pair of surrogates", "\u{1f600}", null],
  ["half of one", "a\ud83d", "Storage key contains half of a surrogate pair"],
  ["no key", "", "Storage key must be a non-empty string"],
  ["a number", 7 as unknown as string, "Storage key must be a non-empty string"],
])("%s is accepted, or says why not", (_what, key, fault) => expect(keyFault(key)).toBe(fault));

test("of several writes to one key only the last is left", () => {
  const writes: Write[] = [
    ["a", { n: 1 }],
    ["b", { n: 2 }],
    ["a", null],
    ["b", { n: 3 }],
    ["a", { n: 4 }],
  ];
  expect(new Map(checkWrites(writes))).toEqual(
    new Map([
      ["a", { n: 4 }],
      ["b", { n: 3 }],
    ]),
  );
  expect(checkWrites(writes)).toHaveLength(2);
});

test("one invalid write rejects all", () => {
  expect(() =>
    checkWrites([
      ["a", {}],
      ["", {}],
    ]),
  ).toThrow(RangeError);
  const text: unknown = "text";
  expect(() =>
    checkWrites([
      ["a", {}],
      ["b", text as object],
    ]),
  ).toThrow("Storage value must be an object or null, at key b");
});
