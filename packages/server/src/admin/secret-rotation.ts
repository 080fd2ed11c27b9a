import { existsSync } from "node:fs";
import type { Services } from "../context.ts";
import { OptionsError, Problem } from "../problem.ts";
import { createSecretFile, prepareSecretFile, readSecretFile } from "../storage/encryption/secret-file.ts";
import type { StartedEncryption } from "../storage/encryption/types.ts";

/** What a rotation has done. */
export interface SecretRotation {
  /** File with the secret that opens the storage. */
  file: string | null;
  /** Whether the former secret no longer opens the storage. */
  finished: boolean;
}

/**
 * Rotates the secret of the storage: encrypts the data keys with a new secret, and encrypts new records with a new data key.
 * Records that are stored stay as they are. A generated secret is replaced at once. A secret of the operator stays valid besides
 * the new one in `file` (created if missing), until a call with `finish` says that all servers have the new secret. That call keeps
 * only the secret with which this server was started, and fails if this is still the former one.
 *
 * @throws Problem `invalid_request` if the storage is clear text, or `file` is not given, malformed or not needed
 */
export async function rotateSecret(
  { encryption }: Pick<Services, "encryption">,
  { file, finish = false }: { file?: string | undefined; finish?: boolean | undefined },
): Promise<SecretRotation> {
  if (encryption === null)
    throw invalidRequest("The storage is clear text. Set FRONTDESK_SECRET, and restart its servers.");
  const { keyring, secret, source, generatedFile } = encryption;
  if (generatedFile !== null) {
    if (file !== undefined || finish)
      throw invalidRequest(`The secret in ${generatedFile} is generated: it is rotated without further flags.`);
    return replaceGenerated(encryption, generatedFile);
  }
  if (finish) {
    await keyring.keepOnly(secret, source, { mustBeNewest: true }).catch(throwProblem);
    return { file: null, finished: true };
  }
  if (file === undefined)
    throw invalidRequest(`${source} is yours to change: name a file for the new secret with --new-secret-file.`);
  await keyring.addSecret(await readOrCreate(file)).catch(throwProblem);
  return { file, finished: false };
}

/**
 * Replaces the generated secret in a file. A crash leaves the old file or the new one, and each opens the storage:
 * until the new file is in place, the keyring accepts both secrets.
 */
async function replaceGenerated(encryption: StartedEncryption, file: string): Promise<SecretRotation> {
  const { secret, publish } = prepareSecretFile(file);
  await encryption.keyring.addSecret(secret);
  publish();
  // `encryption` lasts as long as the server, so it must name the secret that opens the storage from now on.
  encryption.secret = secret;
  await encryption.keyring.keepOnly(secret, file);
  return { file, finished: true };
}

/**
 * Returns the secret in the operator's file, which is created if it is missing. The file is the operator's choice, so any error about it
 * becomes a Problem, whose message the operator sees.
 */
async function readOrCreate(file: string) {
  try {
    const existing = existsSync(file) ? readSecretFile(file) : null;
    return existing ?? createSecretFile(file);
  } catch (error) {
    throw invalidRequest(error instanceof Error ? error.message : String(error));
  }
}

const invalidRequest = (message: string) => new Problem("invalid_request", message);

/** Throws an OptionsError as a Problem, whose message reaches the command line. */
function throwProblem(error: unknown): never {
  throw error instanceof OptionsError ? invalidRequest(error.message) : error;
}
