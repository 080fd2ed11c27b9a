import * as files from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { checkDisk } from "../../src/doctor/machine.ts";

vi.mock("node:fs/promises", async (original) => ({ ...(await original<object>()), statfs: vi.fn() }));

const mebibyte = 2 ** 20;

/** What the doctor says of a disk with so many MiB free, in a file system with so many files, of which so many are free. */
async function check(free: number, all: number, freeFiles: number) {
  const disk = { bavail: free, bsize: mebibyte, files: all, ffree: freeFiles };
  vi.mocked(files.statfs).mockResolvedValue(disk as Awaited<ReturnType<typeof files.statfs>>);
  const { status, message, todo } = await checkDisk("/data");
  return [status, message, todo];
}

const freeSoon = "Free space before it is full.";

test.each([
  ["counts no files", 2_000, 0, 0, ["ok", "The disk of /data has 2,000 MiB free.", undefined]],
  ["has a thousand files left", 2_000, 50_000, 1_000, ["ok", "The disk of /data has 2,000 MiB free.", undefined]],
  [
    "has fewer files left",
    2_000,
    50_000,
    999,
    ["warn", "The disk of /data has room for 999 more files.", "Remove small files there."],
  ],
  ["has 1024 MiB", 1_024, 0, 0, ["ok", "The disk of /data has 1,024 MiB free.", undefined]],
  ["has less", 1_023, 0, 0, ["warn", "The disk of /data has 1,023 MiB free.", freeSoon]],
  ["has 64 MiB", 64, 0, 0, ["warn", "The disk of /data has 64 MiB free.", freeSoon]],
  [
    "has hardly anything",
    63,
    0,
    0,
    ["fail", "The disk of /data has 63 MiB free.", "Free space: on a full disk only deleting works."],
  ],
])("a disk whose file system %s", async (_what, free, all, freeFiles, told) => {
  expect(await check(free, all, freeFiles)).toEqual(told);
});

test("a folder that does not exist yet is checked by its nearest existing parent", async () => {
  const missing = Object.assign(new Error("missing"), { code: "ENOENT" });
  vi.mocked(files.statfs).mockImplementation(async (path) => {
    if (path !== "/data") throw missing;
    return { bavail: 2_000, bsize: mebibyte, files: 0, ffree: 0 } as Awaited<ReturnType<typeof files.statfs>>;
  });
  expect((await checkDisk("/data/new/folder")).status).toBe("ok");
});

test("a folder that cannot be read is not checked by its parent, which may be on another disk", async () => {
  vi.mocked(files.statfs).mockImplementation(async (path) => {
    if (path === "/data/desk") throw Object.assign(new Error("broken"), { code: "EIO" });
    return { bavail: 2_000, bsize: mebibyte, files: 0, ffree: 0 } as Awaited<ReturnType<typeof files.statfs>>;
  });
  expect((await checkDisk("/data/desk")).status).toBe("fail");
});

test("a storage that is on no disk is not checked", async () => {
  expect(await checkDisk(null)).toMatchObject({
    status: "skip",
    message: "This storage is on no disk of this machine.",
  });
});

test("where not even the root of the file system can be read, the disk does not respond", async () => {
  vi.mocked(files.statfs).mockRejectedValue(Object.assign(new Error("missing"), { code: "ENOENT" }));
  expect(await checkDisk("/data/new")).toMatchObject({
    status: "fail",
    message: "The disk of /data/new does not respond.",
    todo: "Check that it is mounted (findmnt) and not failing (dmesg).",
  });
});
