import * as fs from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkFolderOwner, isTrustedOwner } from "../../src/storage/folder-owner.ts";
import { ensurePrivateFolder } from "../../src/storage/private-folder.ts";
import { temporaryFolder } from "./folder.ts";

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return { ...real, lstatSync: vi.fn(real.lstatSync), realpathSync: vi.fn(real.realpathSync) };
});

const { lstatSync } = await vi.importActual<typeof fs>("node:fs");
let dir: string;
beforeEach(() => {
  ({ dir } = temporaryFolder());
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.mocked(fs.lstatSync).mockReset().mockImplementation(lstatSync);
  vi.mocked(fs.realpathSync).mockReset();
});

const modeOf = (path: string) => lstatSync(path).mode & 0o777;

test.runIf(process.getuid)("a new folder is for this user only", () => {
  const folder = join(dir, "new");
  vi.spyOn(process, "getuid").mockReturnValue(1);
  const mask = process.umask(0);
  ensurePrivateFolder(folder);
  process.umask(mask);
  expect(modeOf(folder)).toBe(0o700);
});

test.runIf(process.getuid).each([
  ["data.mdb", 0o755, 0o700],
  ["data.mdb", 0o750, 0o700],
  ["lock.mdb", 0o755, 0o700],
  ["smtp-key.pem", 0o755, 0o700],
  ["smtp-cert.pem", 0o755, 0o700],
  ["frontdesk.sock", 0o710, 0o700],
  [".0123abcd.sock", 0o710, 0o700],
])("a server's folder with %s and the mode %o is closed, and so is the file", (file, mode, closed) => {
  fs.writeFileSync(join(dir, file), "", { mode: 0o644 });
  fs.chmodSync(dir, mode);
  ensurePrivateFolder(dir);
  expect([modeOf(dir), modeOf(join(dir, file))]).toEqual([closed, 0o600]);
});

test.runIf(process.getuid).each([0o604, 0o640, 0o620])("a data file with the mode %o is closed", (mode) => {
  const file = join(dir, "data.mdb");
  fs.writeFileSync(file, "");
  fs.chmodSync(file, mode);
  ensurePrivateFolder(dir);
  expect(modeOf(file)).toBe(0o600);
});

test.runIf(process.getuid)("a socket that another process removes meanwhile is no error", () => {
  const [data, socket] = ["data.mdb", ".0123abcd.sock"].map((name) => join(dir, name)) as [string, string];
  for (const file of [data, socket]) fs.writeFileSync(file, "", { mode: 0o644 });
  vi.mocked(fs.lstatSync).mockImplementation(((...given: Parameters<typeof lstatSync>) => {
    if (given[0] === socket) fs.rmSync(socket);
    return lstatSync(...given);
  }) as typeof lstatSync);
  ensurePrivateFolder(dir);
  expect(modeOf(data)).toBe(0o600);
});

test.runIf(process.getuid)("beside its data a server's folder may have other files, whose modes stay", () => {
  for (const file of ["data.mdb", "notes.txt"]) fs.writeFileSync(join(dir, file), "", { mode: 0o644 });
  fs.symlinkSync(join(dir, "notes.txt"), join(dir, "lock.mdb"));
  fs.chmodSync(dir, 0o755);
  ensurePrivateFolder(dir);
  expect(["data.mdb", "notes.txt"].map((file) => modeOf(join(dir, file)))).toEqual([0o600, 0o644]);
});

test.runIf(process.getuid)("an open folder with other files, or of another user, is not taken", () => {
  fs.chmodSync(dir, 0o755);
  const uid = process.getuid!();
  const getuid = vi.spyOn(process, "getuid").mockReturnValue(uid + 1);
  expect(() => ensurePrivateFolder(dir)).toThrow(
    / belongs to another user and is open to others\. Run chown \S+ and chmod 700 on it, or name another folder$/,
  );
  getuid.mockReturnValue(uid);
  fs.writeFileSync(join(dir, "notes.txt"), "");
  expect(() => ensurePrivateFolder(dir)).toThrow(
    / is open to other users and contains other files, too\. Run chmod 700 on it, or name a separate folder, such as \S+$/,
  );
  expect(modeOf(dir)).toBe(0o755);
});

/** Makes root look at a path whose folders have these owners and modes; the last is the folder itself. */
function setPath(folders: Record<string, [uid: number, mode: number]>, real?: string) {
  vi.spyOn(process, "getuid").mockReturnValue(0);
  vi.mocked(fs.realpathSync).mockImplementation(((path: string) => real ?? path) as never);
  vi.mocked(fs.lstatSync).mockImplementation(((path: string) => {
    const [uid, mode] = folders[path] ?? [0, 0o755];
    return { uid, mode } as fs.Stats;
  }) as never);
}

test.each<[string, Record<string, [number, number]>, boolean]>([
  ["a user's folder in a home", { "/home/ann": [7, 0o700], "/home/ann/desk": [7, 0o700] }, true],
  ["a user's folder in the sticky /tmp", { "/tmp": [0, 0o1777], "/tmp/desk": [7, 0o700] }, false],
  ["a user's folder under root's in the sticky /tmp", { "/tmp": [0, 0o1777], "/tmp/a/desk": [7, 0o700] }, true],
  ["a user's folder under root's in a folder of all", { "/all": [0, 0o777], "/all/a/desk": [7, 0o700] }, false],
  ["a user's folder in one of its group", { "/group": [0, 0o775], "/group/desk": [7, 0o700] }, true],
  ["root's folder", { "/all": [0, 0o777] }, true],
])("root uses %s: %s", (_what, folders, isTrusted) => {
  setPath(folders);
  const [dir] = Object.keys(folders).toReversed();
  const check = () => checkFolderOwner(dir!);
  if (isTrusted) check();
  else expect(check).toThrow(/every user can create folders in .*, so root does not trust it/);
});

test.each([
  ["this user", true, 8, 8],
  ["root", true, 0, 8],
  ["the folder's owner, if this user is root", true, 7, 0],
  ["the folder's owner, if this user is another", false, 7, 8],
  ["a third user", false, 9, 0],
])("in a folder of another user, the files of %s are trusted: %s", (_owner, isTrusted, uid, userId) => {
  setPath({ "/srv/desk": [7, 0o700] });
  vi.mocked(process.getuid!).mockReturnValue(userId);
  expect(isTrustedOwner({ uid } as fs.Stats, "/srv/desk")).toBe(isTrusted);
});

test("root follows a link to the folder that it names", () => {
  setPath({ "/tmp": [0, 0o1777], "/tmp/desk": [7, 0o700], "/srv/link": [0, 0o777] }, "/tmp/desk");
  expect(() => checkFolderOwner("/srv/link")).toThrow("/tmp/desk belongs to user 7");
});
