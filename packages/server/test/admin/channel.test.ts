import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callAdmin, serveAdmin } from "../../src/admin/admin-socket.ts";
import { socketPath } from "../../src/admin/socket.ts";
import { temporaryFolder } from "../storage/folder.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

test("answers the request of another process on the same folder", async () => {
  const admin = await serveAdmin(folder.dir, async (request) => ({ heard: request }));
  const text = "ü\n".repeat(50_000);
  expect(await callAdmin(folder.dir, { text })).toEqual({ isRunning: true, response: { heard: { text } } });
  await admin.close();
});

test("reports that no server runs, or that the folder is missing", async () => {
  expect(await callAdmin(folder.dir, {})).toEqual({ isRunning: false });
  expect(await callAdmin(join(folder.dir, "missing"), {})).toEqual({ isRunning: false });
});

test("returns the error message of a failed request", async () => {
  const admin = await serveAdmin(folder.dir, async () => {
    throw new Error("No account of that name");
  });
  await expect(callAdmin(folder.dir, {})).rejects.toThrow("No account of that name");
  await admin.close();
});

test("rejects a second server on the folder, and admits it after the first", async () => {
  const first = await serveAdmin(folder.dir, async () => "first");
  await expect(serveAdmin(folder.dir, async () => "second")).rejects.toThrow(
    `already in use by another frontdesk server (pid ${process.pid})`,
  );
  expect(await callAdmin(folder.dir, {})).toEqual({ isRunning: true, response: "first" });
  await first.close();
  expect(await callAdmin(folder.dir, {})).toEqual({ isRunning: false });
  const second = await serveAdmin(folder.dir, async () => "second");
  expect(await callAdmin(folder.dir, {})).toEqual({ isRunning: true, response: "second" });
  await second.close();
});

test("gives the folder to one of many servers that start together", async () => {
  const starts = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => serveAdmin(folder.dir, async () => n)));
  const won = starts.filter((start) => start.status === "fulfilled");
  expect(won).toHaveLength(1);
  expect((await callAdmin(folder.dir, {})).isRunning).toBe(true);
  await won[0]!.value.close();
});

test.skipIf(process.platform === "win32")("replaces a server that was killed", async () => {
  const path = socketPath(folder.dir);
  const source = `require("node:net").createServer().listen(${JSON.stringify(path)}, () => console.log("up"))`;
  const killed = spawn(process.execPath, ["-e", source], { stdio: ["ignore", "pipe", "inherit"] });
  await once(killed.stdout, "data");
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(existsSync(path)).toBe(true);
  expect(await callAdmin(folder.dir, {})).toEqual({ isRunning: false });
  const admin = await serveAdmin(folder.dir, async () => "alive");
  expect(await callAdmin(folder.dir, {})).toEqual({ isRunning: true, response: "alive" });
  await admin.close();
});

test.skipIf(process.platform === "win32")("keeps other users out", async () => {
  const admin = await serveAdmin(folder.dir, async () => null);
  expect(statSync(join(folder.dir, "frontdesk.sock")).mode & 0o777).toBe(0o600);
  await admin.close();
  expect(existsSync(join(folder.dir, "frontdesk.sock"))).toBe(false);
});

test("works in a folder whose path is too long for a socket", async () => {
  const long = join(folder.dir, "d".repeat(120));
  mkdirSync(long);
  const admin = await serveAdmin(long, async () => "far away");
  expect(await callAdmin(long, {})).toEqual({ isRunning: true, response: "far away" });
  expect(statSync(join(long, "frontdesk.sock")).mode & 0o777).toBe(0o600);
  await expect(serveAdmin(long, async () => null)).rejects.toThrow("already in use");
  await admin.close();
});

test.skipIf(process.platform === "win32")(
  "does not ask the socket that a path too long for one is cut to",
  async () => {
    const long = join(folder.dir, "e".repeat(120));
    mkdirSync(long);
    const source = `require("node:net").createServer().listen("frontdesk.sock", () => console.log("up"))`;
    const own = spawn(process.execPath, ["-e", source], { cwd: long, stdio: ["ignore", "pipe", "inherit"] });
    await once(own.stdout, "data");
    // The system cuts the path for every server.
    const other = createServer((socket) => socket.end('{"response":"from another"}\n')).listen(socketPath(long));
    await once(other, "listening");
    expect(await callAdmin(long, {})).toEqual({ isRunning: false });
    other.close();
    own.kill("SIGKILL");
    await once(own, "exit");
  },
);

test.skipIf(process.platform === "win32")("times out if a server does not answer", async () => {
  const silent = createServer().listen(socketPath(folder.dir));
  await once(silent, "listening");
  await expect(callAdmin(folder.dir, {}, { timeoutMs: 50 })).rejects.toThrow("did not respond in time");
  silent.close();
});
