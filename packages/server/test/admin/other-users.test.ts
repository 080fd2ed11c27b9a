import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { callAdmin, serveAdmin } from "../../src/admin/admin-socket.ts";
import { ensurePrivateFolder } from "../../src/storage/private-folder.ts";
import { canSwitchUser, listenAt, runAs } from "../as-user.ts";

const stranger = 23_456;
const owner = 34_567;

// Skipped unless root runs the tests: nobody else starts processes of other users.
describe.runIf(canSwitchUser)("with other users on the same machine", () => {
  let base: string;
  /** In the place of the system's folder for temporary files, which every user may write to. */
  let shared: string;
  let dir: string;
  const deep = () => join(dir, "d".repeat(120));
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), "frontdesk-users-"));
    chmodSync(base, 0o755);
    shared = join(base, "tmp");
    dir = join(base, "data");
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    mkdirSync(dir, { mode: 0o700 });
    vi.stubEnv("TMPDIR", shared);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(base, { recursive: true, force: true });
  });

  test("another user's socket in the shared folder neither answers a command nor prevents a start", async () => {
    for (const data of [dir, deep()]) {
      mkdirSync(data, { recursive: true, mode: 0o700 });
      const hash = createHash("sha256").update(data).digest("hex").slice(0, 24);
      const folder = join(shared, "frontdesk-0");
      const path = join(folder, `${hash}.sock`);
      const make = `require("node:fs").mkdirSync(${JSON.stringify(folder)}, { recursive: true, mode: 0o755 });`;
      await runAs(stranger, make + listenAt(path));
      expect(await callAdmin(data, {})).toEqual({ isRunning: false });
      const admin = await serveAdmin(data, async () => "real");
      expect(await callAdmin(data, {})).toEqual({ isRunning: true, response: "real" });
      await admin.close();
    }
  });

  test("a folder that another user created in the server's place is not trusted", async () => {
    mkdirSync(deep(), { mode: 0o700 });
    const first = await serveAdmin(deep(), async () => "first");
    const link = join(deep(), "frontdesk.sock");
    const target = readlinkSync(link);
    expect(dirname(dirname(target))).toBe(shared);
    expect(lstatSync(dirname(target)).mode & 0o777).toBe(0o700);
    // As after a crash and the emptying of the folder for temporary files.
    rmSync(dirname(target), { recursive: true });
    const make = `require("node:fs").mkdirSync(${JSON.stringify(dirname(target))}, { mode: 0o700 });`;
    await runAs(stranger, make + listenAt(target));
    expect(await callAdmin(deep(), {})).toEqual({ isRunning: false });
    const second = await serveAdmin(deep(), async () => "second");
    expect(await callAdmin(deep(), {})).toEqual({ isRunning: true, response: "second" });
    await second.close();
    expect(existsSync(link)).toBe(false);
    await first.close();
  });

  test("another user's symbolic link to that user's folder is not followed", async () => {
    chmodSync(dir, 0o777);
    const target = join(shared, "frontdesk-abcdef", "admin.sock");
    const make = `
      const { mkdirSync, symlinkSync } = require("node:fs");
      mkdirSync(${JSON.stringify(dirname(target))}, { mode: 0o700 });
      symlinkSync(${JSON.stringify(target)}, ${JSON.stringify(join(dir, "frontdesk.sock"))});`;
    await runAs(stranger, make + listenAt(target));
    await expect(callAdmin(dir, {})).rejects.toThrow(
      `frontdesk.sock belongs to user ${stranger}, so it is not used. Run the command as the server's user; if no server runs there, delete the file`,
    );
  });

  test("another user's socket, from when the data folder was open, is rejected and replaced", async () => {
    chmodSync(dir, 0o777);
    await runAs(stranger, listenAt(join(dir, "frontdesk.sock")));
    await expect(callAdmin(dir, {})).rejects.toThrow(
      `frontdesk.sock belongs to user ${stranger}, so it is not used. Run the command as the server's user; if no server runs there, delete the file`,
    );
    ensurePrivateFolder(dir);
    const admin = await serveAdmin(dir, async () => "real");
    expect(await callAdmin(dir, {})).toEqual({ isRunning: true, response: "real" });
    await admin.close();
  });

  test("root uses no data folder that another user created in the shared folder", async () => {
    const planted = join(shared, "data");
    const make = `require("node:fs").mkdirSync(${JSON.stringify(planted)}, { mode: 0o700 });`;
    await runAs(stranger, make + listenAt(join(planted, "frontdesk.sock")));
    const refusal = `${planted} belongs to user ${stranger}, and every user can create folders in ${shared}, so root does not trust it. Remove it, name another folder, or run the command as that user`;
    await expect(callAdmin(planted, {})).rejects.toThrow(refusal);
    await expect(serveAdmin(planted, async () => null)).rejects.toThrow(refusal);
    expect(() => ensurePrivateFolder(planted)).toThrow(refusal);
  });

  test("root asks the server of the user who owns the data folder", async () => {
    chownSync(dir, owner, owner);
    await runAs(owner, listenAt(join(dir, "frontdesk.sock")));
    expect(await callAdmin(dir, {})).toEqual({ isRunning: true, response: "forged" });
    await expect(serveAdmin(dir, async () => null)).rejects.toThrow("already in use by another frontdesk server (pid ");
  });

  test("another user is told that the data folder is not accessible", () => {
    const setuid = vi.spyOn(process, "getuid").mockReturnValue(stranger);
    process.seteuid!(stranger);
    return expect(callAdmin(dir, {}))
      .rejects.toThrow(`${dir}. Run the command as the user that owns it`)
      .finally(() => {
        process.seteuid!(0);
        setuid.mockRestore();
      });
  });

  test("a server does not take over the folder from one that root runs", async () => {
    const admin = await serveAdmin(dir, async () => "root's");
    const path = join(dir, "frontdesk.sock");
    chownSync(dir, owner, owner);
    const setuid = vi.spyOn(process, "getuid").mockReturnValue(owner);
    process.seteuid!(owner);
    const denied = `Only user 0, whose server may be running there, can access ${path}. Run the command as that user; if no server runs there, delete the file`;
    try {
      await expect(serveAdmin(dir, async () => null)).rejects.toThrow(denied);
      await expect(callAdmin(dir, {})).rejects.toThrow(denied);
    } finally {
      process.seteuid!(0);
      setuid.mockRestore();
    }
    expect(await callAdmin(dir, {})).toEqual({ isRunning: true, response: "root's" });
    await admin.close();
  });
});
