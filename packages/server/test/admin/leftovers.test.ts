import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callAdmin, serveAdmin } from "../../src/admin/admin-socket.ts";
import { temporaryFolder } from "../storage/folder.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

// A socket of a data folder with a long path stands in the system's folder for temporary files.
test.each([
  ["short", "data"],
  ["long", "d".repeat(120)],
])("a server that is refused, and one that ends, leave no socket of a folder with a %s path", async (_, name) => {
  const temporary = join(folder.dir, "tmp");
  mkdirSync(temporary);
  vi.stubEnv("TMPDIR", temporary);
  const dir = join(folder.dir, name);
  const left = () => [...readdirSync(temporary), ...readdirSync(dir)].sort();
  const first = await serveAdmin(dir, async () => "first");
  const before = left();
  await expect(serveAdmin(dir, async () => "second")).rejects.toThrow("already in use");
  expect(left()).toEqual(before);
  await first.close();
  expect(left()).toEqual([]);
});

test("a long folder for temporary files is not used, because no socket could be in it", async () => {
  const temporary = join(folder.dir, "t".repeat(45));
  mkdirSync(temporary);
  vi.stubEnv("TMPDIR", temporary);
  const server = await serveAdmin(join(folder.dir, "d".repeat(120)), async () => "here");
  expect(readdirSync(temporary)).toEqual([]);
  await server.close();
});

// Only root can give a folder to another user.
test.runIf(process.getuid?.() === 0).each([
  ["this user is removed", 0, false],
  ["another user, of the same name, is left alone", 1234, true],
])("the temporary folder of a killed server of %s at the next start", async (_, uid, isLeft) => {
  const [temporary, dir] = [join(folder.dir, "frontdesk-old"), join(folder.dir, "d".repeat(120))];
  for (const path of [temporary, dir]) mkdirSync(path);
  writeFileSync(join(temporary, "admin.sock"), "");
  symlinkSync(join(temporary, "admin.sock"), join(dir, "frontdesk.sock"));
  chownSync(temporary, uid, uid);
  const server = await serveAdmin(dir, async () => "next");
  expect(existsSync(join(temporary, "admin.sock"))).toBe(isLeft);
  await server.close();
});

test.each([
  ["a folder of another name", "other", "admin.sock"],
  ["a file of another name", "frontdesk-old", "mail.txt"],
])("a link that leads to %s takes nothing with it", async (_, folderName, fileName) => {
  const [temporary, dir] = [join(folder.dir, folderName), join(folder.dir, "d".repeat(120))];
  for (const path of [temporary, dir]) mkdirSync(path);
  writeFileSync(join(temporary, fileName), "");
  symlinkSync(join(temporary, fileName), join(dir, "frontdesk.sock"));
  const server = await serveAdmin(dir, async () => "next");
  expect(existsSync(join(temporary, fileName))).toBe(true);
  await server.close();
});

test("a server starts although the temporary folder of a killed one was deleted", async () => {
  const dir = join(folder.dir, "d".repeat(120));
  mkdirSync(dir);
  symlinkSync(join(folder.dir, "frontdesk-deleted", "admin.sock"), join(dir, "frontdesk.sock"));
  const server = await serveAdmin(dir, async () => "next");
  expect(await callAdmin(dir, {})).toEqual({ isRunning: true, response: "next" });
  await server.close();
  expect(readdirSync(dir)).toEqual([]);
});

test.skipIf(process.platform === "win32")(
  "a server in a temporary folder that others may enter is not asked",
  async () => {
    const dir = join(folder.dir, "d".repeat(120));
    const server = await serveAdmin(dir, async () => "served");
    const target = dirname(readlinkSync(join(dir, "frontdesk.sock")));
    expect(await callAdmin(dir, {})).toEqual({ isRunning: true, response: "served" });
    for (const mode of [0o710, 0o701]) {
      chmodSync(target, mode);
      expect(await callAdmin(dir, {})).toEqual({ isRunning: false });
    }
    chmodSync(target, 0o700);
    await server.close();
  },
);

test("a server that ends leaves the socket of another that has taken its place", async () => {
  const server = await serveAdmin(folder.dir, async () => "first");
  writeFileSync(join(folder.dir, "other"), "");
  renameSync(join(folder.dir, "other"), join(folder.dir, "frontdesk.sock"));
  await server.close();
  expect(readdirSync(folder.dir)).toEqual(["frontdesk.sock"]);
});
