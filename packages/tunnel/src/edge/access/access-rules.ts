import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import { isAddressOrBlock, type TunnelRules } from "../../wire/index.ts";
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
  return {
    hostHeader,
    appScheme: https ? "https" : "http",
    isIndexable: indexable,
    requiresPassword: basicAuth !== undefined,
    allowsIp: allowIp === undefined ? () => true : createIpMatcher(allowIp),
    allowsCredentials: basicAuth === undefined ? () => true : createCredentialsMatcher(basicAuth),
  };
}

/**
 * Creates a function that returns whether an `Authorization` header has the right user and password. `expectedSha256`: the hash of
 * `user:password` in hexadecimal. Hashes are compared in constant time, so that the time does not reveal how much of a guess is right.
 */
function createCredentialsMatcher(expectedSha256: string): (authorization: string | undefined) => boolean {
  const expectedHash = Buffer.from(expectedSha256, "hex");
  return (authorization) => {
    const userAndPassword = readBasicAuth(authorization);
    if (userAndPassword === null) return false;
    const hash = createHash("sha256").update(userAndPassword).digest();
    return timingSafeEqual(hash, expectedHash);
  };
}

/** Returns the `user:password` of an `Authorization: Basic …` header (RFC 7617); `null` for any other or no header. */
function readBasicAuth(authorization = ""): Buffer | null {
  const base64 = /^basic +([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1];
  return base64 === undefined ? null : Buffer.from(base64, "base64");
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
    // Another client than ours may send `10.0.0.0/`, which Node would take for /0: every address.
    if (!isAddressOrBlock(entry)) throw new Error(`${entry} is neither an IP address nor a CIDR block`);
    const [ip = "", prefixLength] = entry.split("/");
    if (prefixLength === undefined) list.addAddress(ip, familyOf(ip));
    else list.addSubnet(ip, Number(prefixLength), familyOf(ip));
  }
  return (ip) => list.check(ip, familyOf(ip));
}

function familyOf(ip: string): "ipv4" | "ipv6" {
  return isIPv6(ip) ? "ipv6" : "ipv4";
}
