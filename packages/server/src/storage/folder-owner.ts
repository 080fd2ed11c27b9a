import { lstatSync, realpathSync, type Stats } from "node:fs";
import { dirname } from "node:path";

/**
 * Returns whether a file of the folder belongs to a trusted user: this user, root, or, if this user is root, the folder's owner,
 * whose data the operator told root to use.
 */
export function isTrustedOwner(file: Stats, dir: string): boolean {
  // Windows has no user ids; there the folder inherits its access rights.
  if (process.getuid === undefined) return true;
  const userId = process.getuid();
  if (file.uid === userId || file.uid === 0) return true;
  return userId === 0 && file.uid === lstatSync(dir).uid;
}

/**
 * Rejects, for root, a folder of another user in a place where every user can create folders: an attacker could create it in
 * advance, respond to root's commands (through a socket in it) and read what root stores. In a folder of root's own nobody else can
 * have put anything.
 *
 * @throws Error that says what to do.
 */
export function checkFolderOwner(dir: string): void {
  if (process.getuid?.() !== 0) return;
  const real = realpathSync(dir);
  const isOwnFolder = lstatSync(real).uid === 0;
  if (isOwnFolder) return;
  for (let path = real; path !== dirname(path); path = dirname(path)) {
    const parent = dirname(path);
    const { uid } = lstatSync(path);
    const { mode } = lstatSync(parent);
    const isSticky = (mode & 0o1000) !== 0;
    const isWritableByAll = (mode & 0o002) !== 0;
    // Another user created the path, or can replace root's, because the folder is not sticky as /tmp is.
    if (isWritableByAll && (uid !== 0 || !isSticky))
      throw new Error(
        `${path} belongs to user ${uid}, and every user can create folders in ${parent}, so root does not trust it. Remove it, name another folder, or run the command as that user`,
      );
  }
}
