import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { errorMessage } from "@frontdesk/basics";
import { OptionsError } from "../../problem.ts";
import { generateSecret, parseSecret, type Secret } from "./secret.ts";

/** Name of the file within a data folder. */
const innerSecretFile = "frontdesk.secret";

/**
 * Returns the path of the generated secret of a data folder: `<folder>.secret` beside it, so that a copy of the folder has no
 * secret. If the folder is a mount point, as in a container, where a file beside it would be lost, or if its parent is not writable,
 * the file is inside the folder.
 */
export function secretFileOf(directory: string): string {
  const dir = resolve(directory);
  const inside = join(dir, innerSecretFile);
  const beside = `${dir}.secret`;
  if (existsSync(beside)) return beside;
  const mustBeInside = existsSync(inside) || isMountPoint(dir) || !isWritable(dirname(dir));
  return mustBeInside ? inside : beside;
}

/** Reads the secret in a file. Returns `null` if there is no file. @throws OptionsError if it is unreadable or malformed */
export function readSecretFile(path: string): Secret | null {
  try {
    const text = readFileSync(path, "utf8");
    checkFileOwner(path);
    return parseSecret(text, path);
  } catch (error) {
    if (error instanceof OptionsError) throw error;
    const { code } = error as NodeJS.ErrnoException; // Node's errors have a code.
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new OptionsError(`${path}, the secret of the storage, cannot be read: ${errorMessage(error)}`);
  }
}

/** Writes a new secret to a file for this user only. `publish` moves the prepared file to `path`, and the secret is then on disk. */
export function createSecretFile(path: string): Secret {
  const prepared = prepareSecretFile(path);
  prepared.publish();
  return prepared.secret;
}

/**
 * Writes a new secret to a temporary file beside `path`. `publish` replaces the file at `path` by it. The temporary file is on disk
 * before that, so a crash leaves the old secret or the new one.
 */
export function prepareSecretFile(path: string): { secret: Secret; publish(): void } {
  const text = generateSecret();
  const unfinished = toUnfinished(path);
  removeUnfinishedSecret(path);
  const file = openSync(unfinished, "wx", 0o600);
  try {
    writeSync(file, `${text}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return {
    secret: parseSecret(text, path),
    /** Replaces the old secret's file by that of the new one, durably. */
    publish() {
      renameSync(unfinished, path);
      flushFolder(dirname(path));
    },
  };
}

/** Removes a secret that a crash left unpublished. Nothing needs it. */
export function removeUnfinishedSecret(path: string): void {
  rmSync(toUnfinished(path), { force: true });
}

const toUnfinished = (path: string) => `${path}.new`;

/** Flushes a folder, so that the names in it survive a power failure. */
export function flushFolder(dir: string): void {
  // Windows cannot open folders, and writes their entries at once.
  if (process.platform === "win32") return;
  const folder = openSync(dir, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Rejects a secret file of another user, who could read the storage with it. Makes this user's file inaccessible to others. */
function checkFileOwner(path: string): void {
  // Windows has no such modes. The file inherits the access rights of its folder.
  if (process.getuid === undefined) return;
  const { uid, mode } = statSync(path);
  if (uid !== process.getuid())
    throw new OptionsError(
      `${path}, the secret of the storage, belongs to another user. Run chown ${process.getuid()} on it`,
    );
  if ((mode & 0o077) !== 0) chmodSync(path, 0o600);
}

/** Returns whether the folder is on another device than its parent. */
function isMountPoint(dir: string): boolean {
  return existsSync(dir) && statSync(dir).dev !== statSync(dirname(dir)).dev;
}

/** Returns whether this process may create files in the folder. */
function isWritable(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
