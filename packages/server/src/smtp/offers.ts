import { BlockList, isIPv6 } from "node:net";

/** What the listener offers one client. */
export interface Offer {
  starttls: boolean;
  /** Whether a mail is taken only under TLS. */
  tlsRequired: boolean;
  /** Whether any credentials are taken; they give no right. */
  auth: boolean;
}

/** As the settings `--smtp-tls` and `--smtp-auth` have it. */
export interface OfferSettings {
  tls: "auto" | "off" | "offer" | "require";
  auth: "auto" | "any" | "none";
  /** Whether the operator gave a certificate, which clients may trust. */
  certified: boolean;
}

/**
 * What to offer a client by its address. Applications on the same machine or network often run with their mailer's
 * defaults: those break off at a certificate that nobody signed, and at a server that takes no credentials. A server on
 * the internet sends in clear what it can't send under TLS, so there even a self-signed certificate is a gain.
 */
export function createOffers({ tls, auth, certified }: OfferSettings): (address: string) => Offer {
  return (address) => {
    const isNear = isNearby(address);
    return {
      starttls: tls === "auto" ? certified || !isNear : tls !== "off",
      tlsRequired: tls === "require",
      auth: auth === "auto" ? isNear : auth === "any",
    };
  };
}

/** Loopback, private (RFC 1918, RFC 4193) and link-local addresses. */
export function isNearby(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  return nearby.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}

const nearby = new BlockList();
for (const [block, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  nearby.addSubnet(block, bits, "ipv4");
for (const [block, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  nearby.addSubnet(block, bits, "ipv6");
