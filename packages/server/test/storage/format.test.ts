import { constants } from "node:os";
import { expect, test } from "vitest";
import { parseStorage, storageDirectory } from "../../src/storage/backends.ts";
import type { StartedEncryption } from "../../src/storage/encryption/types.ts";
import { toFileReason } from "../../src/storage/file-reason.ts";
import { checkFormat, restoringKey } from "../../src/storage/format.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";
import { isStorageFull, StorageFullError } from "../../src/storage/storage-full.ts";

test("an empty storage gets this version's format, and one with this or an earlier format is accepted", async () => {
  const kv = createMemoryKv();
  await checkFormat({ kv, encryption: null });
  expect(await kv.get("format")).toEqual({ version: 1 });
  await checkFormat({ kv, encryption: null });
  await kv.commit([["format", { version: 0 }]]);
  await checkFormat({ kv, encryption: null });
  expect(await kv.get("format")).toEqual({ version: 0 });
});

test("an empty storage that is encrypted gets the format that older versions do not open", async () => {
  const kv = createMemoryKv();
  // Only that there is an encryption counts.
  const encryption = {} as StartedEncryption;
  for (let start = 0; start < 2; start++) {
    await checkFormat({ kv, encryption });
    expect(await kv.get("format")).toEqual({ version: 2 });
  }
});

test("a storage of a later format is rejected, and so is one with a partial restore", async () => {
  const kv = createMemoryKv();
  await kv.commit([["format", { version: 3 }]]);
  await expect(checkFormat({ kv, encryption: null })).rejects.toThrow(
    "--storage was written by a later version of Frontdesk (format 3; this one knows 2). Start that version, or restore the backup from before the upgrade.",
  );
  const restoring = createMemoryKv();
  await restoring.commit([[restoringKey, { file: "a" }]]);
  await expect(checkFormat({ kv: restoring, encryption: null })).rejects.toThrow(
    "--storage: restoring a backup was interrupted here. Run `frontdesk restore` again.",
  );
  expect(await restoring.get("format")).toBeNull();
});

const { ENOSPC, EDQUOT, EFBIG, EIO } = constants.errno;
test.each([
  [new StorageFullError("full"), true],
  ...["ENOSPC", "EDQUOT", "EFBIG", ENOSPC, EDQUOT, EFBIG, -30_792].map((code) => [coded(code), true] as const),
  [new Error("write: No space left on device"), true],
  [new Error("OOM command not allowed when used memory > 'maxmemory'."), true],
  [new Error("outer", { cause: new Error("middle", { cause: coded("ENOSPC") }) }), true],
  [coded("EIO"), false],
  [coded(EIO), false],
  [new Error("ROOM command not allowed"), false],
  [new Error("outer", { cause: "ENOSPC" }), false],
  ["ENOSPC", false],
  [undefined, false],
] as [unknown, boolean][])("%s says that no room is left: %s", (error, full) => {
  expect(isStorageFull(error)).toBe(full);
});

function coded(code: unknown): Error {
  return Object.assign(new Error(`a failure ${code}`), { code });
}

test.each([
  ["memory:", "memory", ""],
  ["lmdb:./data", "lmdb", "./data"],
  ["fs:a\nb", "fs", "a\nb"],
  ["rediss://host:6379", "rediss", "//host:6379"],
  ["constructor:x", null, null],
  ["LMDB:x", null, null],
  ["lmdb", null, null],
])("%j refers to the storage %s at %j", (target, scheme, rest) => {
  expect(parseStorage(target)).toEqual(scheme === null ? null : { scheme, rest });
  const isFolder = (scheme === "lmdb" || scheme === "fs") && rest !== "";
  expect(storageDirectory(target)).toBe(isFolder ? rest : null);
});

test("a folder without a name is invalid, and so is anything but text", () => {
  expect(["lmdb:", "fs:", {}, null, undefined].map(storageDirectory)).toEqual([null, null, null, null, null]);
});

test("a file error is reported in plain words, and one without a code by its message", () => {
  const codes = ["ENOENT", "ENOTDIR", "EISDIR", "EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT"];
  expect(codes.map((code) => toFileReason(coded(code)))).toEqual([
    "no such file or folder, or it cannot be created there",
    "a part of the path is a file, not a folder",
    "it is a folder; name a file in it",
    "this user may not read or write there",
    "this user may not read or write there",
    "its file system is read-only",
    "the disk is full",
    "this user's disk quota is used up",
  ]);
  expect(toFileReason(coded("EXDEV"))).toBe("a failure EXDEV");
  expect(toFileReason("words")).toBe("words");
});
