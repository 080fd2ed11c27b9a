import { domainToUnicode } from "node:url";
import { toLowerAscii } from "../text/names.ts";

/** Target of a `RCPT TO` address: a mailbox by its base name, the postmaster, or an address of another domain. */
export type SmtpRecipient = { type: "mailbox"; name: string } | { type: "postmaster" } | { type: "foreign" };

/** Parses an address. `name+tag@domain` is `name`, in any case; `postmaster` needs no domain (RFC 5321, 4.5.1). */
export function toRecipient(address: string, mailDomain: string): SmtpRecipient {
  const atIndex = address.lastIndexOf("@");
  const hasDomain = atIndex >= 0;
  const domain = hasDomain ? address.slice(atIndex + 1) : "";
  const localPart = hasDomain ? address.slice(0, atIndex) : address;
  const unquoted = toLowerAscii(localPart.replace(/^"(.*)"$/, "$1"));
  // The exact comparison comes first because it is cheap.
  const isOurs = domain === mailDomain || (domain !== "" && toComparable(domain) === toComparable(mailDomain));
  const name = unquoted.split("+", 1)[0] ?? "";
  if (name === "postmaster" && (isOurs || domain === "")) return { type: "postmaster" };
  return isOurs ? { type: "mailbox", name } : { type: "foreign" };
}

/** Decodes international domains: the SMTP library passes them decoded, the configuration may have either form. */
function toComparable(domain: string): string {
  const lower = domain.toLowerCase();
  // An empty text stands for an invalid domain.
  return domainToUnicode(lower) || lower;
}
