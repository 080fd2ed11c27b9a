import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";

const shapes = /svc(?:agt|m|sms)?_[A-Za-z0-9]{8,}/g;

/** Removes credentials by their value, and whatever has the shape of one. */
export function redact(text: string, values: readonly string[] = []): string {
  let safe = text;
  for (const value of values) if (value.length >= 4) safe = safe.replaceAll(value, "[secret]");
  return safe.replace(shapes, "[secret]");
}

/** Writes a secret where only this user reads it. Returns the path. */
export async function keepSecret(folder: string, name: string, secret: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name.replace(/[^A-Za-z0-9._-]/g, "_"));
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(`${secret}\n`);
  } finally {
    await file.close();
  }
  return path;
}
