import { createHash, randomBytes } from "node:crypto";
import { chmodSync, linkSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { connect, type Server, type Socket } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";

/** Where the server of a folder listens, best first. The folder must exist. */
export function socketPaths(dir: string): string[] {
  const real = realpathSync(dir);
  const hash = createHash("sha256").update(real).digest("hex").slice(0, 24);
  if (process.platform === "win32") return [`\\\\.\\pipe\\frontdesk-${hash}`];
  const inside = join(real, "frontdesk.sock");
  const outside = join(tmpdir(), `frontdesk-${userInfo().uid}`, `${hash}.sock`);
  // The system cuts longer paths without a word. The claim's own file beside it is no longer than this one.
  return Buffer.byteLength(inside) <= 100 ? [inside, outside] : [outside];
}

/** Whether the socket was put there by another user than this one or, for root, than the folder's; `null` once it is gone. */
export function isOfAnother(path: string): boolean | null {
  if (process.platform === "win32" || process.getuid === undefined) return false;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  const { uid } = found;
  const own = process.getuid();
  return uid !== own && !(own === 0 && uid === lstatSync(dirname(path)).uid);
}

/** Connects, or resolves with `null` where nobody listens. Rejects when there is no telling. */
export function connectTo(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(socket));
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (["ENOENT", "ECONNREFUSED", "ENOTSOCK", "ENOTDIR"].includes(error.code ?? "")) resolve(null);
      else reject(error);
    });
  });
}

/**
 * Puts the server's socket at the path, open to this user alone. Resolves with the function that takes it away, or
 * with `null` if another process listens there.
 */
export async function claimSocket(server: Server, path: string): Promise<(() => void) | null> {
  if (process.platform === "win32") return (await listen(server, path)) ? () => {} : null;
  ensurePrivateFolder(path);
  // The socket gets its rights under a name of its own; taking the final name is then one step that only one can win.
  const own = join(dirname(path), `.${randomBytes(4).toString("hex")}.sock`);
  await listen(server, own);
  chmodSync(own, 0o600);
  const { ino } = lstatSync(own);
  try {
    while (!tryLink(own, path)) {
      const stale = lstatSync(path, { throwIfNoEntry: false })?.ino;
      const other = await connectTo(path);
      other?.destroy();
      if (other) return null;
      removeStale(path, stale);
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => {
    if (lstatSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path, { force: true });
  };
}

/** Takes a dead socket away, unless another process has just put a live one in its place. */
function removeStale(path: string, stale: number | undefined) {
  const aside = `${path}.${process.pid.toString(36)}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (lstatSync(aside).ino !== stale) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function tryLink(from: string, to: string) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** A folder in the common place for temporary files could have been put there by someone else. */
function ensurePrivateFolder(path: string) {
  const folder = dirname(path);
  if (dirname(folder) !== tmpdir()) return;
  mkdirSync(folder, { mode: 0o700, recursive: true });
  const { uid, mode } = lstatSync(folder);
  if (uid !== userInfo().uid || (mode & 0o077) !== 0)
    throw new Error(`${folder} is open to other users, so no admin socket can be put there. Remove it.`);
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
