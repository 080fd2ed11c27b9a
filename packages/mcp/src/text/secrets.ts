import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { maskTokens } from "@frontdesk/basics";

/** Removes the given credentials, and the secret part of everything that looks like a token. */
export function redact(text: string, values: readonly string[] = []): string {
  let safe = text;
  for (const value of values) if (value.length >= 4) safe = safe.replaceAll(value, "[secret]");
  return maskTokens(safe, "[secret]");
}

/** A secret has nowhere to go; the message names the folder. */
export class FolderError extends Error {
  override readonly name = "FolderError";
}

/** Writes a secret where only this user reads it. Returns the path. @throws FolderError */
export async function keepSecret(folder: string, name: string, secret: string): Promise<string> {
  const path = join(folder, name.replace(/[^A-Za-z0-9._-]/g, "_"));
  const file = await mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => open(path, "wx", 0o600))
    .catch((error: NodeJS.ErrnoException) => {
      throw new FolderError(`Nothing can be written to the folder ${folder} (${error.code ?? error.name})`);
    });
  try {
    await file.writeFile(`${secret}\n`);
  } finally {
    await file.close();
  }
  return path;
}

/** What a header can carry; the example of the instructions ends in an ellipsis, which none can. */
export const isKey = (text: string): boolean => /^[!-~]+$/.test(text);
