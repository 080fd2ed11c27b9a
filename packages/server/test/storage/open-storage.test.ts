import { readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { storageDirectory } from "../../src/storage/backends.ts";
import { generateSecret } from "../../src/storage/encryption/secret.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { temporaryFolder } from "./folder.ts";

test.each(["", "data", "sqlite:./data", "lmdb:", "memory:x", "postgres://user:secret@host/db"])(
  "rejects %j, naming the flag and what it accepts",
  async (target) => {
    const failure = await openStorage(target).catch((error: Error) => error.message);
    expect(failure).toContain("--storage");
    expect(failure).toContain("memory:, lmdb:<dir>, fs:<dir>, redis://");
    expect(failure).not.toContain("secret");
  },
);

test.each(["lmdb", "fs"])("names the folder that %s could not open", async (scheme) => {
  const { dir, remove } = temporaryFolder();
  const file = join(dir, "file");
  writeFileSync(file, "");
  await expect(openStorage(`${scheme}:${file}`)).rejects.toThrow(`--storage ${scheme}:${file} cannot be opened`);
  remove();
});

test.each([
  ["redis://user:secret@127.0.0.1:1/2", "--storage redis://127.0.0.1:1/2 cannot be used: connect ECONNREFUSED"],
  ["redis://:secret@[", "--storage has a Redis address that is not a URL"],
])("shows no credentials when %s cannot be reached", async (target, sentence) => {
  const failure = await openStorage(target).catch((error: Error) => error.message);
  expect(failure).toContain(sentence);
  expect(failure).not.toContain("secret");
});

// Linux shows what the process has open.
test.runIf(process.platform === "linux")("closes the database if its secret is wrong", async () => {
  const { dir, remove } = temporaryFolder();
  const openFiles = () =>
    readdirSync("/proc/self/fd").filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(dir);
      } catch {
        return false;
      }
    });
  const backend = await openStorage(`lmdb:${dir}`, { secret: generateSecret() });
  expect(openFiles()).not.toEqual([]);
  await backend.close();
  await expect(openStorage(`lmdb:${dir}`, { secret: generateSecret() })).rejects.toThrow("is not the secret");
  expect(openFiles()).toEqual([]);
  remove();
});

test("warns that fs: is not crash-safe", async () => {
  const { dir, remove } = temporaryFolder();
  const backend = await openStorage(`fs:${dir}`);
  expect(backend.risks.join()).toContain("not crash-safe");
  await backend.close();
  remove();
});

test("names the folder that only one server at a time may use", () => {
  expect(storageDirectory("lmdb:./data")).toBe("./data");
  expect(storageDirectory("memory:")).toBeNull();
  expect(storageDirectory("redis://host")).toBeNull();
});
