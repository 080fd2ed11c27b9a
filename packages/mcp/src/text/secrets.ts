import { randomBytes } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { maskTokens } from "@frontdesk/basics";

/** Replaces these credentials, and the secret part of everything that looks like a token, by `[secret]`. */
export function redact(text: string, values: readonly string[] = []): string {
  let safe = text;
  // A shorter value would occur in ordinary text.
  for (const value of values) if (value.length >= 4) safe = safe.replaceAll(value, "[secret]");
  return maskTokens(safe, "[secret]");
}

/** A secret cannot be written. The message names the folder. */
export class SecretsFolderError extends Error {
  override readonly name = "SecretsFolderError";
}

/**
 * Writes a secret to a new file that only this user can read, and never over another (`wx`). Returns the path.
 *
 * @throws SecretsFolderError; no file is left then
 */
export async function writeSecret(folder: string, name: string, secret: string): Promise<string> {
  // No slashes: part of the name is an id that the server chose, and the file must not leave the folder.
  const path = join(folder, name.replace(/[^A-Za-z0-9._-]/g, "_"));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeNewFile(path, `${secret}\n`);
  } catch (error) {
    const { code, name: errorName } = error as NodeJS.ErrnoException;
    throw new SecretsFolderError(`Cannot write to the folder ${folder} (${code ?? errorName})`);
  }
  return path;
}

async function writeNewFile(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
  } catch (error) {
    // Half a secret, such as on a full disk, would look like a whole one.
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Checks that a file can be created in the folder. Called before a change whose secret must go there: a key that was rotated meanwhile
 * would be lost. @throws SecretsFolderError
 */
export async function checkSecretsFolder(folder: string): Promise<void> {
  const path = await writeSecret(folder, `.check-${randomBytes(6).toString("hex")}`, "");
  await rm(path);
}

/** Whether the text can be a key: no header can carry other characters, such as the ellipsis of our examples. */
export const isKey = (text: string): boolean => /^[!-~]+$/.test(text);
