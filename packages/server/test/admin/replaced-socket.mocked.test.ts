import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { callAdmin, FolderBusyError, serveAdmin } from "../../src/admin/admin-socket.ts";
import { connectToServer } from "../../src/admin/socket.ts";
import { temporaryFolder } from "../storage/folder.ts";

vi.mock("../../src/admin/socket.ts", async (original) => {
  const real = await original<typeof import("../../src/admin/socket.ts")>();
  return { ...real, connectToServer: vi.fn(real.connectToServer) };
});

beforeEach(() => void vi.mocked(connectToServer).mockClear());

/** A data folder with the socket of a server that was killed. */
function openFolder(name: string) {
  const folder = temporaryFolder();
  const temporary = join(folder.dir, "tmp");
  const dir = join(folder.dir, name);
  for (const path of [temporary, dir]) mkdirSync(path);
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const path = join(dir, "frontdesk.sock");
  writeFileSync(path, "");
  const [accessed, modified] = [0, 0]; // long ago
  utimesSync(path, accessed, modified);
  return { dir, path };
}

/** Lets something happen while a starting server finds that nobody listens at the old socket. */
const whileFoundDead = (act: () => Promise<void>) =>
  vi.mocked(connectToServer).mockImplementationOnce(async () => {
    await act();
    return null;
  });

test("a server starts although another removes the dead socket at the same time", async () => {
  const { dir, path } = openFolder("data");
  whileFoundDead(async () => rmSync(path));
  const admin = await serveAdmin(dir, async () => "here");
  onTestFinished(() => admin.close());
  expect(await callAdmin(dir, {})).toEqual({ isRunning: true, response: "here" });
});

// A socket of a data folder with a long path stands in the system's folder for temporary files.
test.each([
  ["short", "data"],
  ["long", "d".repeat(120)],
])("of two servers that find a dead socket, in a folder with a %s path, one gets the folder", async (_, name) => {
  const { dir, path } = openFolder(name);
  const faster: Awaited<ReturnType<typeof serveAdmin>>[] = [];
  whileFoundDead(async () => {
    faster.push(await serveAdmin(dir, async () => "first"));
  });
  await expect(serveAdmin(dir, async () => "second")).rejects.toBeInstanceOf(FolderBusyError);
  expect(await callAdmin(dir, {})).toEqual({ isRunning: true, response: "first" });
  expect(existsSync(path)).toBe(true);
  await faster[0]!.close();
});

test("a server that starts once the dead socket is gone takes none away that was put there since", async () => {
  const { dir, path } = openFolder("data");
  const faster: Awaited<ReturnType<typeof serveAdmin>>[] = [];
  whileFoundDead(async () => {
    rmSync(path);
    faster.push(await serveAdmin(dir, async () => "first"));
  });
  // Many file systems give a new file the number of the one that was just deleted.
  await expect(serveAdmin(dir, async () => "second")).rejects.toBeInstanceOf(FolderBusyError);
  await faster[0]!.close();
});
