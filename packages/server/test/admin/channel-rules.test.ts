import { once } from "node:events";
import { mkdirSync, statSync } from "node:fs";
import { connect, createServer, Server, Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { callAdmin, FolderBusyError, serveAdmin } from "../../src/admin/admin-socket.ts";
import { socketPath } from "../../src/admin/socket.ts";
import { temporaryFolder } from "../storage/folder.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** What the timeouts of sockets are set to from now on. */
function watchTimeouts() {
  const setTimeout = vi.spyOn(Socket.prototype, "setTimeout");
  onTestFinished(() => setTimeout.mockRestore());
  return { setTimeout, all: () => setTimeout.mock.calls.map(([milliseconds]) => milliseconds) };
}

/** The listeners that are opened from now on. */
function watchListeners(): Server[] {
  const listen = vi.spyOn(Server.prototype, "listen");
  onTestFinished(() => listen.mockRestore());
  return listen.mock.contexts as Server[];
}

test("a storage folder created by the server is accessible only to its own user", async () => {
  const dir = join(folder.dir, "new", "storage");
  const admin = await serveAdmin(dir, async () => "answer");
  onTestFinished(() => admin.close());
  expect(statSync(dir).mode & 0o777).toBe(0o700);
});

test("a server that cannot create its socket in the folder stops listening", async () => {
  // A folder in the socket's place cannot be taken away like a dead socket.
  mkdirSync(socketPath(folder.dir));
  const listeners = watchListeners();
  await expect(serveAdmin(folder.dir, async () => "answer")).rejects.toThrow();
  expect(listeners.length).toBeGreaterThan(0);
  expect(listeners.map(({ listening }) => listening)).not.toContain(true);
});

test("a server that finds the folder in use stops listening", async () => {
  const admin = await serveAdmin(folder.dir, async () => "first");
  onTestFinished(() => admin.close());
  const listeners = watchListeners();
  await expect(serveAdmin(folder.dir, async () => "second")).rejects.toBeInstanceOf(FolderBusyError);
  expect(listeners.map(({ listening }) => listening)).toEqual([false]);
});

test("a server that has ended listens no more, and has no command connected", async () => {
  const listeners = watchListeners();
  const admin = await serveAdmin(folder.dir, () => new Promise(() => {}));
  const command = connect(socketPath(folder.dir));
  onTestFinished(() => void command.destroy());
  await once(listeners[0]!, "connection");
  await admin.close();
  expect(listeners[0]!.listening).toBe(false);
  const [error, count] = await new Promise<[Error | null, number]>((resolve) =>
    listeners[0]!.getConnections((...result) => resolve(result)),
  );
  expect([error, count]).toEqual([null, 0]);
});

test("the lock of a folder does not keep a program running that has nothing else to do", async () => {
  const countListeners = () => process.getActiveResourcesInfo().filter((kind) => kind === "PipeServerWrap").length;
  const before = countListeners();
  const admin = await serveAdmin(folder.dir, async () => "answer");
  onTestFinished(() => admin.close());
  expect(countListeners()).toBe(before);
});

test("a command waits half a minute for its response by default", async () => {
  const admin = await serveAdmin(folder.dir, async () => "answer");
  onTestFinished(() => admin.close());
  const timeouts = watchTimeouts();
  await callAdmin(folder.dir, "word");
  // Its own, and that of the server's side.
  expect(timeouts.all()).toEqual([30_000, 30_000]);
});

test("a server that does not identify itself within two seconds loses the folder", async () => {
  const mute = createServer((socket) => void socket.resume()).listen(socketPath(folder.dir));
  await once(mute, "listening");
  onTestFinished(() => void mute.close());
  const timeouts = watchTimeouts();
  timeouts.setTimeout.mockImplementation(function (this: Socket, milliseconds, callback) {
    if (milliseconds === 2_000) setImmediate(() => callback?.());
    return this;
  });
  const second = await serveAdmin(folder.dir, async () => "second").catch((error: unknown) => error);
  expect(second).toEqual(new FolderBusyError(`${folder.dir} is already in use by another frontdesk server`));
  expect(timeouts.all()).toContain(2_000);
});

test("an unexpected error closes its own connection, and the server continues", async () => {
  const listeners = watchListeners();
  const admin = await serveAdmin(folder.dir, async (request) => request);
  onTestFinished(() => admin.close());
  listeners[0]!.once("connection", (socket: Socket) => {
    socket.once("data", () => {
      throw new Error("unforeseen");
    });
  });
  const socket = connect(socketPath(folder.dir));
  onTestFinished(() => void socket.destroy());
  const closed = once(socket, "close");
  socket.write("{");
  await closed;
  expect(await callAdmin(folder.dir, "word")).toEqual({ isRunning: true, response: "word" });
});
