import { randomBytes, scryptSync } from "node:crypto";
import { type Secret, secretBytes, toSecret } from "./secret.ts";

/** Parameters of scrypt (RFC 7914), stored with what a passphrase encrypts. */
export interface ScryptParameters {
  /** In base64. */
  salt: string;
  /** Cost; memory is 128 * cost * blockSize bytes. */
  cost: number;
  blockSize: number;
  parallelization: number;
}

/** About 0.5 s and 128 MiB for each guess. */
const recommendedScrypt = { cost: 2 ** 17, blockSize: 8, parallelization: 1 };
/** Limits the memory, because a damaged or foreign file may have parameters that ask for all of it. */
const maxMemoryBytes = 512 * 1024 * 1024;

/** Returns parameters with a new random salt. They make each guess of a passphrase cost half a second and 128 MiB. */
export function createScryptParameters(): ScryptParameters {
  return { salt: randomBytes(16).toString("base64"), ...recommendedScrypt };
}

/**
 * Derives a secret from a passphrase, with scrypt, in about half a second.
 *
 * @throws RangeError if the parameters, which may be those of any backup, ask for too much memory
 */
export function secretOfPassphrase(passphrase: string, { salt, ...parameters }: ScryptParameters): Secret {
  // Systems compose the same letter differently.
  const normalized = passphrase.normalize("NFC");
  const options = { ...parameters, maxmem: maxMemoryBytes };
  return toSecret(scryptSync(normalized, Buffer.from(salt, "base64"), secretBytes, options));
}
