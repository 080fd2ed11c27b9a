import { mailboxName, subdomainName } from "@frontdesk/basics";

/** Why a name can't be had. */
export type NameProblem = "invalid" | "reserved";

/** Local parts that no one may register; `postmaster` is read by the operator (RFC 5321 section 4.5.1). */
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

/** Labels that no one may register as a subdomain. */
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

/** Lower case by ASCII alone: `toLowerCase` also turns the Kelvin sign into `k`, which would let one name be had by two spellings. */
export function toLowerAscii(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Contract section 1: at most 64 characters, inner `.`, `_`, `-`, no `..`. */
export function checkMailboxName(name: string, reserved: ReadonlySet<string>): NameProblem | null {
  if (!mailboxName.test(name) || name.includes("..")) return "invalid";
  return reserved.has(name) ? "reserved" : null;
}

/** Contract section 1: a DNS label (RFC 1035 section 2.3.1, digits first allowed), no punycode. */
export function checkSubdomainName(name: string, reserved: ReadonlySet<string>): NameProblem | null {
  if (!subdomainName.test(name) || name.startsWith("xn--")) return "invalid";
  return reserved.has(name) ? "reserved" : null;
}
