import { expect, test } from "vitest";
import { closestWord, didYouMean, editDistance } from "../src/index.ts";

test.each([
  ["", "", 0],
  ["", "abc", 3],
  ["abc", "", 3],
  ["mailbox", "mailbox", 0],
  ["mailbox", "mailbax", 1],
  ["mailbox", "mailbo", 1],
  ["mailbox", "mmailbox", 1],
  ["kitten", "sitting", 3],
])("from %j to %j there are %i edits", (from, to, edits) => {
  expect(editDistance(from, to)).toBe(edits);
  expect(editDistance(to, from)).toBe(edits);
});

test("no more than 60 characters of the first word are compared", () => {
  expect(editDistance("a".repeat(100_000), "a")).toBe(59);
});

test("the closest known word is found, however far it is", () => {
  expect(closestWord("statsu", ["code", "status"])).toBe("status");
  expect(closestWord("zzz", ["code"])).toBe("code");
  expect(closestWord("zzz", [])).toBeUndefined();
});

test("a word is suggested up to two edits away, or a third of the length of a long one", () => {
  expect(didYouMean("satus", ["status"], "--")).toBe(" Did you mean --status?");
  expect(didYouMean("stau", ["status"])).toBe(" Did you mean status?");
  expect(didYouMean("stu", ["status"])).toBe("");
  expect(didYouMean("coda", ["code", "mail"])).toBe(" Did you mean code?");
  expect(didYouMean("cxyz", ["code"])).toBe("");
  expect(didYouMean("maximumsizz", ["maximum-size"])).toBe(" Did you mean maximum-size?");
  expect(didYouMean("x", [])).toBe("");
});

test.each([
  ["abcdefgXY", true],
  ["abcdefXYZ", true],
  ["abcdeWXYZ", false],
  ["abcdXYZi", false],
  ["abcdefXYi", true],
])("%s is taken for abcdefghi: %s", (word, isTaken) => {
  expect(didYouMean(word, ["abcdefghi"])).toBe(isTaken ? " Did you mean abcdefghi?" : "");
});
