import { restoringKey } from "./backup.ts";
import type { Kv } from "./types.ts";

const formatKey = "format";
/** Format that this version writes. Raised when an older version could no longer read it. */
const format = 1;

/**
 * Checks that this version can read the storage. Records the format in a new one.
 *
 * @throws Error if a later version wrote a format that this version does not know, or if a restore was interrupted.
 */
export async function checkFormat(kv: Kv): Promise<void> {
  if ((await kv.get(restoringKey)) !== null)
    throw new Error("--storage: restoring a backup was interrupted here. Run `frontdesk restore` again.");
  const stored = await kv.get<{ version: number }>(formatKey);
  if (stored === null) return kv.commit([[formatKey, { version: format }]]);
  if (stored.version > format)
    throw new Error(
      `--storage was written by a later version of Frontdesk (format ${stored.version}; this one knows ${format}). Start that version, or restore the backup from before the upgrade.`,
    );
}
