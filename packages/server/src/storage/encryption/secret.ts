import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { OptionsError } from "../../problem.ts";

/** The operator's secret. It encrypts ("wraps") the data keys, and nothing else. */
export interface Secret {
  /** Identifies the secret, and reveals nothing about it. */
  id: string;
  /** Encrypts a data key. `name` must be the same to decrypt it. */
  wrap(name: string, dataKey: Buffer): string;
  /** Decrypts a data key. @throws Error if another secret, or another name, was used to wrap it */
  unwrap(name: string, wrapped: string): Buffer;
}

export const secretBytes = 32;
const algorithm = "aes-256-gcm";
/** Length of a key of AES-256. */
const wrappingKeyBytes = 32;
const idBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;

/** Returns a new secret as text: 32 random bytes in base64. */
export function generateSecret(): string {
  return randomBytes(secretBytes).toString("base64");
}

/** Parses a secret: 32 bytes in base64. `source` names its origin in errors. @throws OptionsError that does not contain it */
export function parseSecret(text: string, source: string): Secret {
  const trimmed = text.trim();
  const bytes = Buffer.from(trimmed, "base64");
  // Compared, because the decoder skips characters that are not base64.
  if (bytes.length !== secretBytes || bytes.toString("base64") !== trimmed)
    throw new OptionsError(
      `${source} must be ${secretBytes} bytes in base64 (44 characters), such as from: openssl rand -base64 ${secretBytes}`,
    );
  return toSecret(bytes);
}

/** Creates a secret from 32 random bytes. Derives its identifier and the key that encrypts data keys with HKDF (RFC 5869). */
export function toSecret(bytes: Buffer): Secret {
  // Without a salt (""), which random bytes do not need.
  const derive = (purpose: string, length: number) => Buffer.from(hkdfSync("sha256", bytes, "", purpose, length));
  const wrappingKey = derive("frontdesk data keys", wrappingKeyBytes);
  return {
    id: derive("frontdesk secret id", idBytes).toString("hex"),
    /**
     * Encrypts a data key. Returns nonce, encrypted key and authentication tag, in base64. Under the name of another data key, it
     * cannot be decrypted.
     */
    wrap(name, dataKey) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, wrappingKey, nonce).setAAD(Buffer.from(name));
      return Buffer.concat([nonce, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]).toString("base64");
    },
    /** Decrypts a data key. @throws Error if it was encrypted with another secret or under another name */
    unwrap(name, wrapped) {
      const bytes = Buffer.from(wrapped, "base64");
      const decipher = createDecipheriv(algorithm, wrappingKey, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    },
  };
}
