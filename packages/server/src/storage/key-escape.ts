import { createHash } from "node:crypto";

/**
 * Turns any key into one that no unstorage driver changes, cuts or confuses: small letters, digits, `-` and `_`
 * between colons. Drivers cut keys at `?`, turn slashes into colons and refuse `..`; file systems may ignore case,
 * reserve names, and cannot hold a file and a folder of one name.
 */
export function escapeKey(key: string): string {
  const segments = key.split(":").map(escapeSegment);
  // A folder ends in `__` and a file in `_k`, which no escape can end in: so neither is ever the other.
  const escaped = segments.map((segment, i) => segment + (i < segments.length - 1 ? "__" : "_k")).join(":");
  // Paths and names have limits. `_h` begins no other key.
  return escaped.length <= 200 ? escaped : `_h${createHash("sha256").update(key).digest("hex")}_k`;
}

function escapeSegment(segment: string) {
  return segment.replace(/[^a-z0-9-]+/g, (unsafe) =>
    // One `_` and two digits for each byte, so small letters never meet a capital's place.
    Buffer.from(unsafe).reduce((text, byte) => `${text}_${byte.toString(16).padStart(2, "0")}`, ""),
  );
}
