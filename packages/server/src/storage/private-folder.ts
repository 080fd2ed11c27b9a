import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkFolderOwner } from "./folder-owner.ts";

/** What this server puts into its folder. */
const ours = /^(?:data\.mdb|lock\.mdb|smtp-(?:key|cert)\.pem|frontdesk\.sock|\.[0-9a-f]{8}\.sock)$/;

/**
 * Makes the folder, or makes it one that this user alone can enter: what is stored holds keys in readable form.
 *
 * @throws Error that says what to do where the folder is someone else's, or holds something else.
 */
export function ensurePrivateFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  // Windows keeps to the rights of the folder above.
  if (process.platform === "win32" || process.getuid === undefined) return;
  checkFolderOwner(dir);
  const { uid, mode } = statSync(dir);
  const isOpen = (mode & 0o077) !== 0;
  if (isOpen && uid !== process.getuid())
    throw new Error(
      `${dir} belongs to another user and is open to others. Run chown ${process.getuid()} and chmod 700 on it, or name another folder`,
    );
  const names = readdirSync(dir);
  if (isOpen && names.length > 0 && !names.includes("data.mdb") && !names.every((name) => ours.test(name)))
    throw new Error(
      `${dir} is open to other users and holds other files, too. Run chmod 700 on it, or name a folder of its own, such as ${join(dir, "frontdesk")}`,
    );
  if (isOpen) chmodSync(dir, 0o700);
  for (const name of names) {
    const path = join(dir, name);
    const found = lstatSync(path);
    if (ours.test(name) && found.isFile() && (found.mode & 0o077) !== 0) chmodSync(path, 0o600);
  }
}
