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
const nonceBytes = 12;
const tagBytes = 16;

/** Returns a new secret as text: 32 random bytes in base64. */
export function generateSecret(): string {
  return randomBytes(secretBytes).toString("base64");
}

/** Parses a secret. `source` is where it stands, for the message. @throws OptionsError that does not contain it */
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

/** Derives from 32 bytes of high entropy an identifier and the key that wraps data keys (RFC 5869). */
export function toSecret(bytes: Buffer): Secret {
  const derive = (purpose: string, length: number) => Buffer.from(hkdfSync("sha256", bytes, "", purpose, length));
  const wrappingKey = derive("frontdesk data keys", 32);
  return {
    id: derive("frontdesk secret id", 8).toString("hex"),
    /**
     * Encrypts a data key. Returns nonce, encrypted key and authentication tag, in base64. Under the name of another data key, it
     * cannot be decrypted.
     */
    wrap(name, dataKey) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, wrappingKey, nonce).setAAD(Buffer.from(name));
      return Buffer.concat([nonce, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]).toString("base64");
    },
    /** Decrypts a data key. @throws Error if the secret or the name is another */
    unwrap(name, wrapped) {
      const bytes = Buffer.from(wrapped, "base64");
      const decipher = createDecipheriv(algorithm, wrappingKey, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    },
  };
}
