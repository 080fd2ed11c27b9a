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
/** A damaged or foreign file may ask for more memory than this. */
const maxMemoryBytes = 512 * 1024 * 1024;

/** Returns parameters with a new random salt. They make each guess of a passphrase cost half a second and 128 MiB. */
export function createScryptParameters(): ScryptParameters {
  return { salt: randomBytes(16).toString("base64"), ...recommendedScrypt };
}

/** Derives a secret from a passphrase, with scrypt, in about half a second. @throws RangeError if that takes too much memory */
export function secretOfPassphrase(passphrase: string, { salt, ...parameters }: ScryptParameters): Secret {
  return toSecret(
    // Normalized, because systems compose the same letter differently.
    scryptSync(passphrase.normalize("NFC"), Buffer.from(salt, "base64"), secretBytes, {
      ...parameters,
      // The parameters may come from a backup that asks for all memory.
      maxmem: maxMemoryBytes,
    }),
  );
}
