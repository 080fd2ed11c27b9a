import { createHash } from "node:crypto";
import { lstatSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { connect, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { isTrustedOwner } from "../storage/folder-owner.ts";

/** Maximum length of a socket's path. The system truncates longer ones without an error. */
export const maxPathBytes = 100;

/** Thrown if the folder's socket belongs to another user, who could pose as the server. */
export class ForeignSocketError extends Error {
  override readonly name = "ForeignSocketError";
  constructor(path: string, uid: number) {
    super(
      `${path} belongs to user ${uid}, so it is not used. Run the command as the server's user; if no server runs there, delete the file`,
    );
  }
}

/**
 * Returns the path in a data folder where its server's socket is, or a link to the socket (see `findSocket`). The name is fixed, so
 * that only one server can have it.
 */
export function socketPath(dir: string): string {
  const real = realpathSync(dir);
  // Windows has named pipes, which are in no folder, so the pipe's name has a hash of the folder.
  if (process.platform !== "win32") return join(real, "frontdesk.sock");
  return `\\\\.\\pipe\\frontdesk-${createHash("sha256").update(real).digest("hex").slice(0, 24)}`;
}

/**
 * Connects to the server of a folder, if its socket belongs to a trusted user. Resolves with `null` if none listens. On Windows the
 * owner is not checked: a named pipe has no file that would show it.
 *
 * @throws ForeignSocketError, or Error if the socket cannot be examined
 */
export async function connectToServer(dir: string): Promise<Socket | null> {
  const path = socketPath(dir);
  if (process.platform === "win32") return connectTo(path);
  const candidate = findSocket(path);
  if (candidate === null) return null;
  const socket = await connectTo(candidate.path);
  if (socket === null || isSameSocket(candidate)) return socket;
  // Another process replaced the socket after findSocket() had checked its owner. Check the new one.
  socket.destroy();
  return connectToServer(dir);
}

/** A socket file that belongs to a trusted user. Its identity tells whether it was replaced later. */
interface FoundSocket {
  path: string;
  identity: string;
}

/**
 * Returns what tells a directory entry from one that replaces it, also after it was moved; `undefined` if there is none. The inode alone
 * does not tell: many file systems give a new entry the inode of the one that was just deleted.
 */
export function readIdentity(path: string): string | undefined {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  return entry && toIdentity(entry);
}

const toIdentity = ({ ino, mtimeMs }: Stats) => `${ino} ${mtimeMs}`;

/**
 * Returns the server's socket at the path in its data folder. If the path is too long for a socket, or the file system has none, the
 * server has put a link there, whose target is returned. Its identity later shows whether it is still the same socket.
 * Returns `null` if no server can listen there.
 *
 * @throws ForeignSocketError if the entry at the path belongs to an untrusted user
 */
function findSocket(path: string): FoundSocket | null {
  const dataFolder = dirname(path);
  /** Returns whether this user, root, or for root the owner of the data folder has created the file. */
  const isTrusted = (file: Stats) => isTrustedOwner(file, dataFolder);
  const entry = readEntry(path);
  if (entry === undefined) return null;
  if (!isTrusted(entry)) throw new ForeignSocketError(path, entry.uid);
  if (!entry.isSymbolicLink()) {
    const isTooLong = Buffer.byteLength(path) > maxPathBytes;
    return entry.isSocket() && !isTooLong ? { path, identity: toIdentity(entry) } : null;
  }
  // The target is in a temporary folder. If the system has deleted that, any user may have created another of the same name.
  const target = readlinkSync(path);
  const folder = lstatSync(dirname(target), { throwIfNoEntry: false });
  if (!folder?.isDirectory() || !isTrusted(folder) || isOpenToOthers(folder)) return null;
  const socket = lstatSync(target, { throwIfNoEntry: false });
  return socket?.isSocket() && isTrusted(socket) ? { path: target, identity: toIdentity(socket) } : null;
}

/** Returns what is at the path, or `undefined` if it does not exist. @throws Error that says what to do if access is denied */
function readEntry(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    throw new Error(`This user cannot access ${dirname(path)}. Run the command as the user that owns it`, {
      cause: error,
    });
  }
}

/** Returns whether any user other than the owner has rights to the folder. */
function isOpenToOthers({ mode }: Stats): boolean {
  return (mode & 0o077) !== 0;
}

/** Returns whether the file is still the socket that was examined. */
function isSameSocket({ path, identity }: FoundSocket): boolean {
  return readIdentity(path) === identity;
}

/** Connects to the socket at the path. Resolves with `null` if no server listens there. @throws Error if access is denied */
function connectTo(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(socket));
    socket.once("error", (error: NodeJS.ErrnoException) => {
      // Nothing is there, nobody listens, or the file is no socket.
      const isWithoutServer = ["ENOENT", "ENOTDIR", "ECONNREFUSED", "ENOTSOCK"].includes(error.code ?? "");
      if (isWithoutServer) resolve(null);
      else if (error.code === "EACCES") reject(new Error(describeDenied(path), { cause: error }));
      else reject(error);
    });
  });
}

/** Returns the error message for a socket that this user may not access. */
function describeDenied(path: string): string {
  const uid = lstatSync(path, { throwIfNoEntry: false })?.uid ?? "another";
  return `Only user ${uid}, whose server may be running there, can access ${path}. Run the command as that user; if no server runs there, delete the file`;
}
