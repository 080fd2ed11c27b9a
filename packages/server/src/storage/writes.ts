import type { Write } from "./types.ts";

/** The longest key every driver can hold; lmdb sets the bound. */
export const maxKeyBytes = 1900;

/** Says why a key cannot be stored, or `null`. A key that cannot be stored is simply absent on reading. */
export function keyFault(key: string): string | null {
  if (typeof key !== "string" || key === "") return "Storage key must be a string that is not empty";
  // Every UTF-16 unit takes at most three bytes, so most keys need not be measured.
  if (key.length * 3 > maxKeyBytes && Buffer.byteLength(key) > maxKeyBytes)
    return `Storage key of ${Buffer.byteLength(key)} bytes is too long (at most ${maxKeyBytes}): ${key.slice(0, 40)}…`;
  if (loneSurrogate.test(key)) return "Storage key holds half of a surrogate pair";
  return null;
}

/**
 * Checks a whole batch before any of it is written, and leaves only the last write of each key, so that
 * drivers need not agree on what two writes of one key mean.
 */
export function checkWrites(writes: readonly Write[]): readonly Write[] {
  for (const [key, value] of writes) {
    const fault = keyFault(key);
    if (fault) throw new RangeError(fault);
    if (typeof value !== "object") throw new TypeError(`Storage value must be an object or null, at key ${key}`);
  }
  if (writes.length < 2) return writes;
  const last = new Map(writes.map((write) => [write[0], write]));
  return last.size === writes.length ? writes : [...last.values()];
}

const loneSurrogate = /\p{Surrogate}/u;
