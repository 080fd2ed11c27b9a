import { OptionsError } from "../../problem.ts";
import { formats, formatWrite } from "../format.ts";
import type { Kv, Locks } from "../types.ts";
import { keyringKey, openKeyring } from "./keyring.ts";
import type { RecordCodec } from "./record-codec.ts";
import { parseSecret } from "./secret.ts";
import { createSecretFile, readSecretFile, removeUnfinishedSecret, secretFileOf } from "./secret-file.ts";
import type { FoundSecret, StartedEncryption, StoredKeyring } from "./types.ts";

/** Setting of the operator's secret, as messages name it. */
const secretSetting = "FRONTDESK_SECRET";

/** Warning about a storage that no secret encrypts. */
export const clearTextWarning = `Codes, messages and keys are stored as clear text. Set ${secretSetting} to encrypt them: openssl rand -base64 32.`;

export interface EncryptionOptions {
  /** The operator's secret, as `FRONTDESK_SECRET` has it. "" if not given. */
  secret: string;
  /** Folder of the storage, beside which a secret is generated if none is given; `null` if it has none. */
  directory: string | null;
  /** `false` only reads what is encrypted already: no keyring is created, and no old store is encrypted. @default true */
  mayEncrypt?: boolean;
}

/** What the encryption needs of a storage. */
export interface EncryptableStorage {
  kv: Kv;
  locks: Locks;
  codec: RecordCodec;
  /** Encrypts all records that are clear text. A crash may interrupt it; another call continues. */
  encryptStored(): Promise<void>;
  /** Removes clear text that the storage still has in free space and logs. Without it, the caller does that later. */
  compact?(): Promise<void>;
  /** Tells the other servers that there is a new data key. */
  onDataKeyAdded?(): Promise<void>;
}

/**
 * Starts the encryption of a storage: finds its secret, opens the keyring of data keys, and encrypts what an older version stored.
 * The keyring stores how far that is, so that a start after a crash continues: `encrypting` the records, then `compacting`, which removes
 * clear text from free space and logs (without `compact`, the caller does that later), then `complete`. A keyring that is created for an
 * empty storage begins as `complete`, another one as `encrypting`. Resolves with `null` if there is no secret, or for a storage in clear
 * text that must stay so (`mayEncrypt` is `false`); records are then stored as clear text. If a crash interrupted the rotation of a
 * generated secret, ends the rotation: only the secret in the generated file opens the storage from then on.
 *
 * @throws OptionsError if the secret of an encrypted storage is missing, malformed or wrong
 */
export async function startEncryption(
  storage: EncryptableStorage,
  { secret: configuredSecret, directory, mayEncrypt = true }: EncryptionOptions,
): Promise<StartedEncryption | null> {
  const stored = await storage.kv.get<StoredKeyring>(keyringKey);
  if (stored === null && !mayEncrypt) return null;
  const foundSecret = findSecret(configuredSecret, directory, stored !== null);
  if (foundSecret === null) return null;
  const isNew = (await storage.kv.get("format")) === null;
  // Marks the format before anything is encrypted: an older version must not open a store that is half encrypted.
  if (stored === null && !isNew) await storage.kv.commit([formatWrite(formats.encrypted)]);
  const keyring = await openKeyring({ ...storage, ...foundSecret }, isNew ? "complete" : "encrypting");
  if (keyring.state() === "encrypting") {
    await storage.encryptStored();
    await keyring.setState("compacting");
  }
  if (keyring.state() === "compacting" && storage.compact) {
    await storage.compact();
    await keyring.setState("complete");
  }
  const generatedFile = foundSecret.source === secretSetting ? null : foundSecret.source;
  const wasRotationInterrupted = keyring.secrets() > 1;
  if (generatedFile !== null && wasRotationInterrupted) await keyring.keepOnly(foundSecret.secret, foundSecret.source);
  if (generatedFile !== null) removeUnfinishedSecret(generatedFile);
  return { ...foundSecret, keyring, generatedFile };
}

/**
 * Returns the secret of a storage: the given one, else the generated one of its folder, else `null`.
 *
 * @throws OptionsError if it is malformed or unreadable
 */
export function readSecret(configuredSecret: string, directory: string | null): FoundSecret | null {
  if (configuredSecret !== "") return { secret: parseSecret(configuredSecret, secretSetting), source: secretSetting };
  if (directory === null) return null;
  const source = secretFileOf(directory);
  const secret = readSecretFile(source);
  return secret && { secret, source };
}

/**
 * Returns the secret that is configured or in the folder's file. If there is none, generates it in the file, unless the
 * storage is encrypted already. Returns `null` for a storage without a folder, whose records are then clear text.
 *
 * @throws OptionsError if the storage is encrypted and its secret is missing
 */
function findSecret(configuredSecret: string, directory: string | null, isEncrypted: boolean): FoundSecret | null {
  const foundSecret = readSecret(configuredSecret, directory);
  if (foundSecret !== null) return foundSecret;
  if (isEncrypted)
    throw new OptionsError(
      directory === null
        ? `The storage is encrypted. Give its secret in ${secretSetting}, or in a file that ${secretSetting}_FILE names.`
        : `The storage is encrypted, and its secret ${secretFileOf(directory)} is missing. Put the file back, or give the secret in ${secretSetting}.`,
    );
  if (directory === null) return null;
  const source = secretFileOf(directory);
  return { secret: createSecretFile(source), source };
}
