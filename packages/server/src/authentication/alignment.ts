import { getDomain } from "tldts";

/** How closely a checked domain must match the one in From: have the same organizational domain, or be equal. */
export type AlignmentMode = "relaxed" | "strict";

/** Returns the domain that was registered: `example.co.uk` for `mail.example.co.uk`. The domain itself if it has no public suffix. */
function organizationalDomain(domain: string): string {
  // Private suffixes count too: names under `github.io` have different owners.
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain;
}

/**
 * Returns whether a domain that signed or sent a mail speaks for the domain in From (RFC 7489, 3.1): in the strict mode
 * only the same domain, in the relaxed mode also `mail.example.com` for `example.com`. Both are normalized.
 */
export function isAligned(domain: string, fromDomain: string, mode: AlignmentMode): boolean {
  // Empty stands for a missing or invalid domain: two of those would be equal.
  if (domain === "" || fromDomain === "") return false;
  if (domain === fromDomain) return true;
  return mode === "relaxed" && organizationalDomain(domain) === organizationalDomain(fromDomain);
}
