import { domainToUnicode } from "node:url";
import { toLowerAscii } from "../text/names.ts";

/** Whom a `RCPT TO` address means: a mailbox by its base name, the operator, or nobody here. */
export type Recipient = { type: "mailbox"; name: string } | { type: "postmaster" } | { type: "foreign" };

/** `name+tag@domain` is `name`, in any letter case; `postmaster` also counts without a domain (RFC 5321, 4.5.1). */
export function toRecipient(address: string, mailDomain: string): Recipient {
  const at = address.lastIndexOf("@");
  const domain = at < 0 ? "" : address.slice(at + 1);
  const local = toLowerAscii((at < 0 ? address : address.slice(0, at)).replace(/^"(.*)"$/, "$1"));
  const isOurs = domain === mailDomain || (domain !== "" && toComparable(domain) === toComparable(mailDomain));
  const name = local.split("+", 1)[0] ?? "";
  if (name === "postmaster" && (isOurs || domain === "")) return { type: "postmaster" };
  return isOurs ? { type: "mailbox", name } : { type: "foreign" };
}

/** The SMTP library hands on international domains decoded, configuration may hold them either way. */
function toComparable(domain: string): string {
  const lower = domain.toLowerCase();
  return domainToUnicode(lower) || lower;
}
