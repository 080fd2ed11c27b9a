import { chownSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serveAdmin } from "../../src/admin/admin-socket.ts";
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
