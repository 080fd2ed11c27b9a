import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { connect, createServer, Server, Socket } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { callAdmin, FolderBusyError, serveAdmin } from "../../src/admin/admin-socket.ts";
import { socketPath } from "../../src/admin/socket.ts";
import { temporaryFolder } from "../storage/folder.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** A server of the folder, closed when the test ends. */
async function serve(handler: (request: unknown) => Promise<unknown> = async (request) => request) {
  const admin = await serveAdmin(folder.dir, handler);
  onTestFinished(() => admin.close());
  return admin;
}

/** A connection to the server of the folder, as a program that keeps to nothing makes it. */
async function dial(): Promise<Socket> {
  const socket = connect(socketPath(folder.dir)).setEncoding("utf8");
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

test("a command times out if the server does not answer, and the server continues", async () => {
  await serve(async (request) => (request === "hang" ? new Promise(() => {}) : request));
  await expect(callAdmin(folder.dir, "hang", { timeoutMs: 20 })).rejects.toThrow(
    "The running frontdesk server did not respond in time",
  );
  expect(await callAdmin(folder.dir, "word")).toEqual({ isRunning: true, response: "word" });
});

test("a server that is closed while it works disconnects its commands at once, and may be closed again", async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const admin = await serve(async () => {
    begin();
    return new Promise(() => {});
  });
  const call = callAdmin(folder.dir, "hang").catch((error: Error) => error);
  const idle = await dial();
  const closed = once(idle, "close");
  await begun;
  await admin.close();
  const error = await call;
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof FolderBusyError || "code" in (error as Error)).toBe(true);
  await closed;
  expect(existsSync(socketPath(folder.dir))).toBe(false);
  await admin.close();
});

test.each([
  ["is no JSON", "hello\n", /^\{"error":/],
  ["asks who serves", '{"ping":true}\n', new RegExp(`^\\{"pid":${process.pid}\\}\n$`)],
  ["comes with more behind it", '{"request":1}\n{"request":2}\n', /^\{"answer":1\}\n$/],
  ["asks for what is nothing", '{"request":null}\n', /^\{"answer":null\}\n$/],
])("a line that %s has one answer", async (_what, line, expected) => {
  await serve(async (request) => request ?? undefined);
  const socket = await dial();
  let answer = "";
  socket.on("data", (text: string) => {
    answer += text;
  });
  const ended = once(socket, "end");
  socket.write(line);
  await ended;
  expect(answer).toMatch(expected);
});

test("a connection that ends before its line does is closed, without a request", { timeout: 20_000 }, async () => {
  // Without the limit of an idle connection, which would close it later.
  const setTimeoutOfSocket = vi.spyOn(Socket.prototype, "setTimeout").mockReturnThis();
  onTestFinished(() => setTimeoutOfSocket.mockRestore());
  const handler = vi.fn(async () => "answer");
  await serve(handler);
  for (const text of ["", '{"request":1}']) {
    const socket = await dial();
    const closed = once(socket, "close");
    socket.end(text);
    await closed;
  }
  expect(handler).not.toHaveBeenCalled();
});

test("a line of one mebibyte is read, and a longer one ends its connection", { timeout: 20_000 }, async () => {
  // Without the limit of an idle connection, which would close it later.
  const setTimeoutOfSocket = vi.spyOn(Socket.prototype, "setTimeout").mockReturnThis();
  onTestFinished(() => setTimeoutOfSocket.mockRestore());
  await serve(async (request) => String(request).length);
  const most = 2 ** 20 - JSON.stringify({ request: "" }).length;
  expect(await callAdmin(folder.dir, "x".repeat(most))).toEqual({ isRunning: true, response: most });
  const socket = await dial();
  const closed = once(socket, "close");
  socket.write("x".repeat(2 ** 20 + 1));
  await closed;
  expect(await callAdmin(folder.dir, "word")).toMatchObject({ isRunning: true });
});

test("a handler without a result sends an empty response, and an error is sent with its message", async () => {
  await serve(async (request) => {
    if (request === "throw") throw "no error at all";
    return undefined;
  });
  expect(await callAdmin(folder.dir, "word")).toEqual({ isRunning: true, response: null });
  await expect(callAdmin(folder.dir, "throw")).rejects.toThrow("no error at all");
});

test("a server that finds the folder in use leaves the other's socket, and none of its own", async () => {
  await serve(async () => "first");
  for (let time = 0; time < 3; time++)
    await expect(serveAdmin(folder.dir, async () => "second")).rejects.toBeInstanceOf(FolderBusyError);
  expect(readdirSync(folder.dir)).toEqual(["frontdesk.sock"]);
  expect(await callAdmin(folder.dir, {})).toEqual({ isRunning: true, response: "first" });
});

test("a connection that is silent for half a minute is closed", async () => {
  const setTimeout = vi.spyOn(Socket.prototype, "setTimeout");
  onTestFinished(() => setTimeout.mockRestore());
  await serve();
  const socket = await dial();
  const closed = once(socket, "close");
  await vi.waitUntil(() => setTimeout.mock.calls.length > 0);
  expect(setTimeout.mock.calls.map(([milliseconds]) => milliseconds)).toEqual([30_000]);
  setTimeout.mock.calls[0]?.[1]?.();
  await closed;
});

test("the admin socket alone does not keep the process alive", async () => {
  const unref = vi.spyOn(Server.prototype, "unref");
  onTestFinished(() => unref.mockRestore());
  await serve();
  expect(unref).toHaveBeenCalled();
});

test("if the other server disconnects without an answer, this one gets the folder", async () => {
  const mute = createServer((socket) => socket.destroy()).listen(socketPath(folder.dir));
  await once(mute, "listening");
  onTestFinished(() => void mute.close());
  await expect(serveAdmin(folder.dir, async () => {})).rejects.toThrow(
    `${folder.dir} is already in use by another frontdesk server`,
  );
});
