import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkFolderOwner } from "./folder-owner.ts";

/** Names of the files that this server creates in its folder. */
const ownFileName = /^(?:data\.mdb|lock\.mdb|smtp-(?:key|cert)\.pem|frontdesk\.sock|\.[0-9a-f]{8}\.sock)$/;

/**
 * Creates the folder of a storage for this user only. Makes an existing one and its data files inaccessible to others,
 * because the data may contain readable keys. Not on Windows, where the folder inherits the access rights of its parent. Leaves
 * links inside the folder alone.
 *
 * @throws Error that says what to do: for a folder open to others that belongs to another user or contains other files,
 * and for root also another user's folder in a place such as /tmp, where every user can create one (`checkFolderOwner`).
 */
export function ensurePrivateFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (process.platform === "win32" || process.getuid === undefined) return;
  checkFolderOwner(dir);
  const { uid, mode } = statSync(dir);
  const isOpenToOthers = (mode & 0o077) !== 0;
  if (isOpenToOthers && uid !== process.getuid())
    throw new Error(
      `${dir} belongs to another user and is open to others. Run chown ${process.getuid()} and chmod 700 on it, or name another folder`,
    );
  const names = readdirSync(dir);
  // A folder with a database is this server's, whatever else lies there. Any other may be in use by others, who would lose access.
  const isOwnFolder = names.includes("data.mdb") || names.every((name) => ownFileName.test(name));
  if (isOpenToOthers && !isOwnFolder)
    throw new Error(
      `${dir} is open to other users and contains other files, too. Run chmod 700 on it, or name a separate folder, such as ${join(dir, "frontdesk")}`,
    );
  if (isOpenToOthers) chmodSync(dir, 0o700);
  for (const name of names) {
    if (!ownFileName.test(name)) continue;
    const path = join(dir, name);
    // Another command may have removed its socket since the names were read.
    const file = lstatSync(path, { throwIfNoEntry: false });
    if (file?.isFile() && (file.mode & 0o077) !== 0) chmodSync(path, 0o600);
  }
}
