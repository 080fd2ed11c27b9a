import { domainToUnicode } from "node:url";
import { subdomainName } from "@frontdesk/basics";
import type { ServerOptions } from "../options/options.ts";
import { toLowerAscii } from "../text/names.ts";

/**
 * Target of a `RCPT TO` address: a mailbox by its base name, the postmaster, or an address of another domain. Mail for an unknown
 * name of a subdomain never goes to the catch-all mailbox, because any name may be a host there.
 */
export type SmtpRecipient =
  | { type: "mailbox"; name: string; mayCatchAll: boolean }
  | { type: "postmaster" }
  | { type: "foreign" };

/** Parses a `RCPT TO` address. */
export type ParseRecipient = (address: string) => SmtpRecipient;

export interface RecipientRules {
  mailDomain: string;
  /** Local parts that no alias of a subdomain has. Certificate authorities write to some of them to see who owns a host. */
  reservedMailboxes?: readonly string[];
  /** Labels of hosts, below which there are no aliases. */
  reservedSubdomains?: readonly string[];
  /** Domains of the API and the tunnels, at and below which there are no aliases. */
  ownDomains?: readonly string[];
}

/**
 * Creates the parser of `RCPT TO` addresses. `name+tag@domain` and `tag@name.domain` both mean the mailbox `name`, whatever the
 * case of letters. Domains are compared in lower case and Unicode (`toComparable`). `postmaster` needs no domain (RFC 5321 section
 * 4.5.1). Mail for an unknown `name` may go to the catch-all mailbox in the first form only (`mayCatchAll`): in the second, any name
 * may be a host.
 */
export function createRecipientParser(rules: RecipientRules): ParseRecipient {
  const { mailDomain, reservedMailboxes = [], reservedSubdomains = [], ownDomains = [] } = rules;
  const comparableMailDomain = toComparable(mailDomain);
  const mailDomainSuffix = `.${comparableMailDomain}`;
  const reserved = { localParts: new Set(reservedMailboxes), labels: new Set(reservedSubdomains) };

  return (address) => {
    const { localPart, domain } = splitAddress(address);
    const baseName = toBaseName(localPart);
    const comparable = domain === mailDomain ? comparableMailDomain : toComparable(domain);
    const isMailDomain = comparable === comparableMailDomain;
    if (baseName === "postmaster" && (isMailDomain || domain === "")) return { type: "postmaster" };
    if (isMailDomain) return { type: "mailbox", name: baseName, mayCatchAll: true };
    const name = comparable.endsWith(mailDomainSuffix) ? comparable.slice(0, -mailDomainSuffix.length) : "";
    // Certificate authorities write to reserved local parts, such as `admin`, to see who owns a host. As an alias, such an
    // address would let the mailbox's owner get a certificate for that host.
    const isAlias = baseName !== "" && !reserved.localParts.has(baseName) && isAliasHost(name, comparable);
    return isAlias ? { type: "mailbox", name, mayCatchAll: false } : { type: "foreign" };
  };

  /**
   * Returns whether a host below the mail domain, `<name>.<mail domain>`, stands for the mailbox `name`. False for a reserved
   * label, and for hosts of the API and the tunnels.
   */
  function isAliasHost(name: string, host: string): boolean {
    const labels = name.split(".");
    const areAllowed = labels.every((label) => subdomainName.test(label) && !reserved.labels.has(label));
    const isOwnHost = ownDomains.some((domain) => host === domain || host.endsWith(`.${domain}`));
    return areAllowed && !isOwnHost;
  }
}

/** Returns a local part in lower case, without a `+tag`, and without quotes, which change nothing (RFC 5321 section 4.1.2). */
function toBaseName(localPart: string): string {
  const unquoted = localPart.replace(/^"(.*)"$/, "$1");
  return toLowerAscii(unquoted).split("+", 1)[0] ?? "";
}

/** Returns the rules for recipients that follow from the server's options and its public URL. */
export function toRecipientRules(options: ServerOptions, publicUrl: string): RecipientRules {
  const { mailDomain, tunnelDomain, baseDomain, reservedMailboxes, reservedSubdomains } = options;
  // Names below these are hosts of the API and the tunnels, which stand for no mailbox.
  const ownDomains = [new URL(publicUrl).hostname, tunnelDomain, baseDomain].map(toComparable);
  return { mailDomain, reservedMailboxes, reservedSubdomains, ownDomains };
}

/** Splits at the last @. Both parts are empty if missing. */
function splitAddress(address: string): { localPart: string; domain: string } {
  const atIndex = address.lastIndexOf("@");
  if (atIndex < 0) return { localPart: address, domain: "" };
  return { localPart: address.slice(0, atIndex), domain: address.slice(atIndex + 1) };
}

/** Returns a domain in lower case and Unicode. The SMTP library decodes international ones; the options may have punycode. */
function toComparable(domain: string): string {
  const lower = domain.toLowerCase();
  // An empty text stands for an invalid domain.
  return domainToUnicode(lower) || lower;
}
