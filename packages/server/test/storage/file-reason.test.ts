import { expect, test } from "vitest";
import { toFileReason } from "../../src/storage/file-reason.ts";

const denied = "this user may not read or write there";

test.each([
  ["ENOENT", "no such file or folder, or it cannot be created there"],
  ["ENOTDIR", "a part of the path is a file, not a folder"],
  ["EISDIR", "it is a folder; name a file in it"],
  ["EACCES", denied],
  ["EPERM", denied],
  ["EROFS", "its file system is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "this user's disk quota is used up"],
  ["EMFILE", "EMFILE: in the words of the system"],
])("a file that fails with %s has the reason: %s", (code, reason) =>
  expect(toFileReason(Object.assign(new Error(`${code}: in the words of the system`), { code }))).toBe(reason),
);

test.each([
  [new Error("no code"), "no code"],
  ["a text", "a text"],
])("a failure without a code, %j, has its own words", (failure, reason) => expect(toFileReason(failure)).toBe(reason));
