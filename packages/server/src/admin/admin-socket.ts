import { existsSync, mkdirSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { catchListenerErrors } from "@frontdesk/tunnel/edge";
import { checkFolderOwner } from "../storage/folder-owner.ts";
import { lockFolder } from "./folder-lock.ts";
import { connectToServer } from "./socket.ts";

/** Another process has the folder, or had it a moment ago: asking once more may help. */
export class FolderBusyError extends Error {
  override readonly name = "FolderBusyError";
}

/** One line each way, as JSON. A ping asks who serves the folder. */
type SocketRequest = { ping: true } | { request: unknown };
type SocketReply = { pid: number } | { answer: unknown } | { error: string };

const maxLineBytes = 1 << 20;

/** What `callAdmin` found: an answer, or that no server is running on the folder. */
export type AdminCallResult = { answered: true; answer: unknown } | { answered: false };

/**
 * Claims a storage folder for this process and answers the commands of others on it, so that only one process
 * writes. Rejects if another server has the folder. An error of the handler reaches the caller as its message.
 */
export async function serveAdmin(
  dir: string,
  handler: (request: unknown) => Promise<unknown>,
): Promise<{ close(): Promise<void> }> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  checkFolderOwner(dir);
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    catchListenerErrors(socket, () => socket.destroy());
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    socket.setTimeout(30_000, () => socket.destroy());
    void respondOnce(socket, handler);
  });
  // The channel alone keeps no process running.
  server.unref();
  const release = await lockFolder(server, dir).catch((error: unknown) => {
    server.close();
    throw error;
  });
  if (release === null) {
    server.close();
    throw await toFolderBusyError(dir);
  }

  return {
    async close() {
      release();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Asks the server that has the folder, if there is one. */
export async function callAdmin(
  dir: string,
  request: unknown,
  { timeout = 30_000 }: { timeout?: number } = {},
): Promise<AdminCallResult> {
  const answer = await callSocket(dir, { request }, timeout);
  if (answer === null) return { answered: false };
  if ("error" in answer) throw new Error(answer.error);
  return { answered: true, answer: "answer" in answer ? answer.answer : null };
}

async function callSocket(dir: string, request: SocketRequest, timeout: number): Promise<SocketReply | null> {
  if (!existsSync(dir)) return null;
  checkFolderOwner(dir);
  const socket = await connectToServer(dir);
  return socket && sendRequest(socket, request, timeout);
}

async function sendRequest(socket: Socket, request: SocketRequest, timeout: number): Promise<SocketReply> {
  socket.setTimeout(timeout, () => socket.destroy(new Error("The running frontdesk server did not answer in time")));
  try {
    socket.end(`${JSON.stringify(request)}\n`);
    const line = await readLine(socket);
    if (line === null) throw new FolderBusyError("The running frontdesk server went away without an answer");
    return JSON.parse(line) as SocketReply;
  } finally {
    socket.destroy();
  }
}

async function toFolderBusyError(dir: string): Promise<FolderBusyError> {
  // A server that is too busy to respond is still there.
  const answer = await callSocket(dir, { ping: true }, 2_000).catch(() => null);
  const who = answer && "pid" in answer ? ` (pid ${answer.pid})` : "";
  return new FolderBusyError(`${dir} is already in use by another frontdesk server${who}`);
}

async function respondOnce(socket: Socket, handler: (request: unknown) => Promise<unknown>) {
  try {
    const line = await readLine(socket);
    if (line === null) return socket.destroy();
    socket.end(`${JSON.stringify(await toReply(line, handler))}\n`);
  } catch {
    socket.destroy();
  }
}

async function toReply(line: string, handler: (request: unknown) => Promise<unknown>): Promise<SocketReply> {
  try {
    const request = JSON.parse(line) as SocketRequest;
    if ("ping" in request) return { pid: process.pid };
    return { answer: (await handler(request.request)) ?? null };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** The first line, or `null` if the other side went away before its end. */
async function readLine(socket: Socket): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    socket.on("data", (chunk: Buffer) => {
      const end = chunk.indexOf(10);
      chunks.push(end < 0 ? chunk : chunk.subarray(0, end));
      bytes += chunk.length;
      if (end >= 0) resolve(Buffer.concat(chunks).toString("utf8"));
      else if (bytes > maxLineBytes) socket.destroy(new Error("The line is too long"));
    });
    socket.once("end", () => resolve(null));
    socket.once("error", reject);
    socket.once("close", () => resolve(null));
  });
}
