import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { callAdmin } from "../../src/admin/admin-socket.ts";
import { openLockedStorage } from "../../src/admin/locked-storage.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Backend } from "../../src/storage/types.ts";
import { temporaryFolder } from "../storage/folder.ts";

vi.mock("../../src/storage/open-storage.ts");

let dir: string;
beforeEach(() => {
  ({ dir } = temporaryFolder());
});

const isLocked = async () => (await callAdmin(dir, {})).isRunning;

test("the folder stays locked until its storage is closed, because two processes must not write it", async () => {
  const lockedAtClose: boolean[] = [];
  const close = async () => void lockedAtClose.push(await isLocked());
  vi.mocked(openStorage).mockResolvedValueOnce({ close } as Backend);
  const storage = await openLockedStorage(`lmdb:${dir}`);
  storage.setAdminHandler(async () => "ready");
  await storage.close();
  expect([lockedAtClose, await isLocked()]).toEqual([[true], false]);
});

test("the folder is not locked any more if its storage cannot be opened", async () => {
  vi.mocked(openStorage).mockRejectedValueOnce(new Error("damaged"));
  await expect(openLockedStorage(`lmdb:${dir}`)).rejects.toThrow("damaged");
  expect(await isLocked()).toBe(false);
});

test("a command that comes while the storage is opened waits for the handler", async () => {
  vi.mocked(openStorage).mockResolvedValueOnce({ close: async () => {} } as Backend);
  const storage = await openLockedStorage(`lmdb:${dir}`);
  const early = callAdmin(dir, "question");
  storage.setAdminHandler(async (request) => ({ answered: request }));
  expect(await early).toEqual({ isRunning: true, response: { answered: "question" } });
  await storage.close();
});

test("a folder that cannot be used is named, with the flag and the reason", async () => {
  writeFileSync(join(dir, "file"), "");
  const folder = join(dir, "file", "data");
  const reason = "a part of the path is a file, not a folder";
  await expect(openLockedStorage(`lmdb:${folder}`)).rejects.toThrow(
    expect.objectContaining({ message: `--storage: the folder ${folder} cannot be used: ${reason}` }),
  );
});
