import { resolve } from "node:path";
import { CommandError, command } from "@frontdesk/cli/framework";
import { openLockedStorage } from "../admin/locked-storage.ts";
import { OptionsError } from "../problem.ts";
import { restoreBackup, writeBackup } from "../storage/backup.ts";
import { commonFlags, loadSettings } from "./settings.ts";

const file = { type: "positional", required: true, description: "The backup's file" } as const;

export const backup = command({
  name: "frontdesk backup",
  description:
    "Writes all that a storage holds to one file, also while servers use it, and reads it back. The file holds keys in readable form.",
  args: { file, ...commonFlags },
  examples: ["frontdesk backup desk.backup", "frontdesk backup /var/backups/desk.backup --storage lmdb:./desk"],
  async run(args, terminal) {
    const { options, json } = loadSettings(args, terminal);
    const path = resolve(args.file);
    const { records } = await writeBackup(options.storage, path).catch(fail);
    terminal.out(
      json ? JSON.stringify({ file: path, records }) : `Wrote ${records} records to ${path}, and read them back.`,
    );
  },
});

export const restore = command({
  name: "frontdesk restore",
  description: "Puts a backup into an empty storage of any kind; so a desk also moves from lmdb to Redis and back.",
  args: { file, ...commonFlags },
  examples: [
    "frontdesk restore desk.backup --storage lmdb:./desk",
    "FRONTDESK_STORAGE=redis://localhost:6379 frontdesk restore desk.backup",
  ],
  async run(args, terminal) {
    const { options, json } = loadSettings(args, terminal);
    const storage = await openLockedStorage(options.storage);
    try {
      await storage.kv.recover();
      const { records } = await restoreBackup(resolve(args.file), storage.kv).catch(fail);
      const { description } = storage;
      terminal.out(
        json ? JSON.stringify({ storage: description, records }) : `Put ${records} records into ${description}.`,
      );
    } finally {
      await storage.close();
    }
  },
});

/** Each of these errors says what to do. */
function fail(error: unknown): never {
  if (error instanceof OptionsError || !(error instanceof Error)) throw error;
  throw new CommandError(error.message, { cause: error });
}
