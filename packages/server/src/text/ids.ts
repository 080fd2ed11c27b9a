import { hash, randomBytes } from "node:crypto";
import { type TokenOwner, tokenPrefixes } from "@frontdesk/basics";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const base36 = base62.slice(0, 10) + base62.slice(36);

/** Returns a new credential: the prefix and 28 base62 characters (166 random bits). */
export function generateToken(owner: TokenOwner): string {
  return tokenPrefixes[owner] + randomText(base62, 28);
}

/** Returns a new id: 16 lower-case characters (82 random bits), safe as a file name on any file system. */
export function generateId(): string {
  return randomText(base36, 16);
}

/** Returns the key under which a credential is stored: a hash, so that no comparison's timing reveals a secret. */
export function hashToken(token: string): string {
  // One call, because a hash object for each request loads the garbage collector.
  return hash("sha256", token, "hex");
}

/**
 * Returns random characters of the alphabet. Bytes above the last full multiple of its length are skipped, so that all are
 * equally likely.
 */
function randomText(alphabet: string, length: number): string {
  const byteValues = 256;
  const firstSkippedByte = byteValues - (byteValues % alphabet.length);
  let text = "";
  while (text.length < length) {
    // Twice as many as needed, so that skipped bytes rarely need another round.
    for (const byte of randomBytes(length * 2)) {
      if (byte < firstSkippedByte && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
