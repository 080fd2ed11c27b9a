import * as fs from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { readSecretFile, secretFileOf } from "../../src/storage/encryption/secret-file.ts";
import { temporaryFolder } from "./folder.ts";

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return { ...real, accessSync: vi.fn(real.accessSync) };
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

test("where a file stands in place of the folder of a secret, there is no secret", () => {
  const file = join(temporaryFolder().dir, "data");
  fs.writeFileSync(file, "");
  expect(readSecretFile(join(file, "frontdesk.secret"))).toBeNull();
});
