import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import type { TunnelRules } from "../../wire/index.ts";
import { toPlainIp } from "./network.ts";

/** The owner's rules for a tunnel's visitors, compiled for checks. */
export interface AccessRules {
  /** The `Host` that the app sees; `undefined` for the visitor's own. */
  hostHeader: string | undefined;
  appScheme: "http" | "https";
  /** Whether search engines may index the app. */
  isIndexable: boolean;
  requiresPassword: boolean;
  allowsIp(ip: string): boolean;
  /** Returns whether an `Authorization` header has the tunnel's user and password. */
  allowsCredentials(authorization: string | undefined): boolean;
}

/** Compiles the access rules of a tunnel to functions that check visitors. @throws if `allowIp` has an invalid entry. */
export function createAccessRules({
  hostHeader,
  https,
  basicAuth,
  allowIp,
  indexable = false,
}: TunnelRules): AccessRules {
  const isAllowedIp = allowIp && createIpMatcher(allowIp);
  // The server knows only the SHA-256 of `user:password`, which is also what a visitor's header contains in base64.
  const expectedHash = basicAuth === undefined ? null : Buffer.from(basicAuth, "hex");
  return {
    hostHeader,
    appScheme: https ? "https" : "http",
    isIndexable: indexable,
    requiresPassword: expectedHash !== null,
    allowsIp: (ip) => isAllowedIp === undefined || isAllowedIp(ip),
    /**
     * Returns whether user and password are right, or none are required. Compares their hashes in constant time, so that the time does
     * not reveal how much of a guess is right.
     */
    allowsCredentials(authorization) {
      const requiresNone = expectedHash === null;
      if (requiresNone) return true;
      // `Basic <base64 of user:password>` (RFC 7617).
      const encoded = /^basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? "")?.[1];
      if (encoded === undefined) return false;
      const hash = createHash("sha256").update(Buffer.from(encoded, "base64")).digest();
      return timingSafeEqual(hash, expectedHash);
    },
  };
}

/** Creates a function that returns whether an IP address is loopback or a trusted proxy. */
export function createProxyMatcher(trustedProxies: readonly string[]): (ip: string) => boolean {
  const matches = createIpMatcher(["127.0.0.0/8", "::1", ...trustedProxies]);
  return (ip) => matches(toPlainIp(ip));
}

/**
 * Creates a function that returns whether an IP address is one of the IP addresses and CIDR blocks.
 * @throws if an entry is neither.
 */
export function createIpMatcher(entries: readonly string[]): (ip: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [ip = "", prefixLength] = entry.split("/");
    const family = isIPv6(ip) ? "ipv6" : "ipv4";
    if (prefixLength === undefined) list.addAddress(ip, family);
    else list.addSubnet(ip, Number(prefixLength), family);
  }
  return (ip) => list.check(ip, isIPv6(ip) ? "ipv6" : "ipv4");
}
