import { createHash, createHmac } from "node:crypto";

/** Identifies a message: that a phone pushes again is the same in all four. */
interface PushedIdentity {
  phoneId: string;
  sender: string;
  body: string;
  /** Ms since 1970; the second counts. */
  sentAt: number;
}

/** Name of the stored key of the digests. */
export const digestKeyName = "sms-digest-key";

/** Each has 6 bits. With 132 bits, two messages never have the same digest. */
const digestCharacters = 22;
/** Begins a keyed digest. Those of earlier versions have no key, and never begin with it. */
const keyedMark = ".";

/**
 * Returns the digest of a pushed message. It is keyed, because a message has so few possible codes and numbers that anybody
 * could try them all. Before that the message is hashed: earlier versions stored the hash alone, which can be keyed later.
 */
export function toMessageDigest({ phoneId, sender, body, sentAt }: PushedIdentity, key: Buffer): string {
  // An SMS carries its time in seconds; milliseconds come from the app and may differ when it repeats a push.
  const identity = JSON.stringify([phoneId, sender, body, Math.floor(sentAt / 1000)]);
  const hash = createHash("sha256").update(identity).digest("base64url").slice(0, digestCharacters);
  return keyDigest(hash, key);
}

/** Returns a stored digest with the key, also one of an earlier version. */
export function toKeyedDigest(stored: string, key: Buffer): string {
  return stored.startsWith(keyedMark) ? stored : keyDigest(stored, key);
}

/** Returns the HMAC of a digest, so that the digests of earlier versions, which have no key, can be converted too. */
function keyDigest(digest: string, key: Buffer): string {
  return keyedMark + createHmac("sha256", key).update(digest).digest("base64url").slice(0, digestCharacters);
}
