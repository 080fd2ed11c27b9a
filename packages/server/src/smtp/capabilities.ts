import { BlockList, isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";

/** Features that the listener offers to one client. */
export interface SmtpCapabilities {
  starttls: boolean;
  /** Whether mail is accepted only over TLS. */
  tlsRequired: boolean;
  /** Whether AUTH is announced. Any credentials are accepted, and they grant nothing. */
  auth: boolean;
}

/** Values of the flags `--smtp-tls` and `--smtp-auth`. */
export interface CapabilitySettings {
  tls: "auto" | "off" | "offer" | "require";
  auth: "auto" | "any" | "none";
  /** Whether the operator supplied a certificate, which clients may trust. */
  hasOperatorCertificate: boolean;
}

/**
 * Returns a function that gives the capabilities for a client's IP address.
 *
 * Applications on the same machine or network often keep their mailer's defaults. Such clients disconnect if the certificate is
 * self-signed or if AUTH is missing. A mail server on the internet falls back to plain text without TLS, so for that client even a
 * self-signed certificate is better than none. AUTH takes any credentials and grants nothing by them.
 */
export function createCapabilities({
  tls,
  auth,
  hasOperatorCertificate,
}: CapabilitySettings): (ip: string) => SmtpCapabilities {
  return (ip) => {
    const isPrivate = isPrivateIp(ip);
    return {
      starttls: tls === "auto" ? hasOperatorCertificate || !isPrivate : tls !== "off",
      tlsRequired: tls === "require",
      auth: auth === "auto" ? isPrivate : auth === "any",
    };
  };
}

/** Returns whether the IP address is loopback, private (RFC 1918, RFC 4193) or link-local. Caches it, because it is asked often. */
export function isPrivateIp(ip: string): boolean {
  const cached = isPrivateByIp.get(ip);
  if (cached !== undefined) return cached;
  const isPrivate = isInPrivateNetwork(ip);
  isPrivateByIp.set(ip, isPrivate);
  return isPrivate;
}

/** Recent results. Each check creates an address object of Node. */
const isPrivateByIp = new LRUCache<string, boolean>({ max: 1_000 });

/** Returns whether an IP address is in a private network, also one like `::ffff:10.0.0.1` (mapped) or `fe80::1%eth0` (zone). */
function isInPrivateNetwork(ip: string): boolean {
  const withoutIPv4Mapping = ip.replace(/^::ffff:(?=\d+\.)/i, "");
  const withoutZone = withoutIPv4Mapping.replace(/%.*$/, "");
  return privateNetworks.check(withoutZone, isIPv6(withoutZone) ? "ipv6" : "ipv4");
}

const privateNetworks = new BlockList();
for (const [block, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  privateNetworks.addSubnet(block, bits, "ipv4");
for (const [block, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  privateNetworks.addSubnet(block, bits, "ipv6");
