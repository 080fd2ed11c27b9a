import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { errorMessage } from "@frontdesk/basics";
import { CommandError, type Terminal } from "@frontdesk/basics/command-line";
import { openLockedStorage } from "../admin/locked-storage.ts";
import { OptionsError } from "../problem.ts";
import { storageDirectory } from "../storage/backends.ts";
import { restoreBackup, writeBackup } from "../storage/backup.ts";
import { readSecretFile } from "../storage/encryption/secret-file.ts";
import { readSecret } from "../storage/encryption/start-encryption.ts";
import type { FoundSecret } from "../storage/encryption/types.ts";
import { createStorageCommand, loadSettings } from "./settings.ts";

const passphraseFlag = [
  "--passphrase-file <file>",
  "File whose first line is a passphrase that opens the backup, instead of the storage's secret",
] as const;

/** `frontdesk backup`: writes the whole storage to one file. */
export function backup(terminal: Terminal) {
  return createStorageCommand(terminal, {
    name: "backup",
    description: "Writes the whole storage to one file and verifies it. Servers may keep running.",
    examples: [
      "frontdesk backup desk.backup",
      "frontdesk backup /var/backups/desk.backup --storage lmdb:./desk --passphrase-file backup.passphrase",
    ],
  })
    .argument("<file>", "Backup file")
    .option(...passphraseFlag)
    .action(async (name, { passphraseFile, ...flags }) => {
      const { options, json } = loadSettings(flags, terminal);
      const file = resolve(name);
      const passphrase = readPassphrase(passphraseFile);
      // If no secret is set (""), reads the one that was generated for the data folder.
      const secret = readSecret(options.secret ?? "", storageDirectory(options.storage));
      const keys = { passphrase, secret };
      const { records, needsSecret } = await writeBackup(options.storage, file, keys).catch(throwCommandError);
      terminal.out(json ? JSON.stringify({ file, records }) : `Wrote and verified ${records} records in ${file}.`);
      const needsAdvice = needsSecret && !json;
      if (!needsAdvice) return;
      terminal.err(
        `It is encrypted, and can only be restored with the secret ${secret?.source ?? "of the storage"}. Keep a copy of that elsewhere, or use --passphrase-file.`,
      );
    });
}

/** `frontdesk restore`: reads a backup into an empty storage. */
export function restore(terminal: Terminal) {
  return createStorageCommand(terminal, {
    name: "restore",
    description: "Restores a backup into an empty storage of any kind, for example to move from LMDB to Redis.",
    examples: [
      "frontdesk restore desk.backup --storage lmdb:./new --secret-file desk.secret",
      "FRONTDESK_STORAGE=redis://localhost:6379 frontdesk restore desk.backup --passphrase-file backup.passphrase",
    ],
  })
    .argument("<file>", "Backup file")
    .option(...passphraseFlag)
    .option("--secret-file <file>", "Secret of the storage that was backed up, if it is not that of --storage")
    .action(async (name, { passphraseFile, secretFile, ...flags }) => {
      const { options, json } = loadSettings(flags, terminal);
      const passphrase = readPassphrase(passphraseFile);
      // Opens a backup that was made without a passphrase. Read before the storage is opened, which may generate a secret for it.
      const secret = secretFile
        ? readNamedSecret(secretFile)
        : readSecret(options.secret ?? "", storageDirectory(options.storage));
      const storage = await openLockedStorage(options.storage, { secret: options.secret ?? "" });
      try {
        const keys = { passphrase, secret };
        const { records } = await restoreBackup(resolve(name), storage.kv, keys).catch(throwCommandError);
        const { description } = storage;
        terminal.out(
          json ? JSON.stringify({ storage: description, records }) : `Restored ${records} records into ${description}.`,
        );
      } finally {
        await storage.close();
      }
    });
}

/** Reads the secret in the file that `--secret-file` names. @throws OptionsError if there is no such file */
function readNamedSecret(path: string): FoundSecret {
  const secret = readSecretFile(path);
  if (secret === null) throw new OptionsError(`--secret-file: there is no file ${path}.`);
  return { secret, source: path };
}

/**
 * Reads the passphrase in the first line of the file that `--passphrase-file` names; `undefined` without the flag.
 *
 * @throws OptionsError if the file is unreadable, or its first line empty
 */
function readPassphrase(path: string | undefined): string | undefined {
  if (!path) return undefined;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new OptionsError(`--passphrase-file: ${path} cannot be read: ${errorMessage(error)}`);
  }
  const [passphrase = ""] = text.split(/\r?\n/, 1);
  if (passphrase === "") throw new OptionsError(`--passphrase-file: the first line of ${path} is empty.`);
  return passphrase;
}

/**
 * Throws the error of a backup or restore as a CommandError, which is printed without a stack, because its message says what to
 * do. An OptionsError is printed so already.
 */
function throwCommandError(error: unknown): never {
  if (error instanceof OptionsError || !(error instanceof Error)) throw error;
  throw new CommandError(error.message, { cause: error });
}
