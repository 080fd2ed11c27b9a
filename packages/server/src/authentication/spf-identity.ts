import { domainOf } from "./from-domain.ts";
import { normalizeDomain } from "./normalized-domain.ts";

/** What the SMTP client said about a mail, and where it connected from. */
export interface MailEnvelope {
  clientIp: string;
  /** The name in EHLO. */
  helo: string;
  /** The address in MAIL FROM; empty for bounces. */
  sender: string;
}

/** Limits of RFC 5321, 4.5.3.1. */
const MAX_LOCAL_PART_CHARACTERS = 64;
export const MAX_DOMAIN_CHARACTERS = 255;

/**
 * Returns the domain and the local part that SPF is checked for: those of MAIL FROM. A bounce has an empty sender: its domain
 * is that of EHLO, and its local part "postmaster" (RFC 7208, 2.4). `isValid` is false without a domain, or if a part is too long.
 */
export function toSpfIdentity({ helo, sender }: Omit<MailEnvelope, "clientIp">) {
  const domain = sender === "" ? normalizeDomain(helo) : domainOf(sender);
  // A sender without @ (-1) has no local part either.
  const localPart = sender.slice(0, Math.max(0, sender.lastIndexOf("@"))) || "postmaster";
  const isTooLong = localPart.length > MAX_LOCAL_PART_CHARACTERS || domain.length > MAX_DOMAIN_CHARACTERS;
  return { domain, localPart, isValid: domain !== "" && !isTooLong };
}
