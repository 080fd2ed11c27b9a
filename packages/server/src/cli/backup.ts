import { resolve } from "node:path";
import { CommandError, command } from "@frontdesk/cli/framework";
import { openLockedStorage } from "../admin/locked-storage.ts";
import { OptionsError } from "../problem.ts";
import { restoreBackup, writeBackup } from "../storage/backup.ts";
import { commonFlags, loadSettings } from "./settings.ts";

const file = { type: "positional", required: true, description: "Backup file" } as const;

/** `frontdesk backup`: writes the whole storage to one file. */
export const backup = command({
  name: "frontdesk backup",
  description:
    "Writes the whole storage to one file and verifies it. Servers may keep running. The file contains keys in plain text.",
  args: { file, ...commonFlags },
  examples: ["frontdesk backup desk.backup", "frontdesk backup /var/backups/desk.backup --storage lmdb:./desk"],
  async run(args, terminal) {
    const { options, json } = loadSettings(args, terminal);
    const path = resolve(args.file);
    const { records } = await writeBackup(options.storage, path).catch(throwCommandError);
    terminal.out(json ? JSON.stringify({ file: path, records }) : `Wrote and verified ${records} records in ${path}.`);
  },
});

/** `frontdesk restore`: reads a backup into an empty storage. */
export const restore = command({
  name: "frontdesk restore",
  description: "Restores a backup into an empty storage of any kind, for example to move from LMDB to Redis.",
  args: { file, ...commonFlags },
  examples: [
    "frontdesk restore desk.backup --storage lmdb:./desk",
    "FRONTDESK_STORAGE=redis://localhost:6379 frontdesk restore desk.backup",
  ],
  async run(args, terminal) {
    const { options, json } = loadSettings(args, terminal);
    const storage = await openLockedStorage(options.storage);
    try {
      // Finishes a commit that a crash interrupted, before anything else is written.
      await storage.kv.recover();
      const { records } = await restoreBackup(resolve(args.file), storage.kv).catch(throwCommandError);
      const { description } = storage;
      terminal.out(
        json ? JSON.stringify({ storage: description, records }) : `Restored ${records} records into ${description}.`,
      );
    } finally {
      await storage.close();
    }
  },
});

/** Throws the error as a CommandError, which is printed without a stack, because its message says what to do. */
function throwCommandError(error: unknown): never {
  if (error instanceof OptionsError || !(error instanceof Error)) throw error;
  throw new CommandError(error.message, { cause: error });
}
