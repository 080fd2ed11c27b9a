import { createHash } from "node:crypto";

/** File systems limit paths and names, so longer escaped keys are replaced by a hash. */
const maxEscapedLength = 200;

/**
 * Turns any key into one that every unstorage driver stores unchanged: lower-case letters, digits, `-` and `_` between colons.
 * Drivers cut keys at `?`, turn slashes into colons and reject `..`. File systems may ignore case, reserve names, and cannot have a
 * file and a folder of the same name.
 */
export function escapeKey(key: string): string {
  // Folders end in `__` and files in `_k`. No escaped segment ends so, hence a file and a folder never have the same name.
  const escaped = `${key.split(":").map(escapeSegment).join("__:")}_k`;
  const isTooLong = escaped.length > maxEscapedLength;
  return isTooLong ? hashKey(key) : escaped;
}

/** Returns the file name of a key that is too long: its hash after `_h`, with which no escaped key begins. */
function hashKey(key: string): string {
  return `_h${createHash("sha256").update(key).digest("hex")}_k`;
}

/**
 * Escapes every character except lower-case letters, digits and `-`: `_` and two hexadecimal digits per byte. `Abc`
 * becomes `_41bc`, so that upper-case letters stay distinct on a file system that ignores case.
 */
function escapeSegment(segment: string): string {
  const escapeByte = (byte: number) => `_${byte.toString(16).padStart(2, "0")}`;
  return segment.replace(/[^a-z0-9-]+/g, (unsafe) => Array.from(Buffer.from(unsafe), escapeByte).join(""));
}
