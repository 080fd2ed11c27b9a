import * as files from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { checkDisk } from "../../src/doctor/machine.ts";

vi.mock("node:fs/promises", async (original) => ({ ...(await original<object>()), statfs: vi.fn() }));

const mebibyte = 2 ** 20;

/** What the doctor says of a disk with so many MiB free, in a file system with so many files, of which so many are free. */
async function check(free: number, all: number, freeFiles: number): Promise<string> {
  const disk = { bavail: free, bsize: mebibyte, files: all, ffree: freeFiles };
  vi.mocked(files.statfs).mockResolvedValue(disk as Awaited<ReturnType<typeof files.statfs>>);
  return (await checkDisk("/data")).status;
}

test.each([
  ["counts no files", 2_000, 0, 0, "ok"],
  ["has a thousand files left", 2_000, 50_000, 1_000, "ok"],
  ["has fewer files left", 2_000, 50_000, 999, "warn"],
  ["has 1024 MiB", 1_024, 0, 0, "ok"],
  ["has less", 1_023, 0, 0, "warn"],
  ["has 64 MiB", 64, 0, 0, "warn"],
  ["has hardly anything", 63, 0, 0, "fail"],
])("a disk whose file system %s", async (_what, free, all, freeFiles, status) => {
  expect(await check(free, all, freeFiles)).toBe(status);
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
  expect(await checkDisk(null)).toMatchObject({ status: "skip" });
});

test("where not even the root of the file system can be read, the disk does not respond", async () => {
  vi.mocked(files.statfs).mockRejectedValue(Object.assign(new Error("missing"), { code: "ENOENT" }));
  expect(await checkDisk("/data/new")).toMatchObject({
    status: "fail",
    message: "The disk of /data/new does not respond.",
  });
});

test("a disk that is about to be full is shown with what it has left", async () => {
  const disk = { bavail: 1_023, bsize: mebibyte, files: 0, ffree: 0 };
  vi.mocked(files.statfs).mockResolvedValue(disk as Awaited<ReturnType<typeof files.statfs>>);
  expect((await checkDisk("/data")).message).toBe("The disk of /data has 1,023 MiB free.");
});
