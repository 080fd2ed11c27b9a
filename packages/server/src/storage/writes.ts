import type { Write } from "./types.ts";

/** Longest key that every driver can store. The limit is that of LMDB. */
const maxKeyBytes = 1900;

/**
 * Returns why a storage key is invalid, or `null`. Writing under such a key fails, and reading it returns nothing. Checks the type
 * for callers in JavaScript.
 */
export function keyFault(key: string): string | null {
  if (typeof key !== "string" || key === "") return "Storage key must be a non-empty string";
  // A UTF-16 unit takes at most three bytes, so most keys need no measuring.
  if (key.length * 3 > maxKeyBytes && Buffer.byteLength(key) > maxKeyBytes)
    return `Storage key of ${Buffer.byteLength(key)} bytes is too long (at most ${maxKeyBytes}): ${key.slice(0, 40)}…`;
  if (loneSurrogate.test(key)) return "Storage key contains half of a surrogate pair";
  return null;
}

/**
 * Checks the writes of a commit before any is applied. Returns only the last write of each key, because drivers treat
 * repeated keys differently.
 *
 * @throws RangeError for an invalid key, TypeError for an invalid value
 */
export function checkWrites(writes: readonly Write[]): readonly Write[] {
  for (const [key, value] of writes) {
    const fault = keyFault(key);
    if (fault) throw new RangeError(fault);
    if (typeof value !== "object") throw new TypeError(`Storage value must be an object or null, at key ${key}`);
  }
  const mayRepeatKeys = writes.length > 1;
  if (!mayRepeatKeys) return writes;
  // A Map keeps the last value that is set for a key.
  const lastByKey = new Map(writes.map((write) => [write[0], write]));
  const hasRepeatedKeys = lastByKey.size < writes.length;
  return hasRepeatedKeys ? [...lastByKey.values()] : writes;
}

/** Matches half of a surrogate pair that stands alone. UTF-8 cannot encode it: two such keys would become the same one. */
const loneSurrogate = /\p{Surrogate}/u;
