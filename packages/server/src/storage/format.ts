import type { Backend, Write } from "./types.ts";

/** Key that is set while a backup is being restored. */
export const restoringKey = "restoring";
const formatKey = "format";
/** Formats that this version reads and writes. A new one is added when an older version could no longer read it. */
export const formats = { clearText: 1, encrypted: 2 };

/** Returns the write that records the format. */
export const formatWrite = (version: number): Write => [formatKey, { version }];

/**
 * Checks that this version can read the storage. Records the format in a new one.
 *
 * @throws Error if a later version wrote a format that this version does not know, or if a restore was interrupted.
 */
export async function checkFormat({ kv, encryption }: Pick<Backend, "kv" | "encryption">): Promise<void> {
  if ((await kv.get(restoringKey)) !== null)
    throw new Error("--storage: restoring a backup was interrupted here. Run `frontdesk restore` again.");
  const stored = await kv.get<{ version: number }>(formatKey);
  if (stored === null) return kv.commit([formatWrite(encryption === null ? formats.clearText : formats.encrypted)]);
  const newest = Math.max(...Object.values(formats));
  if (stored.version > newest)
    throw new Error(
      `--storage was written by a later version of Frontdesk (format ${stored.version}; this one knows ${newest}). Start that version, or restore the backup from before the upgrade.`,
    );
}
