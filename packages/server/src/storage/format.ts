import { restoringKey } from "./backup.ts";
import type { Kv } from "./types.ts";

const formatKey = "format";
/** Of what this version writes. It rises when an older version could no longer read it. */
const format = 1;

/**
 * Notes in which form the storage is written.
 *
 * @throws Error when a later version wrote it in one that this version does not know, or a restore was cut off.
 */
export async function checkFormat(kv: Kv): Promise<void> {
  if ((await kv.get(restoringKey)) !== null)
    throw new Error("--storage: putting a backup back was cut off here. Run `frontdesk restore` with it again.");
  const found = await kv.get<{ version: number }>(formatKey);
  if (found === null) return kv.commit([[formatKey, { version: format }]]);
  if (found.version > format)
    throw new Error(
      `--storage was written by a later version of Frontdesk (format ${found.version}; this one knows ${format}). Start that version, or put back the backup from before the upgrade.`,
    );
}
