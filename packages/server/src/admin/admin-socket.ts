import { existsSync, mkdirSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { errorMessage } from "@frontdesk/basics";
import { handleListenerErrors } from "@frontdesk/tunnel/edge";
import { checkFolderOwner } from "../storage/folder-owner.ts";
import { lockFolder } from "./folder-lock.ts";
import { connectToServer } from "./socket.ts";

/** Thrown if another process uses the folder, or did a moment ago. A retry may succeed. */
export class FolderBusyError extends Error {
  override readonly name = "FolderBusyError";
}

/** One line of JSON in each direction. A ping asks for the process id of the server. `answer` is what the handler returned. */
type SocketRequest = { ping: true } | { request: unknown };
type SocketReply = { pid: number } | { answer: unknown } | { error: string };

/** Longer requests and replies are rejected, to bound memory. */
const maxLineBytes = 1024 * 1024;
/** Milliseconds without traffic after which a connection is closed. */
const idleTimeoutMs = 30_000;
/** Milliseconds in which a server that uses the folder must say its process id. */
const pingTimeoutMs = 2_000;

/** Result of `callAdmin`: a response, or that no server uses the folder. */
export type AdminCallResult = { isRunning: true; response: unknown } | { isRunning: false };

/**
 * Locks a storage folder for this process and handles the commands of other processes, so that only one process writes: `lockFolder`
 * makes the server listen on the folder's socket, which is the lock. Rejects if another server has the folder, or if root opens one
 * that other users could replace. If the handler throws, the caller gets the error's message.
 */
export async function serveAdmin(
  dir: string,
  handler: (request: unknown) => Promise<unknown>,
): Promise<{ close(): Promise<void> }> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  checkFolderOwner(dir);
  const sockets = new Set<Socket>();
  // Half-open, because a client ends its side after the request and then waits for the response.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    handleListenerErrors(socket, () => socket.destroy());
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    socket.setTimeout(idleTimeoutMs, () => socket.destroy());
    void respondOnce(socket, handler);
  });
  server.unref();
  const unlock = await lockFolder(server, dir).catch((error: unknown) => {
    server.close();
    throw error;
  });
  if (unlock === null) {
    server.close();
    throw await toFolderBusyError(dir);
  }

  return {
    /** Frees the folder for another server: no further command finds this one. Then disconnects the commands that still use its socket. */
    async close() {
      unlock();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Sends a request to the server that uses the folder, over its admin socket. `isRunning` is false if there is no such server.
 *
 * @throws FolderBusyError if the server stops before it responds, or Error with the message of the server's handler
 */
export async function callAdmin(
  dir: string,
  request: unknown,
  { timeoutMs = 30_000 }: { timeoutMs?: number } = {},
): Promise<AdminCallResult> {
  const reply = await callSocket(dir, { request }, timeoutMs);
  if (reply === null) return { isRunning: false };
  if ("error" in reply) throw new Error(reply.error);
  // The other kind of reply, to a ping, has no answer.
  return { isRunning: true, response: "answer" in reply ? reply.answer : null };
}

/**
 * Sends one line to the folder's admin socket. Returns `null` if no server is running.
 *
 * @throws Error if the folder or its socket belongs to an untrusted user, who could pose as the server
 */
async function callSocket(dir: string, request: SocketRequest, timeoutMs: number): Promise<SocketReply | null> {
  if (!existsSync(dir)) return null;
  checkFolderOwner(dir);
  const socket = await connectToServer(dir);
  return socket && sendRequest(socket, request, timeoutMs);
}

/**
 * Sends a request to the running server and reads its reply, each a line of JSON. Then closes the socket.
 *
 * @throws FolderBusyError if the server disconnects without a reply
 */
async function sendRequest(socket: Socket, request: SocketRequest, timeoutMs: number): Promise<SocketReply> {
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error("The running frontdesk server did not respond in time")));
  try {
    socket.end(`${JSON.stringify(request)}\n`);
    const line = await readLine(socket);
    // The server is closing. It frees the folder in a moment, so this error tells the caller to retry.
    if (line === null) throw new FolderBusyError("The running frontdesk server stopped without a response");
    return JSON.parse(line) as SocketReply;
  } finally {
    socket.destroy();
  }
}

/** Creates the error of a folder in use. Names the server's process id if the server responds. */
async function toFolderBusyError(dir: string): Promise<FolderBusyError> {
  // A server that is too busy to respond is still there.
  const reply = await callSocket(dir, { ping: true }, pingTimeoutMs).catch(() => null);
  const processNote = reply && "pid" in reply ? ` (pid ${reply.pid})` : "";
  return new FolderBusyError(`${dir} is already in use by another frontdesk server${processNote}`);
}

/** Reads the request on a connection to the admin socket, sends its reply and closes the connection. Never rejects. */
async function respondOnce(socket: Socket, handler: (request: unknown) => Promise<unknown>) {
  try {
    const line = await readLine(socket);
    // The client disconnected before its request was complete.
    if (line === null) return socket.destroy();
    socket.end(`${JSON.stringify(await toReply(line, handler))}\n`);
  } catch {
    socket.destroy();
  }
}

/** Runs the handler for a request in JSON. Errors become replies, so that the command that called can show them. */
async function toReply(line: string, handler: (request: unknown) => Promise<unknown>): Promise<SocketReply> {
  try {
    const request = JSON.parse(line) as SocketRequest;
    if ("ping" in request) return { pid: process.pid };
    // JSON would leave out `undefined`, and the caller expects an answer.
    return { answer: (await handler(request.request)) ?? null };
  } catch (error) {
    return { error: errorMessage(error) };
  }
}

/** Reads the first line that arrives on a socket. Resolves with `null` if the other side disconnected before the line's end. */
async function readLine(socket: Socket): Promise<string | null> {
  const lineBreak = 10;
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    socket.on("data", (chunk: Buffer) => {
      const lineEnd = chunk.indexOf(lineBreak);
      const isComplete = lineEnd >= 0;
      chunks.push(isComplete ? chunk.subarray(0, lineEnd) : chunk);
      bytes += chunk.length;
      if (isComplete) resolve(Buffer.concat(chunks).toString("utf8"));
      // Rejects by the `error` event.
      else if (bytes > maxLineBytes) socket.destroy(new Error("The line is too long"));
    });
    socket.once("end", () => resolve(null));
    socket.once("error", reject);
    socket.once("close", () => resolve(null));
  });
}
