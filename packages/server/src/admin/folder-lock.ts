import { randomBytes } from "node:crypto";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { connectToServer, ForeignSocketError, maxPathBytes, readIdentity, socketPath } from "./socket.ts";

/** A socket that listens, but is not yet at the path where clients look for it. */
interface UnpublishedSocket {
  /** Creates a link to the socket at the path, atomically. Returns `false` if the path exists. */
  publish(path: string): boolean;
  /** Deletes temporary files, and unless `keepSocket`, the socket that a published link leads to. */
  cleanUp(options: { keepSocket: boolean }): void;
}

/**
 * Locks the folder: puts the server's socket into it, accessible to this user only. The socket first listens at a temporary path, and
 * is then linked to its final one (`publish`, false if that exists). So a socket at the final path that does not respond is left over
 * (stale), and not just starting; it is removed, also that of another user. The temporary path is in the folder, or elsewhere if it is
 * too long for a socket.
 * Resolves with the function that unlocks the folder, or with `null` if another process listens there. On Windows, a named pipe is
 * exclusive and disappears with its process, so it needs no file and no unlocking.
 */
export async function lockFolder(server: Server, dir: string): Promise<(() => void) | null> {
  const path = socketPath(dir);
  if (process.platform === "win32") return (await listen(server, path)) ? () => {} : null;
  const socket = (await listenInFolder(server, dirname(path))) ?? (await listenInTemporaryFolder(server));
  let isPublished = false;
  try {
    while (!socket.publish(path)) {
      // Read before the attempt to connect: a socket that another process puts there later has another identity.
      const staleIdentity = readIdentity(path);
      const runningServer = await connectToServer(dir).catch(ignoreForeignSocket);
      runningServer?.destroy();
      if (runningServer) return null;
      removeStale(path, staleIdentity);
    }
    isPublished = true;
  } finally {
    socket.cleanUp({ keepSocket: isPublished });
  }
  const ownIdentity = readIdentity(path);
  return () => {
    const isStillOwnSocket = readIdentity(path) === ownIdentity;
    if (isStillOwnSocket) rmSync(path, { force: true });
    socket.cleanUp({ keepSocket: false });
  };
}

/**
 * Treats another user's socket as dead, so that it is removed. It remained when the data folder got another owner: only the owner
 * (or root, whose sockets are trusted) can enter the folder, so no server of another user runs there now.
 */
function ignoreForeignSocket(error: unknown): null {
  if (error instanceof ForeignSocketError) return null;
  throw error;
}

/**
 * Listens on a socket with a temporary name in the folder; `publish` gives the socket its final name too, by a hard link. Resolves with
 * `null` if the path is too long or the file system has no sockets, as some network and shared folders.
 */
async function listenInFolder(server: Server, dir: string): Promise<UnpublishedSocket | null> {
  const socketFile = join(dir, `.${randomBytes(4).toString("hex")}.sock`);
  if (Buffer.byteLength(socketFile) > maxPathBytes) return null;
  try {
    await listen(server, socketFile);
  } catch {
    return null;
  }
  // Clients connect only by the final name, which is created after the permissions are set.
  chmodSync(socketFile, 0o600);
  return {
    publish: (path) => createUnlessExists(() => linkSync(socketFile, path)),
    cleanUp: () => rmSync(socketFile, { force: true }),
  };
}

/**
 * Listens in a new temporary folder with a random name, and links to it from the data folder: for a data folder whose path is too
 * long for a socket, or whose file system has no sockets. Not in `XDG_RUNTIME_DIR`, which is emptied when the user logs out, while
 * the server may still run.
 */
async function listenInTemporaryFolder(server: Server): Promise<UnpublishedSocket> {
  const leavesSpaceForNames = Buffer.byteLength(tmpdir()) <= maxPathBytes / 2;
  const base = leavesSpaceForNames ? tmpdir() : "/tmp";
  const folder = mkdtempSync(join(base, folderPrefix));
  const socketFile = join(folder, socketName);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await listen(server, socketFile);
    chmodSync(socketFile, 0o600);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    publish: (path) => createUnlessExists(() => symlinkSync(socketFile, path)),
    // `keepSocket` once it is published: the link leads to it until the folder is unlocked.
    cleanUp: ({ keepSocket }) => {
      if (!keepSocket) remove();
    },
  };
}

const folderPrefix = "frontdesk-";
const socketName = "admin.sock";

/** Runs a call that creates a directory entry. Returns `false` if the entry exists. */
function createUnlessExists(createEntry: () => void): boolean {
  try {
    createEntry();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes a dead socket, or the link to one and what it leads to (`removeTarget`). If another process has just replaced it by a live
 * one, puts that back. `staleIdentity` is that of the dead entry; `undefined` if it had disappeared, so that an entry at the path now is
 * live. The entry is moved and then examined, so that no other process can replace it in between.
 */
function removeStale(path: string, staleIdentity: string | undefined): void {
  const movedPath = `${path}.${process.pid.toString(36)}`;
  try {
    renameSync(path, movedPath);
  } catch (error) {
    const wasRemovedMeanwhile = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (wasRemovedMeanwhile) return;
    throw error;
  }
  if (readIdentity(movedPath) !== staleIdentity) restoreSocket(movedPath, path);
  else removeTarget(movedPath);
  // A dead entry, or after `restoreSocket` a second name of the live socket.
  rmSync(movedPath, { force: true });
}

/**
 * Puts another server's live socket back, which was moved away instead of a dead one, unless the path is taken again. The entry is
 * a symbolic link if that server's socket is in a temporary folder.
 */
function restoreSocket(movedPath: string, path: string): void {
  // Created again, because not every system can create a hard link to a symbolic link.
  if (lstatSync(movedPath).isSymbolicLink()) createUnlessExists(() => symlinkSync(readlinkSync(movedPath), path));
  else createUnlessExists(() => linkSync(movedPath, path));
}

/**
 * Removes the socket in a temporary folder to which a link leads, and that folder unless it has other files. The caller knows that nobody
 * listens at the socket. Does nothing for another file, or one of another user.
 */
function removeTarget(link: string): void {
  const { uid } = lstatSync(link);
  if (!lstatSync(link).isSymbolicLink() || uid !== process.getuid?.()) return;
  const target = readlinkSync(link);
  const folder = dirname(target);
  if (basename(target) !== socketName || !basename(folder).startsWith(folderPrefix)) return;
  // Another user may have created a folder of the same name after it was deleted.
  if (lstatSync(folder, { throwIfNoEntry: false })?.uid !== uid) return;
  rmSync(target, { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // Not empty.
  }
}

/** Listens at the path. Resolves to `false` if it is in use. */
function listen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error));
    server.once("error", onError);
    server.listen(path, () => {
      server.off("error", onError);
      resolve(true);
    });
  });
}
