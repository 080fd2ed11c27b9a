import { domainToUnicode } from "node:url";
import { toLowerAscii } from "../text/names.ts";

/** Target of a `RCPT TO` address: a mailbox by its base name, the postmaster, or an address of another domain. */
export type SmtpRecipient = { type: "mailbox"; name: string } | { type: "postmaster" } | { type: "foreign" };

/** Parses an address. `name+tag@domain` is `name`, in any case; `postmaster` needs no domain (RFC 5321, 4.5.1). */
export function toRecipient(address: string, mailDomain: string): SmtpRecipient {
  const at = address.lastIndexOf("@");
  const domain = at < 0 ? "" : address.slice(at + 1);
  const local = toLowerAscii((at < 0 ? address : address.slice(0, at)).replace(/^"(.*)"$/, "$1"));
  const isOurs = domain === mailDomain || (domain !== "" && toComparable(domain) === toComparable(mailDomain));
  const name = local.split("+", 1)[0] ?? "";
  if (name === "postmaster" && (isOurs || domain === "")) return { type: "postmaster" };
  return isOurs ? { type: "mailbox", name } : { type: "foreign" };
}

/** Decodes international domains: the SMTP library passes them decoded, the configuration may have either form. */
function toComparable(domain: string): string {
  const lower = domain.toLowerCase();
  return domainToUnicode(lower) || lower;
}
