import { domainToASCII } from "node:url";

/** A domain that is normalized already: lower-case labels, the last of letters only, so that it is no IP address. */
const NORMALIZED_DOMAIN = /^(?:[a-z0-9_-]{1,63}\.){0,8}[a-z]{2,63}$/;

/** Returns the lower-case ASCII form of a domain, or an empty string for an invalid one. */
export function normalizeDomain(domain: string): string {
  // An international label (`xn--…`) may be invalid, so it takes the slower way.
  if (NORMALIZED_DOMAIN.test(domain) && !domain.includes("xn--")) return domain;
  const withoutRootDot = domain.trim().replace(/\.$/, "");
  return domainToASCII(withoutRootDot).toLowerCase();
}
