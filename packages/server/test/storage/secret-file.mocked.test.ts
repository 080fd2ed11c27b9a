import * as fs from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { OptionsError } from "../../src/problem.ts";
import { prepareSecretFile, readSecretFile, secretFileOf } from "../../src/storage/encryption/secret-file.ts";
import { temporaryFolder } from "./folder.ts";

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    accessSync: vi.fn(real.accessSync),
    fsyncSync: vi.fn(real.fsyncSync),
    openSync: vi.fn(real.openSync),
    readFileSync: vi.fn(real.readFileSync),
    renameSync: vi.fn(real.renameSync),
    statSync: vi.fn(real.statSync),
  };
});

test("the secret of a data folder is beside it, or inside if nothing can be created beside it", () => {
  const { dir: parent } = temporaryFolder();
  const data = join(parent, "data");
  expect(secretFileOf(data)).toBe(`${data}.secret`);
  // As for a user who may enter the parent folder, but not write to it. Root may always.
  vi.mocked(fs.accessSync).mockImplementation((path, mode = 0) => {
    if (path === parent && (mode & fs.constants.W_OK) !== 0)
      throw Object.assign(new Error("denied"), { code: "EACCES" });
  });
  expect(secretFileOf(data)).toBe(join(data, "frontdesk.secret"));
  // One that is there already stays the folder's secret.
  fs.writeFileSync(`${data}.secret`, "");
  expect(secretFileOf(data)).toBe(`${data}.secret`);
});

test("the secret of a mounted folder is inside, unless there is one beside it already", () => {
  const { dir: parent } = temporaryFolder();
  const data = join(parent, "data");
  fs.mkdirSync(data);
  const real = vi.mocked(fs.statSync).getMockImplementation()!;
  onTestFinished(() => void vi.mocked(fs.statSync).mockImplementation(real));
  // As for a mounted volume: the folder is on another device than its parent.
  const statSync = (path: fs.PathLike) => (path === data ? { dev: -1 } : real(path));
  vi.mocked(fs.statSync).mockImplementation(statSync as typeof fs.statSync);
  expect(secretFileOf(data)).toBe(join(data, "frontdesk.secret"));
  fs.writeFileSync(`${data}.secret`, "");
  expect(secretFileOf(data)).toBe(`${data}.secret`);
});

test("where a file stands in place of the folder of a secret, there is no secret", () => {
  const file = join(temporaryFolder().dir, "data");
  fs.writeFileSync(file, "");
  expect(readSecretFile(join(file, "frontdesk.secret"))).toBeNull();
});

test("a secret that this user may not read is reported, and does not count as missing", () => {
  const path = join(temporaryFolder().dir, "data.secret");
  // Root may read all.
  vi.mocked(fs.readFileSync).mockImplementationOnce(() => {
    throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
  });
  expect(() => readSecretFile(path)).toThrow(
    new OptionsError(`${path}, the secret of the storage, cannot be read: EACCES: permission denied`),
  );
});

test.runIf(process.getuid)("a secret of another user, who could read the storage with it, is refused", () => {
  const path = join(temporaryFolder().dir, "data.secret");
  const userId = process.getuid!();
  fs.writeFileSync(path, Buffer.alloc(32, 1).toString("base64"), { mode: 0o600 });
  expect(readSecretFile(path)).not.toBeNull();
  const other = { uid: userId + 1, mode: 0o100600 };
  vi.mocked(fs.statSync).mockImplementationOnce((() => other) as unknown as typeof fs.statSync);
  expect(() => readSecretFile(path)).toThrow(
    new OptionsError(`${path}, the secret of the storage, belongs to another user. Run chown ${userId} on it`),
  );
});

test("a new secret is on disk before it takes the old one's place, and its name before anything goes on", () => {
  const { dir } = temporaryFolder();
  const path = join(dir, "data.secret");
  const [open, sync, rename] = [vi.mocked(fs.openSync), vi.mocked(fs.fsyncSync), vi.mocked(fs.renameSync)];
  for (const mock of [open, sync, rename]) mock.mockClear();
  const { publish } = prepareSecretFile(path);
  const [file] = open.mock.results.map(({ value }) => value);
  expect([sync.mock.calls, rename.mock.calls]).toEqual([[[file]], []]);
  publish();
  expect(open.mock.calls.map(([opened]) => opened)).toEqual([`${path}.new`, dir]);
  expect(sync.mock.calls).toEqual(open.mock.results.map(({ value }) => [value]));
  const [renamed] = rename.mock.invocationCallOrder;
  expect(sync.mock.invocationCallOrder[0]).toBeLessThan(renamed!);
  expect(sync.mock.invocationCallOrder[1]).toBeGreaterThan(renamed!);
});
