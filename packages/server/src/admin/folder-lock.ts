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
import { connectToServer, ForeignSocketError, maxPathBytes, socketPath } from "./socket.ts";

/** A socket that listens, but that nobody finds yet. */
interface UnpublishedSocket {
  /** Puts it at the path in one step, which only one process can win. Returns `false` if something is there. */
  publish(path: string): boolean;
  /** Removes what is needed no longer. */
  cleanUp(isClaimed: boolean): void;
}

/**
 * Puts the server's socket into the folder, open to this user alone. Resolves with the function that removes it, or
 * with `null` if another process listens there.
 */
export async function lockFolder(server: Server, dir: string): Promise<(() => void) | null> {
  const path = socketPath(dir);
  if (process.platform === "win32") return (await listen(server, path)) ? () => {} : null;
  const own = (await listenInFolder(server, dirname(path))) ?? (await listenInTemporaryFolder(server));
  let isClaimed = false;
  try {
    while (!own.publish(path)) {
      const stale = lstatSync(path, { throwIfNoEntry: false })?.ino;
      const other = await connectToServer(dir).catch(ignoreForeign);
      other?.destroy();
      if (other) return null;
      removeStale(path, stale);
    }
    isClaimed = true;
  } finally {
    own.cleanUp(isClaimed);
  }
  const { ino } = lstatSync(path);
  return () => {
    if (lstatSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path, { force: true });
    own.cleanUp(false);
  };
}

/** A folder that only its owner enters has no server of another user: such a socket is no reason not to start. */
function ignoreForeign(error: unknown): null {
  if (error instanceof ForeignSocketError) return null;
  throw error;
}

/** Listens in the folder; `null` if its path is too long or its file system has no sockets. */
async function listenInFolder(server: Server, dir: string): Promise<UnpublishedSocket | null> {
  const own = join(dir, `.${randomBytes(4).toString("hex")}.sock`);
  if (Buffer.byteLength(own) > maxPathBytes) return null;
  try {
    await listen(server, own);
  } catch {
    return null;
  }
  // Connections are accepted under the final name alone, and only after the rights are set.
  chmodSync(own, 0o600);
  return {
    publish: (path) => createUnlessExists(() => linkSync(own, path)),
    cleanUp: () => rmSync(own, { force: true }),
  };
}

/**
 * Listens in a new folder for temporary files, under a name that nobody can take in advance, and links to it from the
 * data folder. `XDG_RUNTIME_DIR` is no place for it: it is emptied when the user logs out, and the server may run on.
 */
async function listenInTemporaryFolder(server: Server): Promise<UnpublishedSocket> {
  const base = Buffer.byteLength(tmpdir()) <= maxPathBytes / 2 ? tmpdir() : "/tmp";
  const folder = mkdtempSync(join(base, folderPrefix));
  const own = join(folder, socketName);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await listen(server, own);
    chmodSync(own, 0o600);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    publish: (path) => createUnlessExists(() => symlinkSync(own, path)),
    cleanUp: (isClaimed) => {
      if (!isClaimed) remove();
    },
  };
}

const folderPrefix = "frontdesk-";
const socketName = "admin.sock";

function createUnlessExists(make: () => void): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Removes a dead socket, unless another process has just put a live one in its place. */
function removeStale(path: string, stale: number | undefined): void {
  const aside = `${path}.${process.pid.toString(36)}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const { ino } = lstatSync(aside);
  if (ino !== stale) restoreSocket(aside, path);
  else removeTarget(aside);
  rmSync(aside, { force: true });
}

function restoreSocket(aside: string, path: string): void {
  // Not every system gives a link a second name.
  if (lstatSync(aside).isSymbolicLink()) createUnlessExists(() => symlinkSync(readlinkSync(aside), path));
  else createUnlessExists(() => linkSync(aside, path));
}

/** Removes the folder to which the link of a killed server of this user leads. */
function removeTarget(link: string): void {
  const { uid } = lstatSync(link);
  if (!lstatSync(link).isSymbolicLink() || uid !== process.getuid?.()) return;
  const target = readlinkSync(link);
  const folder = dirname(target);
  if (basename(target) !== socketName || !basename(folder).startsWith(folderPrefix)) return;
  // In the place of a folder that is gone, another user may have put one.
  if (lstatSync(folder, { throwIfNoEntry: false })?.uid !== uid) return;
  rmSync(target, { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // What else is in it was not put there by a server.
  }
}

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
