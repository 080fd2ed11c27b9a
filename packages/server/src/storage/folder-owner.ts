import { lstatSync, realpathSync, type Stats } from "node:fs";
import { dirname } from "node:path";

/**
 * Returns whether a file of the folder was put there by somebody whom this user trusts: itself, root, and for root the
 * folder's owner, whose data it was told to use.
 */
export function isTrustedOwner(found: Stats, dir: string): boolean {
  if (process.getuid === undefined) return true;
  const own = process.getuid();
  return found.uid === own || found.uid === 0 || (own === 0 && found.uid === lstatSync(dir).uid);
}

/**
 * Refuses a folder that root was told to use and that somebody else created where every user can create folders: its
 * owner would answer root's commands and read what root stores.
 *
 * @throws Error that says what to do.
 */
export function checkFolderOwner(dir: string): void {
  if (process.getuid?.() !== 0) return;
  const real = realpathSync(dir);
  if (lstatSync(real).uid === 0) return;
  for (let [path, parent] = [real, dirname(real)]; parent !== path; [path, parent] = [parent, dirname(parent)]) {
    const { uid } = lstatSync(path);
    const { mode } = lstatSync(parent);
    const isSticky = (mode & 0o1000) !== 0;
    if ((mode & 0o002) !== 0 && (uid !== 0 || !isSticky))
      throw new Error(
        `${path} belongs to user ${uid}, and every user can create folders in ${parent}, so root does not trust it. Remove it, name another folder, or run the command as that user`,
      );
  }
}
