import { mailboxName, subdomainName } from "@frontdesk/basics";

/** Why a name cannot be registered. */
export type NameProblem = "invalid" | "reserved";

/** Mailbox names that cannot be registered. Mail to `postmaster` is for the operator (RFC 5321 section 4.5.1). */
export const defaultReservedMailboxes = [
  "postmaster",
  "abuse",
  "hostmaster",
  "webmaster",
  "mailer-daemon",
  "root",
  "admin",
  "administrator",
  "noreply",
  "no-reply",
  "security",
  "support",
  "ssl-admin",
  "info",
];

/** Subdomains that cannot be registered. */
export const defaultReservedSubdomains = [
  "www",
  "api",
  "mail",
  "smtp",
  "imap",
  "pop",
  "mx",
  "ns",
  "ns1",
  "ns2",
  "admin",
  "docs",
  "downloads",
  "app",
  "dashboard",
  "status",
  "autoconfig",
  "autodiscover",
  "static",
  "assets",
];

/** Converts ASCII letters to lower case. `toLowerCase` also maps the Kelvin sign to `k`, which would give a name two spellings. */
export function toLowerAscii(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Checks a mailbox name: at most 64 characters, inner `.`, `_`, `-`, no `..` (contract section 1). Returns `null` if it is
 * allowed.
 */
export function checkMailboxName(name: string, reserved: ReadonlySet<string>): NameProblem | null {
  if (!mailboxName.test(name) || name.includes("..")) return "invalid";
  return reserved.has(name) ? "reserved" : null;
}

/**
 * Checks a subdomain: a DNS label (RFC 1035 section 2.3.1, may begin with a digit), no punycode (contract section 1). Returns
 * `null` if it is allowed.
 */
export function checkSubdomainName(name: string, reserved: ReadonlySet<string>): NameProblem | null {
  if (!subdomainName.test(name) || name.startsWith("xn--")) return "invalid";
  return reserved.has(name) ? "reserved" : null;
}
