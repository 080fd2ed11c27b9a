import { mkdirSync, readdirSync } from "node:fs";
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
