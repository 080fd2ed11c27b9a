import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createServer } from "../../src/index.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { ensurePrivateFolder } from "../../src/storage/private-folder.ts";

let base: string;
const umask = process.umask();
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "frontdesk-private-"));
});
afterEach(() => {
  process.umask(umask);
  rmSync(base, { recursive: true, force: true });
});
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test.runIf(process.platform !== "win32")(
  "the data is accessible only to this user, with any umask and any creator of the folder",
  async () => {
    const dir = join(base, "data");
    mkdirSync(dir);
    chmodSync(dir, 0o777);
    const backend = await openStorage(`lmdb:${dir}`);
    await backend.kv.commit([["a", { b: 1 }]]);
    await backend.close();
    expect([dir, join(dir, "data.mdb"), join(dir, "lock.mdb")].map(modeOf)).toEqual(["700", "600", "600"]);
    // As an earlier version, or a copy of a backup, has left it.
    chmodSync(dir, 0o755);
    chmodSync(join(dir, "data.mdb"), 0o644);
    // Beside a database, other files do not keep the folder open.
    writeFileSync(join(dir, "letter.txt"), "");
    await using server = await createServer({ storage: `lmdb:${dir}`, smtp: false });
    expect(server.key).toMatch(/^svcagt_/);
    expect([dir, join(dir, "data.mdb")].map(modeOf)).toEqual(["700", "600"]);
  },
);

test.runIf(process.platform !== "win32")(
  "a folder with other content is unchanged, and the error says what to do",
  () => {
    const dir = join(base, "home");
    mkdirSync(dir);
    chmodSync(dir, 0o755);
    writeFileSync(join(dir, "letter.txt"), "");
    expect(() => ensurePrivateFolder(dir)).toThrow(
      /contains other files, too\. Run chmod 700 on it, or name a separate folder/,
    );
    expect(modeOf(dir)).toBe("755");
    chmodSync(dir, 0o700);
    ensurePrivateFolder(dir);
  },
);
